// swift-tools-version: 6.2

import PackageDescription

// A package that uses the library AppStore alone turns the traits off, and then fetches nothing that only the others
// need. So a product of a package that AppStore does without is always named by one of these two.
extension Target.Dependency {
    /// A product that the server, its tools and the tests need, and AppStore does not.
    static func server(_ product: String, in package: String) -> Self {
        .product(name: product, package: package, condition: .when(traits: ["Server"]))
    }

    /// A product that the simulator needs, and AppStore does not.
    static func simulator(_ product: String, in package: String) -> Self {
        .product(name: product, package: package, condition: .when(traits: ["Simulator"]))
    }
}

let package = Package(
    name: "purser",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "purser", targets: ["purser"]),
        .library(name: "AppStore", targets: ["AppStore"]),
        .library(name: "AppStoreSimulator", targets: ["AppStoreSimulator"]),
        // Not for others to use: a file that can be loaded into the real binary, to make its disk fail under it.
        .library(name: "SQLiteFaults", type: .dynamic, targets: ["CSQLiteFaults"]),
        // Nor this one, which makes a name mean by turns what it must not.
        .library(name: "SpoofedNames", type: .dynamic, targets: ["CSpoofedNames"]),
    ],
    traits: [
        .trait(
            name: "PostgreSQL",
            description: "Keeps the ledger in PostgreSQL too, which needs libpq.",
            enabledTraits: ["Server"]
        ),
        .trait(name: "Server", description: "The server purser, its tools and tests.", enabledTraits: ["Simulator"]),
        .trait(name: "Simulator", description: "The library AppStoreSimulator."),
        .default(enabledTraits: ["PostgreSQL", "Server", "Simulator"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-asn1.git", from: "1.7.4"),
        .package(url: "https://github.com/apple/swift-certificates.git", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-crypto.git", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-distributed-tracing.git", from: "1.7.3"),
        .package(url: "https://github.com/apple/swift-http-types.git", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics.git", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras.git", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.37.6"),
        .package(url: "https://github.com/groue/GRDB.swift.git", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.1"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache.git", from: "2.1.1"),
        .package(url: "https://github.com/jpsim/Yams.git", from: "6.2.2"),
        .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.13.0"),
    ],
    targets: [
        .target(name: "Notation"),
        .target(
            name: "AppStore",
            dependencies: [
                "Notation",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
            ]
        ),
        .target(name: "Ledger", dependencies: ["Notation"]),
        .target(
            name: "PurserService",
            dependencies: [
                "AppStore",
                "Ledger",
                "Notation",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
                .server("Metrics", in: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .server("ServiceLifecycle", in: "swift-service-lifecycle"),
                .server("Tracing", in: "swift-distributed-tracing"),
                .server("Yams", in: "Yams"),
            ]
        ),
        .target(
            name: "PersistenceSQL",
            dependencies: [
                "Ledger",
                "Notation",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .target(
            name: "PersistenceSQLite",
            dependencies: [
                "Ledger",
                "PersistenceSQL",
                .server("GRDB", in: "GRDB.swift"),
                .server("GRDBSQLite", in: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .systemLibrary(name: "CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        .target(
            name: "PersistencePostgreSQL",
            dependencies: [
                "CLibPQ",
                "Ledger",
                "PersistenceSQL",
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .target(
            name: "PurserHTTP",
            dependencies: [
                "AppStore",
                "CDashboard",
                "Ledger",
                "Notation",
                "PurserService",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .server("Hummingbird", in: "hummingbird"),
                .server("HummingbirdCore", in: "hummingbird"),
                .server("HummingbirdTLS", in: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .server("Metrics", in: "swift-metrics"),
                .server("Mustache", in: "swift-mustache"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .server("NIOHTTPTypes", in: "swift-nio-extras"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .server("Tracing", in: "swift-distributed-tracing"),
            ]
        ),
        .target(
            name: "Observability",
            dependencies: [
                "Notation",
                .product(name: "Logging", package: "swift-log"),
                .server("Metrics", in: "swift-metrics"),
                .server("Tracing", in: "swift-distributed-tracing"),
            ]
        ),
        .target(name: "CBuiltInScenarios", exclude: ["Scenarios"]),
        .target(name: "CDashboard", exclude: ["Assets", "Templates", "Texts"]),
        .target(
            name: "AppStoreSimulator",
            dependencies: [
                "AppStore",
                "CBuiltInScenarios",
                "Notation",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .simulator("Hummingbird", in: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .simulator("ServiceLifecycle", in: "swift-service-lifecycle"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
            ]
        ),
        .target(name: "FuzzedReaders", dependencies: ["AppStore"], path: "Tools/FuzzedReaders"),
        .target(name: "CSpoofedNames", path: "Tests/Support/CSpoofedNames"),
        .target(
            name: "CSQLiteFaults",
            path: "Tests/Support/CSQLiteFaults",
            linkerSettings: [.linkedLibrary("sqlite3")]
        ),
        .executableTarget(
            name: "purser",
            dependencies: [
                "AppStore",
                "AppStoreSimulator",
                "Ledger",
                "Notation",
                "Observability",
                .target(name: "PersistencePostgreSQL", condition: .when(traits: ["PostgreSQL"])),
                "PersistenceSQL",
                "PersistenceSQLite",
                "PurserHTTP",
                "PurserService",
                .server("ArgumentParser", in: "swift-argument-parser"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .server("Hummingbird", in: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .server("Metrics", in: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .server("ServiceLifecycle", in: "swift-service-lifecycle"),
                .server("Tracing", in: "swift-distributed-tracing"),
                .server("UnixSignals", in: "swift-service-lifecycle"),
                .server("Yams", in: "Yams"),
            ]
        ),
        .target(
            name: "PurserTesting",
            dependencies: [
                "AppStore",
                "AppStoreSimulator",
                "CSQLiteFaults",
                "Ledger",
                "Notation",
                "Observability",
                "PersistencePostgreSQL",
                "PurserService",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
                .server("Metrics", in: "swift-metrics"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
            ],
            path: "Tests/Support/PurserTesting"
        ),
        .executableTarget(
            name: "benchmark",
            dependencies: [
                "AppStore",
                "AppStoreSimulator",
                "Ledger",
                "PersistencePostgreSQL",
                "PersistenceSQL",
                "PersistenceSQLite",
                "PurserHTTP",
                "PurserService",
                "PurserTesting",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .server("GRDB", in: "GRDB.swift"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .server("Hummingbird", in: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .server("ServiceLifecycle", in: "swift-service-lifecycle"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
            ],
            path: "Tools/benchmark"
        ),
        .executableTarget(
            name: "torture",
            dependencies: [
                "AppStore",
                "AppStoreSimulator",
                "Ledger",
                "PersistencePostgreSQL",
                "PersistenceSQL",
                "PersistenceSQLite",
                "PurserService",
                "PurserTesting",
                .server("ArgumentParser", in: "swift-argument-parser"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .server("Hummingbird", in: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            path: "Tools/torture"
        ),
        .testTarget(
            name: "AppStoreTests",
            dependencies: [
                "AppStore",
                "AppStoreSimulator",
                "FuzzedReaders",
                "PurserTesting",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .server("ServiceLifecycle", in: "swift-service-lifecycle"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
            ],
            exclude: ["Corpus"]
        ),
        .testTarget(name: "NotationTests", dependencies: ["Notation"]),
        .testTarget(name: "LedgerTests", dependencies: ["Ledger", "Notation", "PurserTesting"]),
        .testTarget(
            name: "PersistenceTests",
            dependencies: [
                "Ledger",
                "PersistencePostgreSQL",
                "PersistenceSQL",
                "PersistenceSQLite",
                "PurserTesting",
                .server("GRDB", in: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
            ],
            exclude: ["Golden"]
        ),
        .testTarget(
            name: "PurserServiceTests",
            dependencies: [
                "AppStore",
                "AppStoreSimulator",
                "Ledger",
                "PersistenceSQLite",
                "PurserService",
                "PurserTesting",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ]
        ),
        .testTarget(
            name: "PurserHTTPTests",
            dependencies: [
                "AppStore",
                "AppStoreSimulator",
                "Ledger",
                "PersistenceSQLite",
                "PurserHTTP",
                "PurserService",
                "PurserTesting",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .server("Hummingbird", in: "hummingbird"),
                .server("HummingbirdTesting", in: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .server("NIOHTTPTypes", in: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ]
        ),
        .testTarget(
            name: "AppStoreSimulatorTests",
            dependencies: [
                "AppStore",
                "AppStoreSimulator",
                "PurserTesting",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .server("Hummingbird", in: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .server("ServiceLifecycle", in: "swift-service-lifecycle"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
            ]
        ),
        .testTarget(
            name: "PurserTests",
            dependencies: [
                "AppStore",
                "AppStoreSimulator",
                "Ledger",
                "PersistencePostgreSQL",
                "PersistenceSQL",
                "PersistenceSQLite",
                "PurserHTTP",
                "PurserService",
                "PurserTesting",
                "purser",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
                .server("ServiceLifecycle", in: "swift-service-lifecycle"),
            ]
        ),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "AppStore",
                "AppStoreSimulator",
                "Ledger",
                "PurserService",
                "PurserTesting",
                "purser",
                "torture",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]
        ),
        .testTarget(
            name: "ObservabilityTests",
            dependencies: [
                "Observability",
                .product(name: "Logging", package: "swift-log"),
                .server("Metrics", in: "swift-metrics"),
                .server("Tracing", in: "swift-distributed-tracing"),
            ]
        ),
        .testTarget(name: "TidyTests"),
    ],
    swiftLanguageModes: [.v6]
)

// libFuzzer brings a main function of its own and wants to see where the readers branch, so `make fuzz` asks for it.
if Context.environment["PURSER_FUZZ"] != nil {
    package.targets += [
        .target(name: "CFuzzer", path: "Tools/CFuzzer"),
        .executableTarget(name: "fuzz", dependencies: ["CFuzzer", "FuzzedReaders"], path: "Tools/fuzz"),
    ]
    for target in package.targets where ["AppStore", "FuzzedReaders"].contains(target.name) {
        target.swiftSettings = [.unsafeFlags(["-sanitize=fuzzer"])]
    }
}

for target in package.targets where target.type != .system {
    var settings = target.swiftSettings ?? []
    // Tests call optimized modules; to optimize the calls too would cost more time than they take.
    if target.type == .test { settings.append(.unsafeFlags(["-Onone"])) }
    settings += [
        .strictMemorySafety(),
        .treatAllWarnings(as: .error),
        .treatWarning("DeprecatedDeclaration", as: .warning),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
    target.swiftSettings = settings
}
