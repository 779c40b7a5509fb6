package import Ledger

/// In which capacity somebody calls.
package enum Principal: Hashable, Sendable {
    /// A shop's backend, for these purposes.
    case secret(Set<AccessScope>)
    /// An app in the field, for this customer, or before it has one.
    case publishable(CustomerID?)
    /// A person or tool of the shop, in a role.
    case `operator`(OperatorRole)

    /// What it may be used for.
    ///
    /// What an app in the field may call is a list of its own, and nothing of it is administration.
    package var scopes: Set<AccessScope> {
        switch self {
        case .secret(let scopes): scopes
        case .publishable: [.read, .write]
        case .operator(let role): role.scopes
        }
    }
}
