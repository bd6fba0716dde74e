// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
]

// A package of its own, so that it measures what users get: the public interface, optimised.
let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "BlueFutures", path: "..")],
  targets: [
    .target(name: "CInstruments"),
    .executableTarget(
      name: "CentralBench", dependencies: [.product(name: "BlueFutures", package: "BlueFutures")],
      swiftSettings: settings,
      // As the README says for small boards.
      linkerSettings: [
        .unsafeFlags(["-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs"])
      ]),
    .executableTarget(
      name: "FuturesBench",
      dependencies: ["CInstruments", .product(name: "Futures", package: "BlueFutures")],
      swiftSettings: settings),
    .executableTarget(
      name: "ProfilesBench",
      dependencies: ["CInstruments", .product(name: "Profiles", package: "BlueFutures")],
      swiftSettings: settings),
  ]
)
