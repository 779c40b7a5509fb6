package import AppStoreSimulator
package import Foundation

/// A random life of an App Store and of the server that listens to it: a world to start from and a list of steps.
///
/// It is a value that says everything: the same program runs the same way, and any step can be left out.
package struct ExplorerProgram: Hashable, Sendable, Codable {
    /// The seed it was written from, which is also the world's.
    package var seed: UInt64
    /// How the store behaves.
    package var profile: String
    /// The days of billing grace, or `nil` when the app grants none.
    package var graceDays: Int?
    /// Whether the server keeps its ledger in a file.
    package var usesFile: Bool
    /// The customers whose app never speaks with the server.
    package var silentCustomers: [String]
    /// The steps in order.
    package var steps: [ExplorerStep]

    /// A program of these parts.
    package init(
        seed: UInt64,
        profile: WorldProfile = .production,
        graceDays: Int? = nil,
        usesFile: Bool = false,
        silentCustomers: [String] = [],
        steps: [ExplorerStep] = []
    ) {
        self.seed = seed
        self.profile = profile.rawValue
        self.graceDays = graceDays
        self.usesFile = usesFile
        self.silentCustomers = silentCustomers
        self.steps = steps
    }

    /// How the store behaves.
    var worldProfile: WorldProfile { WorldProfile(rawValue: self.profile) ?? .production }
}

/// The archive of failing programs, to be read and played again.
///
/// The environment variable `PURSER_EXPLORER_FOLDER` names the folder; without it they go to the temporary folder.
package enum ExplorerArchive {
    /// The folder.
    package static var folder: URL {
        guard let path = ProcessInfo.processInfo.environment["PURSER_EXPLORER_FOLDER"], !path.isEmpty else {
            return FileManager.default.temporaryDirectory
        }
        return URL(filePath: path, directoryHint: .isDirectory)
    }

    /// Writes a program, and answers the path of the file.
    package static func save(_ program: ExplorerProgram, in folder: URL = Self.folder) throws -> String {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: "explorer-\(program.seed).json")
        try self.text(of: program).write(to: file, options: .atomic)
        return file.path
    }

    /// A program as it is written: JSON, its members in a fixed order.
    package static func text(of program: ExplorerProgram) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(program) + Data("\n".utf8)
    }

    /// Reads a program.
    package static func program(at path: String) throws -> ExplorerProgram {
        try JSONDecoder().decode(ExplorerProgram.self, from: Data(contentsOf: URL(filePath: path)))
    }
}
