internal import Foundation

/// A small file of secrets, readable only by its owner.
///
/// It is written completely or not at all, and the file and its name are on disk when `write(_:)` returns: what is
/// derived from a secret is given to others, so a power failure must not lose the secret.
package struct SecretFile: Sendable {
    /// The reason why the file could not be read or written.
    package enum Trouble: Error {
        /// Others than the owner have a permission on the file.
        case exposed
        /// The file cannot be opened, or is larger than any file that is written.
        case unreadable
        /// The file, or its name, could not be written to the disk.
        case unwritable
    }

    /// The path of the file.
    package let path: String

    /// Creates a reference to the file at a path, which need not exist yet.
    package init(path: String) {
        self.path = path
    }

    /// Returns the contents; `nil` if the file does not exist.
    package func read(limitBytes: Int) throws(Trouble) -> [UInt8]? {
        let file: BoundedFile
        do throws(BoundedFile.Refusal) {
            file = try BoundedFile(path: self.path, limitBytes: limitBytes)
        } catch {
            guard error == .missing else { throw .unreadable }
            return nil
        }
        guard !file.isOpenToOthers else { throw .exposed }
        return file.bytes
    }

    /// Creates the file, or replaces its contents.
    package func write(_ bytes: [UInt8]) throws(Trouble) {
        let next = self.path + ".new"
        _ = unsafe unlink(next)
        // The permissions are set at creation, so that others cannot read the file at any moment.
        let descriptor = unsafe open(next, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .unwritable }
        let written = unsafe bytes.withUnsafeBytes { bytes in
            unsafe Foundation.write(descriptor, bytes.baseAddress, bytes.count)
        }
        let isSynced = fsync(descriptor) == 0
        close(descriptor)
        guard written == bytes.count, isSynced, unsafe rename(next, self.path) == 0 else {
            _ = unsafe unlink(next)
            throw .unwritable
        }
        let parent = (self.path as NSString).deletingLastPathComponent
        let folder = unsafe open(parent.isEmpty ? "." : parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw .unwritable }
        let isNameSynced = fsync(folder) == 0
        close(folder)
        guard isNameSynced else { throw .unwritable }
    }
}
