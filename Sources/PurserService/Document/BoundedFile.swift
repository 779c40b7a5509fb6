internal import Foundation

/// The contents of a file at a given path, read with a size limit.
package struct BoundedFile: Sendable {
    /// The reason why a file could not be read, as the problem of an issue.
    package enum Refusal: String, Error {
        /// No file has this name.
        case missing = "does not exist"
        /// The path is a folder.
        case isFolder = "is a folder, not a file"
        /// The process may not open the file, or reading failed.
        case unreadable = "cannot be read by this user"
        /// The file is larger than the limit.
        case tooLarge = "is too large"
    }

    /// The contents.
    package let bytes: [UInt8]
    /// Whether the file's group or others have any permission on it.
    package let isOpenToOthers: Bool

    /// Reads a file of at most `limitBytes` bytes.
    package init(path: String, limitBytes: Int) throws(Refusal) {
        var isFolder: ObjCBool = false
        guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { throw .missing }
        guard !isFolder.boolValue else { throw .isFolder }
        guard let handle = FileHandle(forReadingAtPath: path) else { throw .unreadable }
        defer { try? handle.close() }
        var status = stat()
        guard unsafe fstat(handle.fileDescriptor, &status) == 0 else { throw .unreadable }
        // The permissions are those of the open file, so that the file cannot be exchanged in between.
        self.isOpenToOthers = status.st_mode & 0o077 != 0
        var bytes: [UInt8] = []
        do {
            while bytes.count <= limitBytes, let part = try handle.read(upToCount: limitBytes + 1 - bytes.count),
                !part.isEmpty
            {
                bytes += part
            }
        } catch {
            throw .unreadable
        }
        guard bytes.count <= limitBytes else { throw .tooLarge }
        self.bytes = bytes
    }
}
