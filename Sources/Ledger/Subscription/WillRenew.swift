/// Whether something will renew.
package enum WillRenew: String, Hashable, Sendable, CaseIterable {
    /// It will.
    case yes
    /// It will not.
    case no
    /// It will if the customer agrees to a higher price.
    case needsConsent
    /// Nothing that speaks for the period says.
    case unknown
}
