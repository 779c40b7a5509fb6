/// What a subscription is at one instant.
package enum Standing: Hashable, Sendable {
    /// No transaction tells.
    case unknown
    /// A paid period runs.
    case active
    /// Unpaid, in the grace period that the App Store grants.
    case grace
    /// Unpaid, and the App Store tries to charge again.
    case retry
    /// The period is over and nothing has been heard yet.
    case overdue
    /// Over; unconfirmed while only the silence says so.
    case expired(isConfirmed: Bool)
    /// Refunded or withdrawn.
    case revoked

    /// A stable code for answers and events.
    package var code: String {
        switch self {
        case .unknown: "unknown"
        case .active: "active"
        case .grace: "grace"
        case .retry: "retry"
        case .overdue: "overdue"
        case .expired: "expired"
        case .revoked: "revoked"
        }
    }
}
