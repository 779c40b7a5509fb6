/// The modules that each folder may import: the table of the architecture page, as data.
///
/// The row with the longest folder that fits decides, so a folder inside a target can be allowed more than the rest.
struct ImportTable: Sendable {
    /// The allowed imports of the files below one folder.
    struct Row: Sendable {
        /// The folder, ending in a slash.
        let folder: String
        /// The modules' names.
        let modules: Set<String>
    }

    /// The rows.
    let rows: [Row]

    /// The row that decides for a path.
    func row(for path: String) -> Row? {
        self.rows
            .filter { row in path.hasPrefix(row.folder) }
            .max { one, other in one.folder.utf8.count < other.folder.utf8.count }
    }

    // Part of the language or of the system, and so no dependency; and how we write JSON and digits, which is below
    // all.
    private static let language: Set<String> = ["Foundation", "Notation", "Synchronization"]
    private static let cryptography: Set<String> = ["Crypto", "CryptoExtras", "X509", "SwiftASN1"]
    // AsyncHTTPClient speaks in NIO's types for methods, headers and buffers, and in NIOSSL's for what TLS must be.
    private static let client: Set<String> = ["AsyncHTTPClient", "NIOCore", "NIOHTTP1", "NIOSSL"]
    private static let server: Set<String> = ["Hummingbird", "NIOCore", "HTTPTypes", "Logging"]
    // SQL is written in the persistence targets and nowhere else.
    private static let sqlite: Set<String> = ["GRDB", "GRDBSQLite"]

    private static let appStore = Self.language.union(Self.cryptography)
    // Requests are handled and reports are read on threads of their own, which a semaphore of Dispatch wakes.
    // CryptoExtras has scrypt, which hashes passwords.
    private static let purserService = Self.language.union(Self.client).union([
        "AppStore", "Dispatch", "Ledger", "Crypto", "CryptoExtras", "Logging", "NIOPosix", "ServiceLifecycle", "Yams",
        "Metrics", "Tracing",
    ])
    private static let persistence = Self.language.union(["Ledger", "Logging"])
    // Long keys in random order are found by a few bytes of their SHA-256, which a caller cannot choose.
    private static let persistenceSQL = Self.persistence.union(["Crypto"])
    private static let persistenceSQLite = Self.persistence.union(Self.sqlite).union(["PersistenceSQL"])
    // Waiting for a socket happens on threads of their own, which Dispatch's semaphores wake.
    private static let persistencePostgreSQL = Self.persistence.union(["CLibPQ", "Dispatch", "Glibc", "PersistenceSQL"])
    // HummingbirdCore and NIOHTTPTypes name Hummingbird's channel and the parts of a request that a handler in it sees.
    private static let purserHTTP = Self.language.union(Self.server).union([
        "AppStore", "Ledger", "PurserService", "Crypto", "CryptoExtras", "HummingbirdCore", "Metrics", "NIOHTTPTypes",
        "Tracing",
    ])
    private static let observability = Self.language.union(["Metrics", "Tracing", "Logging"])
    // The independent witness: neither Ledger nor PurserService, ever.
    private static let appStoreSimulator = Self.appStore.union(Self.client).union(Self.server).union([
        "AppStore", "ServiceLifecycle",
    ])
    private static let composition = Self.purserService.union(Self.purserHTTP).union(Self.observability)
        .union(Self.appStoreSimulator).union([
            "PurserHTTP", "PersistenceSQL", "PersistenceSQLite", "PersistencePostgreSQL", "AppStoreSimulator",
            "Observability",
        ])
    private static let purserTesting = Self.composition.union(["CSQLiteFaults", "Glibc"])
    private static let testing: Set<String> = ["Foundation", "Synchronization", "Testing", "PurserTesting"]

    /// The table of this project.
    static let project = ImportTable(rows: [
        Row(folder: "Sources/AppStore/", modules: Self.appStore),
        Row(folder: "Sources/AppStore/API/", modules: Self.appStore.union(Self.client)),
        Row(folder: "Sources/AppStore/Revocation/", modules: Self.appStore.union(Self.client)),
        Row(folder: "Sources/Notation/", modules: ["Foundation"]),
        Row(folder: "Sources/Ledger/", modules: ["Foundation", "Notation"]),
        Row(folder: "Sources/PurserService/", modules: Self.purserService),
        Row(folder: "Sources/PersistenceSQL/", modules: Self.persistenceSQL),
        Row(folder: "Sources/PersistenceSQLite/", modules: Self.persistenceSQLite),
        Row(folder: "Sources/PersistencePostgreSQL/", modules: Self.persistencePostgreSQL),
        Row(folder: "Sources/PurserHTTP/", modules: Self.purserHTTP),
        // The pages are rendered from files that the compiler embeds.
        Row(folder: "Sources/PurserHTTP/Dashboard/", modules: Self.purserHTTP.union(["CDashboard", "Mustache"])),
        // What the parser refuses is said in NIOHTTP1's types.
        Row(folder: "Sources/PurserHTTP/Server/", modules: Self.purserHTTP.union(["NIOHTTP1"])),
        // What TLS must be is said in NIOSSL's types.
        Row(folder: "Sources/PurserHTTP/TLS/", modules: Self.purserHTTP.union(["NIOSSL"])),
        Row(folder: "Sources/Observability/", modules: Self.observability),
        Row(folder: "Sources/AppStoreSimulator/", modules: Self.appStoreSimulator),
        Row(
            folder: "Sources/AppStoreSimulator/Scenario/",
            modules: Self.appStoreSimulator.union(["CBuiltInScenarios"])
        ),
        Row(
            folder: "Sources/purser/",
            modules: Self.composition.union(["ArgumentParser", "UnixSignals"])
        ),
        Row(folder: "Tests/Support/PurserTesting/", modules: Self.purserTesting),
        Row(folder: "Tools/benchmark/", modules: Self.composition.union(["PurserTesting"])),
        Row(folder: "Tools/torture/", modules: Self.composition.union(["ArgumentParser", "PurserTesting"])),
        Row(folder: "Tools/FuzzedReaders/", modules: ["AppStore", "Foundation"]),
        Row(folder: "Tools/fuzz/", modules: ["CFuzzer", "Foundation", "FuzzedReaders"]),
        // Ten million subscribers are made in bulk.
        Row(folder: "Tools/benchmark/Datasets/", modules: Self.composition.union(Self.sqlite).union(["PurserTesting"])),
        Row(
            folder: "Tests/AppStoreTests/",
            modules: Self.testing.union(Self.appStore).union(Self.client).union([
                "AppStore", "AppStoreSimulator", "FuzzedReaders", "Logging", "NIOPosix", "ServiceLifecycle",
            ])
        ),
        Row(folder: "Tests/NotationTests/", modules: Self.testing.union(["Notation"])),
        Row(folder: "Tests/LedgerTests/", modules: Self.testing.union(["Ledger", "Notation"])),
        Row(
            folder: "Tests/PersistenceTests/",
            modules: Self.testing.union(Self.persistenceSQLite).union([
                "PersistenceSQL", "PersistenceSQLite", "PersistencePostgreSQL", "Glibc",
            ])
        ),
        Row(
            folder: "Tests/PurserServiceTests/",
            modules: Self.testing.union(Self.purserService).union([
                "PurserService", "PersistenceSQL", "PersistenceSQLite", "AppStoreSimulator",
            ])
        ),
        Row(
            folder: "Tests/PurserHTTPTests/",
            modules: Self.testing.union(Self.purserHTTP).union([
                "PurserHTTP", "Dispatch", "HummingbirdTesting", "NIOEmbedded", "NIOHTTP1", "NIOPosix", "NIOSSL",
                "PersistenceSQL", "PersistenceSQLite",
                "AppStoreSimulator",
            ])
        ),
        Row(
            folder: "Tests/ObservabilityTests/",
            modules: Self.testing.union(Self.observability).union(["Observability"])
        ),
        Row(
            folder: "Tests/AppStoreSimulatorTests/",
            modules: Self.testing.union(Self.appStoreSimulator).union(["AppStoreSimulator"])
        ),
        Row(folder: "Tests/PurserTests/", modules: Self.testing.union(Self.composition).union(["purser"])),
        Row(folder: "Tests/EndToEndTests/", modules: Self.testing.union(Self.composition).union(["torture"])),
        Row(folder: "Tests/TidyTests/", modules: ["Foundation", "Testing"]),
    ])
}
