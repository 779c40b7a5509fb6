/// A signed word of Apple's about the refund of one purchase.
///
/// Words are a set: whatever their order and however often they arrive, they make the same case.
package struct RefundWord: Hashable, Sendable {
    /// What was said.
    package enum Kind: Hashable, Sendable {
        /// CONSUMPTION_REQUEST: somebody wants his money back, and Apple asks what it should know. With Apple's reason.
        case requested(reason: String?)
        /// REFUND: Apple paid back this share of the price, in thousandths of a percent.
        case refunded(share: Int64)
        /// REFUND_DECLINED: Apple did not pay back anything.
        case declined
        /// REFUND_REVERSED: Apple took a refund back.
        case reversed
        /// REVOKE: what a family shared ended with the purchase of the one who shared it.
        case revoked

        /// Whether it is Apple's decision about a request.
        package var isDecision: Bool {
            switch self {
            case .refunded, .declined: true
            case .requested, .reversed, .revoked: false
            }
        }
    }

    /// Which word it is: the notification's UUID, or where it was read elsewhere a name made of what it says.
    package let id: String
    /// What was said.
    package let kind: Kind
    /// When Apple signed it.
    package let signedAt: Instant

    /// A word of these values.
    package init(id: String, kind: Kind, signedAt: Instant) {
        self.id = id
        self.kind = kind
        self.signedAt = signedAt
    }

    /// Whether this word comes before another: signed earlier or, at equal dates, a request before what ends it.
    package func comes(before other: Self) -> Bool {
        if self.signedAt != other.signedAt { return self.signedAt < other.signedAt }
        if self.kind.order != other.kind.order { return self.kind.order < other.kind.order }
        if self.id != other.id { return self.id < other.id }
        return self.kind.detail < other.kind.detail
    }
}

extension RefundWord.Kind {
    /// Where words of one date stand: nobody asks again, and nothing is reversed, in the millisecond of a decision.
    fileprivate var order: Int {
        switch self {
        case .requested: 0
        case .declined: 1
        case .refunded: 2
        case .revoked: 3
        case .reversed: 4
        }
    }

    /// What it says besides, so that even two words of one name have an order.
    fileprivate var detail: (Int64, String) {
        switch self {
        case .requested(let reason): (0, reason ?? "")
        case .refunded(let share): (share, "")
        case .declined, .reversed, .revoked: (0, "")
        }
    }
}
