/// A customer's consent to sending data about their purchases to Apple, with its proof.
package struct Consent: Hashable, Sendable {
    /// The withdrawal of a consent.
    package struct Withdrawal: Hashable, Sendable {
        /// The instant of the withdrawal.
        package let withdrawnAt: Instant
        /// The place where the customer withdrew, in the shop's words.
        package let source: String?
        /// The name of the key or operator that recorded it.
        package let recordedBy: String

        /// Creates a withdrawal with these values.
        package init(withdrawnAt: Instant, source: String?, recordedBy: String) {
            self.withdrawnAt = withdrawnAt
            self.source = source
            self.recordedBy = recordedBy
        }

        /// Returns whether this withdrawal counts rather than another of the same consent: the earlier counts, so that
        /// nothing is sent after the first refusal.
        func takesPrecedence(over other: Self) -> Bool { self.withdrawnAt < other.withdrawnAt }
    }

    /// The identifier of the consent.
    package let id: ConsentID
    /// The SHA-256 of the text that the customer was shown, as 64 hexadecimal digits; `nil` when the shop did not state
    /// it.
    package let textHash: String?
    /// The version of the text.
    package let version: String
    /// The language of the text, by BCP 47.
    package let locale: String
    /// The customer's storefront at the time, ISO 3166-1 alpha-3; it decides which law applies.
    package let storefront: String
    /// The instant at which the customer agreed.
    package let givenAt: Instant
    /// The place where the customer agreed, in the shop's words; `nil` once the customer is erased.
    package var source: String?
    /// The person who agreed for a minor; `nil` once the customer is erased.
    package var guardian: String?
    /// Whether a guardian agreed for a minor.
    package let isByGuardian: Bool
    /// The instant at which the consent was recorded.
    package let recordedAt: Instant
    /// The name of the key or operator that recorded it.
    package let recordedBy: String
    /// The withdrawal of the consent; `nil` while it is not withdrawn.
    package private(set) var withdrawal: Withdrawal?

    /// Creates a consent with these values.
    package init(
        id: ConsentID,
        textHash: String?,
        version: String,
        locale: String,
        storefront: String,
        givenAt: Instant,
        source: String?,
        guardian: String? = nil,
        isByGuardian: Bool? = nil,
        recordedAt: Instant,
        recordedBy: String,
        withdrawal: Withdrawal? = nil
    ) {
        self.id = id
        self.textHash = textHash
        self.version = version
        self.locale = locale
        self.storefront = storefront
        self.givenAt = givenAt
        self.source = source
        self.guardian = guardian
        self.isByGuardian = isByGuardian ?? (guardian != nil)
        self.recordedAt = recordedAt
        self.recordedBy = recordedBy
        self.withdrawal = withdrawal
    }

    /// Records a withdrawal and returns whether it changed the consent.
    package mutating func withdraw(_ withdrawal: Withdrawal) -> Bool {
        if let known = self.withdrawal, !withdrawal.takesPrecedence(over: known) { return false }
        self.withdrawal = withdrawal
        return true
    }

    /// A warning about what the consent cannot prove; `nil` when the text is stated.
    package var warning: String? {
        guard self.textHash == nil else { return nil }
        return
            "Without textHash (--text-hash) the consent does not prove which text the customer agreed to. "
            + "Send the SHA-256 of the text."
    }

    /// The same consent without personal data.
    package var nameless: Self {
        var copy = self
        copy.source = nil
        copy.guardian = nil
        copy.withdrawal = self.withdrawal.map {
            Withdrawal(withdrawnAt: $0.withdrawnAt, source: nil, recordedBy: $0.recordedBy)
        }
        return copy
    }

    /// Returns whether another consent has the same content, regardless of when it was recorded and of later
    /// withdrawals.
    package func saysSame(as other: Self) -> Bool {
        self.id == other.id && self.textHash == other.textHash && self.version == other.version
            && self.locale == other.locale && self.storefront == other.storefront && self.givenAt == other.givenAt
            && self.source == other.source && self.guardian == other.guardian
    }

    /// Returns the consent that is in effect at an instant; `nil` when the newest statement until then is a withdrawal,
    /// or there is none.
    ///
    /// A customer who withdraws one consent agrees to nothing, even when an older consent was not withdrawn by its ID.
    package static func current(among consents: [Self], at now: Instant) -> Self? {
        let given = consents.filter { $0.givenAt <= now }
        let newest = given.max {
            $0.givenAt != $1.givenAt ? $0.givenAt < $1.givenAt : $0.id < $1.id
        }
        let no = given.compactMap { $0.withdrawal?.withdrawnAt }.filter { $0 <= now }.max()
        guard let newest else { return nil }
        if let no, no >= newest.givenAt { return nil }
        return newest
    }
}

/// The identifier of one consent.
package typealias ConsentID = Identifier<Consent>

/// The legal basis for sending data about a customer's purchases to Apple.
package enum ConsentBasis: String, Hashable, Sendable, CaseIterable {
    /// The customer agreed, and has not withdrawn since.
    case given
    /// The customer has stated nothing, and the regime of the purchase's storefront takes that for consent.
    case storefront

    /// Creates the basis at an instant; `nil` when nothing may be sent.
    ///
    /// - Parameters:
    ///   - consents: The customer's consents, with their withdrawals.
    ///   - rescindedAt: When consent was last rescinded for the Apple Account that paid; `nil` if never.
    ///   - regime: The regime of the purchase's storefront.
    ///   - now: The instant.
    package init?(_ consents: [Consent], rescindedAt: Instant?, regime: ConsentRegime, at now: Instant) {
        if let current = Consent.current(among: consents, at: now) {
            // A customer who agreed after a parent had rescinded consent has agreed anew.
            guard rescindedAt.map({ $0 < current.givenAt }) ?? true else { return nil }
            self = .given
            return
        }
        let hasWithdrawn = consents.contains { $0.withdrawal.map { $0.withdrawnAt <= now } ?? false }
        guard regime == .optOut, rescindedAt == nil, !hasWithdrawn else { return nil }
        self = .storefront
    }
}

/// How the shop treats a customer who has stated neither consent nor refusal.
package enum ConsentRegime: String, Hashable, Sendable, CaseIterable {
    /// The customer has to agree first.
    case optIn
    /// The customer counts as agreeing until they refuse.
    case optOut
}

/// The consent regime of each storefront.
package struct ConsentRegimes: Hashable, Sendable {
    /// The regime of every other storefront.
    package let other: ConsentRegime
    /// The regimes of storefronts, by ISO 3166-1 alpha-3 code.
    package let storefronts: [String: ConsentRegime]

    /// Creates regimes; by default every customer has to agree first.
    package init(other: ConsentRegime = .optIn, storefronts: [String: ConsentRegime] = [:]) {
        self.other = other
        self.storefronts = storefronts
    }

    /// The regime of a storefront; without a known storefront the regime is `optIn`.
    package subscript(storefront: String?) -> ConsentRegime {
        guard let storefront else { return .optIn }
        return self.storefronts[storefront] ?? self.other
    }

    /// Whether the regime of any storefront is `optOut`.
    package var hasOptOut: Bool { self.other == .optOut || self.storefronts.values.contains(.optOut) }
}
