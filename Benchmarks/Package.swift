// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that it measures what users get: the public interface, optimised.
let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "BlueFutures", path: "..")],
  targets: [
    .executableTarget(
      name: "CentralBench",
      dependencies: [.product(name: "BlueFutures", package: "BlueFutures")],
      swiftSettings: [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("ExistentialAny"),
      ]),
    .executableTarget(
      name: "Idle",
      dependencies: [.product(name: "BlueFutures", package: "BlueFutures")],
      swiftSettings: [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("ExistentialAny"),
      ]),
  ]
)
