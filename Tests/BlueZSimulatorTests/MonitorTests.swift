import BlueZ
import BlueZSimulator
import DBus
import FoundationEssentials
import GATT
import Testing

/// Advertisement monitors that programs register.
@Suite struct MonitorTests {
  static let root: ObjectPath = "/monitors"

  private func tree(_ patterns: [(start: UInt8, type: UInt8, content: [UInt8])]) -> Value {
    let properties: Properties = [
      "Type": .string("or_patterns"), "RSSILowTimeout": .uint16(2),
      "Patterns": .array(
        element: "(yyay)",
        patterns.map {
          .structure([.byte($0.start), .byte($0.type), .bytes(Data($0.content))])
        }),
    ]
    let interfaces = Value.dictionary(
      key: "s", value: "a{sv}",
      [.init(key: .string(BusNames.monitor), value: .properties(properties))])
    return .dictionary(
      key: "o", value: "a{sa{sv}}",
      [.init(key: .objectPath("/monitors/one"), value: interfaces)])
  }

  private func register(_ world: OneDevice, _ program: Program, _ tree: Value) -> Answer {
    program.export(Self.root, subtree: true) { call in
      call.reply(call.message.member == "GetManagedObjects" ? [tree] : [])
    }
    let answer = program.call(
      World.adapterPath, .monitorManager, "RegisterMonitor", [.objectPath(Self.root)])
    world.advance(by: .milliseconds(10))
    return answer
  }

  private func experimental() throws -> OneDevice {
    let world = try OneDevice()
    world.bluez.isExperimental = true
    world.peripheral.manufacturerData = [0x1234: Data([7])]
    world.bluez.run()
    return world
  }

  @Test func `only an experimental daemon has monitors`() throws {
    let world = try OneDevice()
    let program = Program(world.bluez)
    let answer = register(world, program, tree([(0, 0xFF, [0x34, 0x12])]))
    #expect(answer.error?.hasPrefix("org.freedesktop.DBus.Error.UnknownMethod") == true)
  }

  @Test func `a monitor is activated, told of whom it hears, and of silence`() throws {
    let world = try experimental()
    let program = Program(world.bluez)
    #expect(register(world, program, tree([(0, 0xFF, [0x34, 0x12])])).values == [])
    world.advance(by: .seconds(1))
    #expect(
      program.calls == [
        "GetManagedObjects", "Activate", "DeviceFound \(World.devicePath.lastElement)",
      ])
    #expect(world.device("Name") == nil)
    world.peripheral.isAdvertising = false
    world.advance(by: .seconds(3))
    #expect(program.calls.last == "DeviceLost \(World.devicePath.lastElement)")
    let left = program.call(
      World.adapterPath, .monitorManager, "UnregisterMonitor", [.objectPath(Self.root)])
    world.bluez.run()
    #expect(left.values == [])
  }

  @Test func `a monitor without patterns is given back`() throws {
    let world = try experimental()
    let program = Program(world.bluez)
    #expect(register(world, program, tree([])).values == [])
    #expect(program.calls == ["GetManagedObjects", "Release"])
  }

  @Test func `what does not fit the patterns is not heard`() throws {
    let world = try experimental()
    let program = Program(world.bluez)
    _ = register(world, program, tree([(1, 0xFF, [0x34]), (0, 0x16, [0x34, 0x12])]))
    world.advance(by: .seconds(1))
    #expect(program.calls == ["GetManagedObjects", "Activate"])
    #expect(world.client.objects()[World.devicePath] == nil)
  }

  @Test func `a root is registered once`() throws {
    let world = try experimental()
    let program = Program(world.bluez)
    _ = register(world, program, tree([(0, 0x01, [0x06])]))
    #expect(
      register(world, program, tree([])).error
        == "org.bluez.Error.AlreadyExists: Already Exists")
    let stranger = program.call(
      World.adapterPath, .monitorManager, "UnregisterMonitor", [.objectPath("/other")])
    world.bluez.run()
    #expect(stranger.error?.hasPrefix("org.bluez.Error.DoesNotExist") == true)
  }
}
