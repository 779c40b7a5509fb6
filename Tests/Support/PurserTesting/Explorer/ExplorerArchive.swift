package import Foundation

/// Where failing programs are kept, to be read by people and played again.
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
