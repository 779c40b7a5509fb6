internal import Foundation

/// The bytes of a file that somebody named, read with a limit.
package struct BoundedFile: Sendable {
    /// Why a file could not be read, as the problem of an issue.
    package enum Refusal: String, Error {
        /// Nothing has this name.
        case missing = "does not exist"
        /// It is a folder.
        case isFolder = "is a folder, not a file"
        /// The process may not open it, or reading failed.
        case unreadable = "cannot be read by this user"
        /// It is larger than the limit.
        case tooLarge = "is too large"
    }

    /// The content.
    package let bytes: [UInt8]
    /// Whether its group or others have any permission on it.
    package let isOpenToOthers: Bool

    /// Reads a file of at most so many bytes.
    package init(path: String, limitBytes: Int) throws(Refusal) {
        var isFolder: ObjCBool = false
        guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { throw .missing }
        guard !isFolder.boolValue else { throw .isFolder }
        guard let handle = FileHandle(forReadingAtPath: path) else { throw .unreadable }
        defer { try? handle.close() }
        var status = stat()
        guard unsafe fstat(handle.fileDescriptor, &status) == 0 else { throw .unreadable }
        // Asked of the open file, so that nobody can put another one in its place in between.
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
