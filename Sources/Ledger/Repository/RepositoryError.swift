/// Why a repository could not do what it was asked.
package enum RepositoryError: Error, Hashable, Sendable, CaseIterable {
    /// The disk is full; worth another try once there is room.
    case full
    /// The disk may only be read; worth another try once it may be written.
    case readOnly
    /// The file is no longer where it was opened; worth another try once it is back in its place.
    case unreachable
    /// The file or folder cannot be written for another reason; worth another try once that has changed.
    case notWritable
    /// The repository is busy, gone or shutting down; worth another try.
    case unavailable
    /// A write reached the disk in an unknown state. The process must stop; what was not acknowledged will come again.
    case failedSync
    /// A newer server has changed the schema so that this one must not write; worth another try at a newer server.
    case tooOld
    /// The lease of a request that its sender may repeat was given to somebody else, so nothing was written.
    case leaseLost
    /// The stored data contradicts itself or the schema.
    case corrupt

    /// A stable code for logs, metrics and answers.
    package var code: String {
        switch self {
        case .full: "repository_full"
        case .readOnly: "repository_read_only"
        case .unreachable: "repository_unreachable"
        case .notWritable: "repository_not_writable"
        case .unavailable: "repository_unavailable"
        case .failedSync: "repository_failed_sync"
        case .tooOld: "repository_server_too_old"
        case .leaseLost: "repository_lease_lost"
        case .corrupt: "repository_corrupt"
        }
    }
}
