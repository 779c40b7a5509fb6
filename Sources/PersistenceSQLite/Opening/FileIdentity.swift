import Foundation

/// Which file a path leads to.
///
/// A file that was moved or removed can still be written to by whoever has it open, and all of that is lost with it.
struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let file: UInt64

    /// The file at a path, or `nil` when there is none.
    init?(path: String) {
        var found = stat()
        guard unsafe stat(path, &found) == 0 else { return nil }
        self.device = UInt64(found.st_dev)
        self.file = UInt64(found.st_ino)
    }
}
