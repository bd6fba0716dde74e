/// How the links of a peripheral are made, as its last `connect` said.
struct ConnectOptions: Sendable {
  var linkTimeout: Duration = .seconds(60)
  var resolutionTimeout: Duration = .seconds(35)
  var policy: ReconnectPolicy = .never
  var keepsScanning = false
}
