import Foundation

/// A new file that appears under its name only when it is complete, readable only by its owner.
final class NewFile {
    private let path: String
    private let handle: FileHandle
    private var isWhole = false

    /// Creates a file; no file of this name may exist yet.
    init(path: String) throws {
        self.path = path
        let manager = FileManager.default
        guard !manager.fileExists(atPath: path),
            manager.createFile(atPath: path + ".part", contents: nil, attributes: [.posixPermissions: 0o600]),
            let handle = FileHandle(forWritingAtPath: path + ".part")
        else { throw Self.refusal(path) }
        self.handle = handle
    }

    deinit {
        if !self.isWhole { try? FileManager.default.removeItem(atPath: self.path + ".part") }
    }

    /// Appends bytes.
    func write(_ bytes: [UInt8]) throws {
        do {
            try self.handle.write(contentsOf: Data(bytes))
        } catch {
            throw Self.refusal(self.path)
        }
    }

    /// Gives the file its name.
    func finish() throws {
        do {
            try self.handle.synchronize()
            try self.handle.close()
            try FileManager.default.moveItem(atPath: self.path + ".part", toPath: self.path)
        } catch {
            throw Self.refusal(self.path)
        }
        self.isWhole = true
    }

    private static func refusal(_ path: String) -> any Error {
        StandardStream.error.write(
            line: "\(path): cannot be created. Name a file that does not exist yet, in a folder with write permission."
        )
        return ExitStatus.cannotCreate.error
    }
}
