import DBus
import FoundationEssentials
import Futures
import GATT

/// What the daemon asks peripherals, whose closures run outside of all locks.
extension SimulatedDaemon {
  private struct Subject: Sendable {
    let peripheral: SimulatedPeripheral
    let server: AttributeServer?
    /// What the daemon knows by itself.
    let value: Octets?
    let central: BluetoothAddress
    let mtu: Int
    let device: ObjectPath
    let security: SecurityLevel
  }

  /// Who answers for an attribute, if the link still is the one of the epoch.
  private func subject(_ path: ObjectPath, _ epoch: Int) -> Subject? {
    shared.withLock { shared in
      let state = shared.state
      guard let (device, link, _) = state.requests(of: path), link.linkEpoch == epoch,
        let adapter = state.adapters[link.adapter]
      else { return nil }
      let server: AttributeServer? =
        if case .own(let descriptor)? = link.descriptors[path] {
          descriptor.server
        } else {
          link.attributes[path]?.characteristic.server
        }
      return Subject(
        peripheral: link.peripheral, server: server, value: state.configuration(of: path),
        central: adapter.address, mtu: Int(state.mtu(of: device)),
        device: device, security: link.security)
    }
  }

  func read(_ path: ObjectPath, _ epoch: Int) {
    guard let subject = subject(path, epoch) else { return }
    if let value = subject.value { return feed { $0.readAnswered(path, epoch, .success(value)) } }
    guard let server = subject.server else { return }
    // A write-only attribute refuses before it looks at the link.
    let needed = server.canRead ? server.permissions.readLevel : .none
    guard subject.security >= needed else {
      return feed { state in
        do throws(ATTError) {
          try state.secure(subject.device, needed, then: .read(path, epoch: epoch))
        } catch {
          state.readAnswered(path, epoch, .failure(error))
        }
      }
    }
    let request = SimulatedReadRequest(central: subject.central, mtu: subject.mtu)
    let timer = transaction(path, epoch)
    server.read(request, ExecutionContext(loop)) { [weak self] answer in
      timer.cancel()
      self?.feed { $0.readAnswered(path, epoch, answer) }
    }
  }

  func write(_ path: ObjectPath, _ write: DeviceState.Write, _ epoch: Int) {
    guard let subject = subject(path, epoch) else { return }
    guard let server = subject.server else {
      return feed { $0.writeAnswered(path, write, epoch, .failure(.writeNotPermitted)) }
    }
    let needed = server.canWrite ? server.permissions.writeLevel : .none
    guard subject.security >= needed else {
      // Nothing answers a command, so nothing makes the daemon pair for it.
      guard write.call != nil else { return }
      return feed { state in
        do throws(ATTError) {
          try state.secure(subject.device, needed, then: .write(path, write, epoch: epoch))
        } catch {
          state.writeAnswered(path, write, epoch, .failure(error))
        }
      }
    }
    if write.kind == .long || write.kind == .reliable,
      let error = subject.peripheral.longWriteError
    {
      return feed { $0.writeAnswered(path, write, epoch, .failure(error)) }
    }
    let request = SimulatedWriteRequest(
      central: subject.central, mtu: subject.mtu, kind: write.kind, offset: write.offset,
      value: write.value)
    let timer = write.call == nil ? nil : transaction(path, epoch)
    server.write(request, ExecutionContext(loop)) { [weak self] answer in
      timer?.cancel()
      self?.feed { $0.writeAnswered(path, write, epoch, answer) }
    }
  }

  /// A peripheral that does not answer loses its link (`src/shared/att.c`).
  private func transaction(_ path: ObjectPath, _ epoch: Int) -> any Cancellable {
    loop.schedule(after: Delays.transaction) { [weak self] in
      self?.feed { state in
        guard let device = state.devicePath(above: path),
          state.devices[device]?.linkEpoch == epoch
        else { return }
        state.emit(.note("the peripheral did not answer within 30 s"))
        state.loseLink(device)
      }
    }
  }

  /// The peripherals around send advertisements, as long as somebody discovers.
  func listen(at adapter: ObjectPath, _ session: Int) {
    let now = loop.now
    let due = shared.withLock { shared in
      shared.isRunning ? shared.state.dueAdvertisers(adapter, session, at: now) : nil
    }
    guard let due else { return }
    let heard = due.compactMap { peripheral in
      peripheral.advertise(at: now).map { (peripheral, $0) }
    }
    feed { $0.advertisements(adapter, session, heard) }
  }
}
