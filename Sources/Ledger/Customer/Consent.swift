/// A customer's word that data about his purchases may be sent to Apple, with what proves it.
package struct Consent: Hashable, Sendable {
    /// That he does not agree any more.
    package struct Withdrawal: Hashable, Sendable {
        /// When he said so.
        package let withdrawnAt: Instant
        /// Where he said so.
        package let source: String?
        /// Who took it down: a key or an operator, by name.
        package let recordedBy: String

        /// A withdrawal of these values.
        package init(withdrawnAt: Instant, source: String?, recordedBy: String) {
            self.withdrawnAt = withdrawnAt
            self.source = source
            self.recordedBy = recordedBy
        }

        /// Whether this one counts rather than another of the same consent: the earlier, so that nothing is sent after
        /// the first no.
        func takesPrecedence(over other: Self) -> Bool { self.withdrawnAt < other.withdrawnAt }
    }

    /// Its name.
    package let id: ConsentID
    /// SHA-256 of the text that he was shown, 64 hexadecimal digits; `nil` where the shop did not state it.
    package let textHash: String?
    /// The version of the text.
    package let version: String
    /// The language it was shown in, by BCP 47.
    package let locale: String
    /// His storefront then, ISO 3166-1 alpha-3: what the law asks for depends on it.
    package let storefront: String
    /// When he agreed.
    package let givenAt: Instant
    /// Where he agreed, in the shop's words; gone once he is erased.
    package var source: String?
    /// Who agreed for a minor; gone once he is erased.
    package var guardian: String?
    /// Whether somebody agreed for a minor.
    package let isByGuardian: Bool
    /// When it was taken down.
    package let recordedAt: Instant
    /// Who took it down: a key or an operator, by name.
    package let recordedBy: String
    /// That he does not agree any more.
    package private(set) var withdrawal: Withdrawal?

    /// A consent of these values.
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

    /// Takes in that he does not agree any more; whether that says anything new.
    package mutating func withdraw(_ withdrawal: Withdrawal) -> Bool {
        if let known = self.withdrawal, !withdrawal.takesPrecedence(over: known) { return false }
        self.withdrawal = withdrawal
        return true
    }

    /// What the consent cannot prove; `nil` where it states the text.
    package var warning: String? {
        guard self.textHash == nil else { return nil }
        return
            "Without textHash (--text-hash) nobody can prove later which text the customer agreed to. "
            + "Send the SHA-256 of the text."
    }

    /// The same without what speaks of persons.
    package var nameless: Self {
        var copy = self
        copy.source = nil
        copy.guardian = nil
        copy.withdrawal = self.withdrawal.map {
            Withdrawal(withdrawnAt: $0.withdrawnAt, source: nil, recordedBy: $0.recordedBy)
        }
        return copy
    }

    /// Whether another consent says the same, whenever it was taken down and whatever became of it since.
    package func saysSame(as other: Self) -> Bool {
        self.id == other.id && self.textHash == other.textHash && self.version == other.version
            && self.locale == other.locale && self.storefront == other.storefront && self.givenAt == other.givenAt
            && self.source == other.source && self.guardian == other.guardian
    }

    /// The consent that stands at an instant, or `nil` when the newest word until then is a no, or there is none.
    ///
    /// Whoever withdraws one consent agrees to nothing, also where an older one was never withdrawn by name.
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

/// The name of one consent.
package typealias ConsentID = Identifier<Consent>

/// Why data about a customer's purchases may be sent to Apple.
package enum ConsentBasis: String, Hashable, Sendable, CaseIterable {
    /// He agreed, and has not said no since.
    case given
    /// He has said nothing, and the regime of the purchase's storefront takes that for a yes.
    case storefront

    /// The basis at an instant; `nil` where nothing may be sent.
    ///
    /// - Parameters:
    ///   - consents: What the customer agreed to, with what became of it.
    ///   - rescindedAt: When consent was last rescinded for the Apple account that paid; `nil` if never.
    ///   - regime: The regime of the purchase's storefront.
    ///   - now: The instant.
    package init?(_ consents: [Consent], rescindedAt: Instant?, regime: ConsentRegime, at now: Instant) {
        if let current = Consent.current(among: consents, at: now) {
            // Who agreed after a parent had rescinded it has agreed anew.
            guard rescindedAt.map({ $0 < current.givenAt }) ?? true else { return nil }
            self = .given
            return
        }
        let hasWithdrawn = consents.contains { $0.withdrawal.map { $0.withdrawnAt <= now } ?? false }
        guard regime == .optOut, rescindedAt == nil, !hasWithdrawn else { return nil }
        self = .storefront
    }
}

/// What the shop takes for a customer's consent where he has said nothing.
package enum ConsentRegime: String, Hashable, Sendable, CaseIterable {
    /// Nothing: he has to agree first.
    case optIn
    /// That he agrees, until he says no.
    case optOut
}

/// Which regime of consent holds in which storefront.
package struct ConsentRegimes: Hashable, Sendable {
    /// The regime of every other storefront.
    package let other: ConsentRegime
    /// The regimes of storefronts, by ISO 3166-1 alpha-3 code.
    package let storefronts: [String: ConsentRegime]

    /// Regimes; to begin with everybody has to agree first.
    package init(other: ConsentRegime = .optIn, storefronts: [String: ConsentRegime] = [:]) {
        self.other = other
        self.storefronts = storefronts
    }

    /// The regime of a storefront; where none is known everybody has to agree first.
    package subscript(storefront: String?) -> ConsentRegime {
        guard let storefront else { return .optIn }
        return self.storefronts[storefront] ?? self.other
    }

    /// Whether silence counts as consent anywhere.
    package var hasOptOut: Bool { self.other == .optOut || self.storefronts.values.contains(.optOut) }
}

/// RESCIND_CONSENT: nobody agrees any more for the user of an Apple Account, so nothing that was agreed to before
/// counts.
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
