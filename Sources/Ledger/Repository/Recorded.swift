/// What became of a recorded unit.
package struct Recorded: Hashable, Sendable {
    /// Whether any of it was new; `false` when all of it had been recorded before.
    package let isNew: Bool
    /// Whose the submitted transaction is; `nil` when the unit had no submission.
    package let claim: Claim?
    /// Whether the same customer had submitted the same transaction before.
    package let wasSubmittedBefore: Bool
    /// Whether the app is to finish what it submitted, as its deliveries say; `nil` where the app has none.
    package let finish: DeliveryFinish?

    /// An outcome of these values.
    package init(isNew: Bool, claim: Claim?, wasSubmittedBefore: Bool, finish: DeliveryFinish? = nil) {
        self.isNew = isNew
        self.claim = claim
        self.wasSubmittedBefore = wasSubmittedBefore
        self.finish = finish
    }
}
