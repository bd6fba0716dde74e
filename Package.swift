// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
]

/// A library target under `Sources`.
func module(
  _ name: String, _ dependencies: [Target.Dependency] = [], path: String? = nil,
  exclude: [String] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: path, exclude: exclude, swiftSettings: settings)
}

/// A test target under `Tests`.
func tests(
  _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
  .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings)
}

let package = Package(
  name: "BlueFutures",
  products: [
    .library(name: "BlueFutures", targets: ["BlueFutures"]),
    .library(name: "Profiles", targets: ["Profiles"]),
    .library(name: "Futures", targets: ["Futures"]),
    .library(name: "GATT", targets: ["GATT"]),
    .library(name: "BlueZSimulator", targets: ["BlueZSimulator"]),
    .executable(name: "SensorTagReader", targets: ["SensorTagReader"]),
    .executable(name: "blue", targets: ["blue"]),
  ],
  targets: [
    // Level 0
    .systemLibrary(name: "CDBus", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
    module("Futures"),
    module("GATT"),
    // Level 1
    module("DBus", ["CDBus", "Futures"]),
    module("Profiles", ["GATT"], path: "Profiles", exclude: ["Names/LICENSE"]),
    // Level 2
    module("BlueZ", ["DBus", "Futures", "GATT"]),
    // Level 3
    module("CentralRole", ["BlueZ", "DBus", "Futures", "GATT", "Profiles"]),
    module("BlueZSimulator", ["BlueZ", "DBus", "Futures", "GATT", "Profiles"]),
    // Level 4
    module("BlueFutures", ["Futures", "GATT", "Profiles", "BlueZ", "CentralRole"]),
    // Level 5
    .executableTarget(
      name: "blue", dependencies: ["GATT", "Profiles", "BlueZSimulator", "DBus", "Futures"],
      swiftSettings: settings),
    .executableTarget(
      name: "SensorTagReader", dependencies: ["BlueFutures", "BlueZSimulator"],
      path: "Examples/SensorTagReader", swiftSettings: settings),
    .target(
      name: "TestSupport",
      dependencies: [
        "BlueFutures", "BlueZSimulator", "SensorTagReader", "BlueZ", "DBus", "Futures", "GATT",
        "Profiles",
      ],
      path: "Tests/TestSupport", swiftSettings: settings),
    tests("FuturesTests", ["Futures"]),
    tests("GATTTests", ["GATT"]),
    tests("ProfilesTests", ["Profiles", "GATT"], exclude: ["Vectors"]),
    tests("BlueTests", ["blue", "Profiles", "GATT"]),
    tests("DBusTests", ["DBus", "Futures"]),
    tests("BlueZTests", ["BlueZ", "DBus", "Futures"]),
    tests(
      "CentralRoleTests",
      ["CentralRole", "BlueZ", "DBus", "Futures", "GATT", "Profiles", "BlueZSimulator"]),
    tests(
      "BlueZSimulatorTests",
      ["BlueZSimulator", "BlueZ", "DBus", "Futures", "GATT", "Profiles"]),
    tests(
      "IntegrationTests",
      ["BlueFutures", "BlueZSimulator", "SensorTagReader", "TestSupport", "BlueZ"]),
    tests("ExampleTests", ["SensorTagReader", "BlueFutures", "BlueZSimulator", "DBus"]),
    tests(
      "WitnessTests", ["blue", "BlueFutures", "BlueZ", "DBus", "Futures", "GATT"],
      exclude: ["Python", "Worlds"]),
    tests("ArchitectureTests", []),
    tests(
      "RealBlueZ", ["BlueFutures", "SensorTagReader", "TestSupport", "BlueZ", "DBus", "Futures"]),
  ]
)
