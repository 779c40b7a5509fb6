import Foundation
import PurserTesting
import Testing

/// A third-party package that uses one library of this one: what the package manager fetches for it.
@Suite(
    .serialized,
    .onThreadsOfItsOwn,
    .timeLimit(.minutes(10)),
    .enabled(if: TestScale.factor > 1, "Fetching a package's dependencies anew takes long: make test-full does it")
)
struct LibraryConsumerTests {
    /// The dependencies that only the server and the simulator need.
    private static let serverOnly: Set<String> = [
        "grdb.swift", "hummingbird", "swift-argument-parser", "swift-metrics", "yams",
    ]
    /// The dependencies of the library `AppStore`.
    private static let ofAppStore: Set<String> = [
        "async-http-client", "swift-asn1", "swift-certificates", "swift-crypto", "swift-http-types", "swift-log",
        "swift-nio", "swift-nio-ssl",
    ]

    @Test(
        "AppStore without traits brings neither GRDB nor Hummingbird nor Yams nor ArgumentParser; a trait brings its own"
    )
    func traits() throws {
        let folder = try TemporaryFolder()
        let (direct, all) = try Self.dependencies(of: "AppStore", traits: "[]", in: folder)
        #expect(direct == Self.ofAppStore)
        #expect(all.isSuperset(of: direct) && all.isDisjoint(with: Self.serverOnly), "\(all.sorted())")
        let (simulator, below) = try Self.dependencies(of: "AppStoreSimulator", traits: "[\"Simulator\"]", in: folder)
        #expect(simulator == Self.ofAppStore.union(["hummingbird", "swift-service-lifecycle"]))
        #expect(below.isDisjoint(with: Self.serverOnly.subtracting(["hummingbird", "swift-metrics"])))
        let (_, everything) = try Self.dependencies(of: "AppStore", traits: "[.defaults]", in: folder)
        #expect(everything.isSuperset(of: Self.serverOnly), "\(everything.sorted())")
    }

    /// A package in the tree that the package manager prints.
    private struct Dependency: Decodable {
        let identity: String
        let dependencies: [Dependency]

        /// Its own identity and those of all below it.
        var all: Set<String> { Set(self.dependencies.flatMap(\.all)).union([self.identity]) }
    }

    /// Resolves a package in this folder that depends on this one, with the package manager.
    ///
    /// - Returns: What this package depends on then, and that with all that is below it.
    private static func dependencies(
        of product: String,
        traits: String,
        in folder: TemporaryFolder
    ) throws -> (Set<String>, Set<String>) {
        let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let manifest = """
            // swift-tools-version: 6.2
            import PackageDescription

            let package = Package(
                name: "consumer",
                platforms: [.macOS(.v15)],
                dependencies: [.package(path: "\(project.path)", traits: \(traits))],
                targets: [
                    .executableTarget(
                        name: "consumer",
                        dependencies: [.product(name: "\(product)", package: "\(project.lastPathComponent)")]
                    )
                ]
            )
            """
        _ = try folder.write("Package.swift", Array(manifest.utf8))
        _ = try folder.write("Sources/consumer/main.swift", Array("import \(product)\n".utf8))
        let names = [try folder.write("output", []), try folder.write("complaints", [])]
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["swift", "package", "show-dependencies", "--format", "json"]
        process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("PURSER_") }
        process.standardOutput = FileHandle(forWritingAtPath: names[0])
        process.standardError = FileHandle(forWritingAtPath: names[1])
        try process.run()
        process.waitUntilExit()
        let complaints = try String(contentsOfFile: names[1], encoding: .utf8)
        try #require(process.terminationStatus == 0, "\(complaints)")
        let tree = try JSONDecoder().decode(Dependency.self, from: Data(contentsOf: URL(fileURLWithPath: names[0])))
        let package = try #require(tree.dependencies.first)
        return (Set(package.dependencies.map(\.identity)), Set(package.dependencies.flatMap(\.all)))
    }
}
