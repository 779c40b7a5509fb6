internal import Foundation

/// A small file of secrets, for its owner only.
///
/// It is written as a whole or not at all, and is on disk together with its name when that returns: what comes from a
/// secret is given away, so the secret must not be lost with the power.
package struct SecretFile: Sendable {
    /// Why it could not be read or written.
    package enum Trouble: Error {
        /// Others than its owner have a permission on it.
        case exposed
        /// It cannot be opened, or holds more than is ever written.
        case unreadable
        /// It, or its name, could not be brought to the disk.
        case unwritable
    }

    /// Its path.
    package let path: String

    /// The file at a path, which need not be there yet.
    package init(path: String) {
        self.path = path
    }

    /// What is in it; `nil` when there is no file yet.
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

    /// Makes the file, or puts this in the place of what was in it.
    package func write(_ bytes: [UInt8]) throws(Trouble) {
        let next = self.path + ".new"
        _ = unsafe unlink(next)
        // Nobody else could read it even for a moment.
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
