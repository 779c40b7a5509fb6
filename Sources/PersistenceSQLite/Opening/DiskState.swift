import Foundation

/// What the system says of the disk that a path is on.
struct DiskState {
    /// How much an unprivileged program may still write, in bytes.
    let freeBytes: Int64
    /// Whether nothing may be written at all.
    let isReadOnly: Bool

    /// The state of the disk that holds a file or folder, or `nil` when the path leads nowhere.
    init?(path: String) {
        var state = statvfs()
        guard unsafe statvfs(path, &state) == 0 else { return nil }
        self.freeBytes = Int64(clamping: UInt64(state.f_bavail)) * Int64(clamping: UInt64(state.f_frsize))
        self.isReadOnly = UInt64(state.f_flag) & UInt64(ST_RDONLY) != 0
    }
}
