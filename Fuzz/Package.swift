// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
]

// A package of its own, because all of it is built for libFuzzer, which has the main function.
let package = Package(
  name: "Fuzz",
  dependencies: [.package(name: "BlueFutures", path: "..")],
  targets: [
    .executableTarget(
      name: "ProfilesFuzz", dependencies: [.product(name: "Profiles", package: "BlueFutures")],
      swiftSettings: settings)
  ]
)
