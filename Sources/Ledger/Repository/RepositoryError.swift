/// The reason why a repository could not complete a call.
package enum RepositoryError: Error, Hashable, Sendable, CaseIterable {
    /// The disk is full; the caller may retry once there is space.
    case full
    /// The disk is read-only; the caller may retry once it is writable.
    case readOnly
    /// The file is no longer where it was opened; the caller may retry once it is back in its place.
    case unreachable
    /// The file or folder cannot be written for another reason; the caller may retry once that has changed.
    case notWritable
    /// The repository is busy, unreachable or shutting down; the caller may retry.
    case unavailable
    /// A read took longer than a read may; the caller may retry.
    case tooSlow
    /// A write reached the disk in an unknown state.
    ///
    /// The process must end; clients send again what was not acknowledged.
    case failedSync
    /// A newer server has changed the schema so that this one must not write; the caller may retry with a newer server.
    case tooOld
    /// The lease of a repeatable request was given to another caller, so nothing was written.
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
        case .tooSlow: "repository_too_slow"
        case .failedSync: "repository_failed_sync"
        case .tooOld: "repository_server_too_old"
        case .leaseLost: "repository_lease_lost"
        case .corrupt: "repository_corrupt"
        }
    }
}
