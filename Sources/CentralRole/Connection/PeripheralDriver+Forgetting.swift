import BlueZ
import DBus
import Futures
import GATT

/// The ways to be rid of a peripheral.
extension PeripheralDriver {
  func terminate() -> Future<Void> {
    let promise = Promise<Void>(context: session.context)
    disconnect().onComplete(context: .inline) { [self] result in
      central.forget(path)
      finishStreams()
      promise.complete(result)
    }
    return promise.future
  }

  func removeDevice() -> Future<Void> {
    let promise = Promise<Void>(context: session.context)
    session.loop.execute { [self] in
      guard session.withStore({ $0.properties(.device, of: path) }) != nil,
        let adapter = path.parent
      else {
        promise.success(())
        return
      }
      // Some versions never answer when there is no link (BlueZ before 5.84): the object's end counts.
      shared.withLock { $0.removing.append(promise) }
      let message = Message.methodCall(
        to: BusNames.daemon, path: adapter, interface: InterfaceTable.adapter.name,
        member: "RemoveDevice", [.objectPath(path)])
      let address = address
      session.call(message, timeout: .seconds(10)) { result in
        switch result {
        case .success: promise.success(())
        case .failure(let error) where error.code == .doesNotExist: promise.success(())
        case .failure(let error):
          promise.failure(
            CentralError(
              .adapterFailed, "the daemon did not forget \(address); switch the adapter on first",
              cause: error))
        }
      }
    }
    return promise.future
  }

  /// The daemon has no object of the device any more.
  func removed() {
    let removing = shared.withLock { shared in
      defer { shared.removing = [] }
      return shared.removing
    }
    for promise in removing { promise.success(()) }
  }
}
