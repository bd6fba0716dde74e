extension WorldDocument {
  /// A world that ships with the library.
  public enum Shipped: String, Sendable, CaseIterable {
    /// A TI SensorTag that is turned to and fro.
    case sensorTag = "sensortag"
    /// A heart-rate strap that notifies each second and loses its link every 20 s.
    case strap
    /// A hall of 500 advertisers, whose signal strength and data change 20 times a second.
    case hall
  }

  /// Makes a document of a world that ships.
  public init(_ shipped: Shipped) throws(SimulatorError) {
    try self.init(parsing: shipped.text)
  }
}

extension WorldDocument.Shipped {
  /// The document as JSON text, from which others can be made.
  public var text: String {
    switch self {
    case .sensorTag:
      """
      {
        "peripherals": [
          {"profile": "sensortag", "motion": "turning", "address": "C4:BE:84:00:00:01"}
        ]
      }

      """
    case .strap:
      """
      {
        "peripherals": [
          {
            "name": "Strap",
            "address": "C4:BE:84:00:00:01",
            "rssi": {"from": -70, "to": -50, "every_ms": 500},
            "advertisedServices": ["180D"],
            "services": [
              {
                "profile": "180D",
                "characteristics": [
                  {
                    "uuid": "2A37",
                    "value": {
                      "every_ms": 1000,
                      "values": [
                        {"fields": {"sensorContact": "detected", "heartRate_bpm": 71}},
                        {"fields": {"sensorContact": "detected", "heartRate_bpm": 72}},
                        {"fields": {"sensorContact": "detected", "heartRate_bpm": 74}},
                        {"fields": {"sensorContact": "detected", "heartRate_bpm": 73}}
                      ]
                    }
                  },
                  {"uuid": "2A38", "value": "01"}
                ]
              },
              {"profile": "180F", "characteristics": [{"uuid": "2A19", "value": "57"}]},
              {
                "uuid": "180A",
                "characteristics": [
                  {"uuid": "2A29", "properties": ["read"], "value": {"text": "BlueFutures"}},
                  {"uuid": "2A24", "properties": ["read"], "value": {"text": "Strap 1"}}
                ]
              }
            ],
            "linkLoss": {"after_ms": 20000}
          }
        ]
      }

      """
    case .hall:
      """
      {
        "peripherals": [
          {
            "name": "Visitor",
            "address": "C4:BE:84:10:00:00",
            "count": 500,
            "rssi": {"from": -95, "to": -35, "every_ms": 50},
            "manufacturerData": {"FFFF": {"every_ms": 50, "counter": 4}}
          }
        ]
      }

      """
    }
  }
}
