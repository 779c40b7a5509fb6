/// What happens to delivered goods while Apple decides about a refund that was asked for.
package enum RequestConsequence: String, Hashable, Sendable, CaseIterable {
    /// What is left of them is held, for seven days at most.
    case freeze
    /// Nothing.
    case nothing
}
