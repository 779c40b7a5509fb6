/// RESCIND_CONSENT: nobody agrees any more for the user of an Apple Account, so nothing that was agreed to before counts.
package struct ConsentRescission: Hashable, Sendable {
    /// The Apple Account in this app.
    package let account: AppTransactionID
    /// When Apple signed it.
    package let signedAt: Instant

    /// A rescission of these values.
    package init(account: AppTransactionID, signedAt: Instant) {
        self.account = account
        self.signedAt = signedAt
    }
}
