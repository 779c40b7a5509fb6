/// What a person of the shop does, and therefore may do.
package enum OperatorRole: String, Hashable, Sendable, CaseIterable {
    /// Looks.
    case viewer
    /// Looks, and helps customers.
    case support
    /// Looks, and works on what concerns money.
    case finance
    /// Does everything.
    case admin

    /// What the role may be used for.
    package var scopes: Set<AccessScope> {
        switch self {
        case .viewer, .finance: [.read]
        case .support: [.read, .write]
        case .admin: [.read, .write, .admin]
        }
    }
}
