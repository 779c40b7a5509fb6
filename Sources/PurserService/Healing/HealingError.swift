package import AppStore
package import Ledger

/// Why the books could not be healed now.
///
/// What was read before counts, and the next attempt goes on from there.
package enum HealingError: Error, Hashable, Sendable {
    /// Apple could not be asked, or refused.
    case appStore(AppStoreError)
    /// The books could not be read or written.
    case storage(RepositoryError)
    /// What Apple answered could not be taken in.
    case evidence(IngestError)

    /// A stable code for logs, metrics and answers.
    package var code: String {
        switch self {
        case .appStore(let error): error.code
        case .storage(let error): error.code
        case .evidence(let error): error.code
        }
    }

    /// Whether it may go well by itself later.
    package var canRetry: Bool {
        switch self {
        case .appStore(let error): error.canRetry
        case .storage, .evidence(.storage), .evidence(.quarantineFull): true
        case .evidence: false
        }
    }
}
