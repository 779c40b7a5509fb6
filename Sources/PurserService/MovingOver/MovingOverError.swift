package import Ledger

/// Why nothing can be said of old forms.
package enum MovingOverError: OperatorRefusal, Hashable, Sendable {
    /// The books could not be read.
    case storage(RepositoryError)

    /// A stable code.
    package var code: String {
        switch self {
        case .storage(let error): error.code
        }
    }

    /// What to do about it, in one sentence.
    package var remedy: String { "The database cannot be read now. Try again." }
}
