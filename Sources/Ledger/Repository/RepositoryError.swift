/// Why a repository could not do what it was asked.
package enum RepositoryError: Error, Hashable, Sendable {
    /// The disk is full, or the file or folder cannot be written; worth another try once that has changed.
    case notWritable
    /// The repository is busy, gone or shutting down; worth another try.
    case unavailable
    /// A write reached the disk in an unknown state. The process must stop; what was not acknowledged will come again.
    case failedSync
    /// The stored data contradicts itself or the schema.
    case corrupt

    /// A stable code for logs, metrics and answers.
    package var code: String {
        switch self {
        case .notWritable: "repository_not_writable"
        case .unavailable: "repository_unavailable"
        case .failedSync: "repository_failed_sync"
        case .corrupt: "repository_corrupt"
        }
    }
}
