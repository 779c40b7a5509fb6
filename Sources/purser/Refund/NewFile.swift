import Foundation

/// A file that is there under its name when it is whole, and that only its owner may read.
final class NewFile {
    private let path: String
    private let handle: FileHandle
    private var isWhole = false

    /// Begins a file; one of the name must not be there yet.
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

    /// Writes on.
    func write(_ bytes: [UInt8]) throws {
        do {
            try self.handle.write(contentsOf: Data(bytes))
        } catch {
            throw Self.refusal(self.path)
        }
    }

    /// Gives it its name.
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
            line: "\(path): cannot be made. Name a file that is not there yet, in a folder that may be written."
        )
        return ExitStatus.cannotCreate.error
    }
}
