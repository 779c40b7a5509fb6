/// What the shop takes for a customer's consent where he has said nothing.
package enum ConsentRegime: String, Hashable, Sendable, CaseIterable {
    /// Nothing: he has to agree first.
    case optIn
    /// That he agrees, until he says no.
    case optOut
}
