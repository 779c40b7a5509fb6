import Foundation

/// A folder for one test, removed with the value that owns it.
final class TemporaryFolder: Sendable {
    /// Its path, without a slash at the end.
    let path: String

    /// A new, empty folder.
    init() throws {
        let template = FileManager.default.temporaryDirectory.path + "/purser-tests-XXXXXX"
        var bytes = Array(template.utf8CString)
        guard unsafe mkdtemp(&bytes) != nil else { throw CocoaError(.fileWriteUnknown) }
        self.path = String(decoding: bytes.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: self.path)
    }

    /// Writes a file below it, with its folders, and answers its path.
    @discardableResult
    func write(_ name: String, _ bytes: [UInt8], mode: Int = 0o600) throws -> String {
        let path = self.path + "/" + name
        try FileManager.default.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent,
            withIntermediateDirectories: true
        )
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        return path
    }

    /// Writes a text file below it.
    @discardableResult
    func write(_ name: String, _ text: String, mode: Int = 0o600) throws -> String {
        try self.write(name, Array(text.utf8), mode: mode)
    }

    /// The permission bits of something below it.
    func mode(_ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: self.path + "/" + name)[.posixPermissions] as? Int
    }
}
