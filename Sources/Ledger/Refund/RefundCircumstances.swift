/// What decides which answers about a purchase Apple accepts.
package struct RefundCircumstances: Hashable, Sendable {
    /// What kind of product it is.
    package var kind: TransactionSnapshot.Kind
    /// How the Apple Account came to it.
    package var ownership: TransactionSnapshot.Ownership
    /// Whether it was handed over.
    package var delivery: RefundDelivery
    /// Which share of it was consumed, in thousandths of a percent; `nil` when nobody knows.
    package var share: Int64?
    /// The largest share that an earlier round of the case told.
    package var shareToldBefore: Int64?
    /// Whether the customer could try it, or read about it, before he bought.
    package var isSampleOffered: Bool
    /// Whether the customer's consent stands.
    package var hasConsent: Bool

    /// Whether anything may be told: with consent, and about what nobody shares or pays for somebody else.
    package var mayTell: Bool { self.hasConsent && self.ownership == .purchased }

    /// Circumstances of these values.
    package init(
        kind: TransactionSnapshot.Kind,
        ownership: TransactionSnapshot.Ownership = .purchased,
        delivery: RefundDelivery,
        share: Int64? = nil,
        shareToldBefore: Int64? = nil,
        isSampleOffered: Bool = false,
        hasConsent: Bool
    ) {
        self.kind = kind
        self.ownership = ownership
        self.delivery = delivery
        self.share = share
        self.shareToldBefore = shareToldBefore
        self.isSampleOffered = isSampleOffered
        self.hasConsent = hasConsent
    }
}
