// swift-tools-version:6.0
import PackageDescription

let package = Package(
    name: "first",
    platforms: [.macOS(.v10_15)],
    dependencies: [.package(path: "../swift-generator")],
    targets: [
        .executableTarget(
            name: "first", dependencies: [.product(name: "Longcase", package: "swift-generator")]),
    ]
)
