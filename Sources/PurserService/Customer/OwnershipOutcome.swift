package import Ledger

/// What an act on ownership did, or would do.
package struct OwnershipOutcome: Hashable, Sendable {
    /// What came of letting Apple name the new owner.
    package enum TokenOutcome: Hashable, Sendable {
        /// Nobody asked for it.
        case notAsked
        /// It would be done.
        case planned
        /// Apple names him from now on.
        case set(AccountToken)
        /// Apple was not told; the purchases have moved all the same.
        case failed(code: String)
    }

    /// The act, by which it can be undone; `nil` for a preview, and where there was nothing to do.
    package let change: OwnershipChangeID?
    /// What moved; the moves of a preview bear names that they never get.
    package let moves: [OwnershipMove]
    /// The rights of everybody concerned, before and after.
    package let rights: [RightsChange]
    /// Whether the books had not heard of the customer before.
    package var isNewCustomer = false
    /// What came of letting Apple name the new owner.
    package var token = TokenOutcome.notAsked
    /// Whether it is only what would be done.
    package var isPreview = false
    /// Why nothing was done, or would be; `nil` where something was.
    package var nothing: NothingDone.Code?
}
