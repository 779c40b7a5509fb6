import Foundation

/// Test data that other people made, which lies outside the project.
///
/// The environment variable `PURSER_VECTORS` says where; tests that need it are skipped, with the reason, where it is
/// not set.
package enum Vectors {
    /// The reason to give when the data is not there.
    package static let absence = "PURSER_VECTORS does not name a folder with test vectors"

    /// The folder, when there is one.
    package static let folder: String? = {
        guard let path = ProcessInfo.processInfo.environment["PURSER_VECTORS"] else { return nil }
        var isDirectory: ObjCBool = false
        let exists = unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
        return exists && isDirectory.boolValue ? path : nil
    }()

    /// Whether the data is there.
    package static var arePresent: Bool { self.folder != nil }

    /// The bytes of a file in the folder.
    package static func bytes(_ path: String) throws -> [UInt8] {
        let folder = try self.folder ?? { throw CocoaError(.fileNoSuchFile) }()
        return Array(try Data(contentsOf: URL(fileURLWithPath: folder).appendingPathComponent(path)))
    }

    /// The bytes of a text file without white space at its ends.
    package static func text(_ path: String) throws -> [UInt8] {
        let text = String(decoding: try self.bytes(path), as: UTF8.self)
        return Array(text.trimmingCharacters(in: .whitespacesAndNewlines).utf8)
    }
}
