/// One thing that a shop says of a customer, dated.
///
/// Words are kept, not overwritten: the newest on each topic counts, whatever order they come in. What nobody has said,
/// or what was taken back, is undeclared and is never guessed.
package struct CustomerFact: Hashable, Sendable {
    /// What the word is about.
    package enum Topic: String, Hashable, Sendable, CaseIterable {
        /// When the customer registered with the shop.
        case registeredAt
        /// How long he has played or used the app, in minutes.
        case playTime = "playTimeMinutes"
        /// How his account stands with the shop.
        case accountStatus
        /// On which platforms he uses what he bought.
        case platforms
        /// What he spent outside of the App Store, by currency.
        case spentElsewhere
        /// What he got back outside of the App Store, by currency.
        case refundedElsewhere
    }

    /// How an account stands with the shop.
    package enum AccountStatus: String, Hashable, Sendable, CaseIterable {
        /// It may be used.
        case active
        /// It is locked for a time.
        case suspended
        /// It is closed.
        case terminated
        /// It may be used in part.
        case limited
    }

    /// Where what was bought is used.
    package enum Platform: String, Hashable, Comparable, Sendable, CaseIterable {
        /// On devices of Apple.
        case apple
        /// Anywhere else.
        case other

        /// Ordered by name.
        package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// What is said.
    package enum Value: Hashable, Sendable {
        /// An instant.
        case instant(Instant)
        /// A number of minutes.
        case minutes(Int64)
        /// How the account stands.
        case status(AccountStatus)
        /// Platforms, each once, by name.
        case platforms([Platform])
        /// Amounts, one for each currency, by currency.
        case amounts([Money])
    }

    /// What the word is about.
    package let topic: Topic
    /// What is said; `nil` takes back what was said before.
    package let value: Value?
    /// When it was said.
    package let statedAt: Instant
    /// Who said it: a key or an operator, by name.
    package let statedBy: String

    /// A fact on a topic.
    package init(_ topic: Topic, _ value: Value?, statedAt: Instant, statedBy: String) {
        self.topic = topic
        self.value = value
        self.statedAt = statedAt
        self.statedBy = statedBy
    }

    /// How many facts on one topic are kept of a customer, the newest.
    package static let maximumPerTopic = 32

    /// Whether this fact counts rather than another on the same topic: the later one and, of two of one instant, that
    /// which takes back, then the one with the greater text, so that the outcome is the same in any order.
    package func takesPrecedence(over other: Self) -> Bool {
        if self.statedAt != other.statedAt { return self.statedAt > other.statedAt }
        guard let own = self.value?.text else { return other.value != nil }
        guard let others = other.value?.text else { return false }
        return others.utf8.lexicographicallyPrecedes(own.utf8)
    }
}

extension CustomerFact {
    /// What is said, as it is kept; `nil` takes back what was said before.
    package var text: String? { self.value?.text }
}

extension CustomerFact.Value {
    /// The value as it is kept.
    package var text: String {
        switch self {
        case .instant(let instant): String(instant.milliseconds)
        case .minutes(let minutes): String(minutes)
        case .status(let status): status.rawValue
        case .platforms(let platforms): platforms.map(\.rawValue).joined(separator: ",")
        case .amounts(let amounts):
            amounts.map { "\($0.currency):\($0.amountMilliunits)" }.joined(separator: ",")
        }
    }

    /// The value of a kept text, or `nil` when it is none of this topic's.
    package init?(_ text: String, about topic: CustomerFact.Topic) {
        let parts = text.isEmpty ? [] : text.split(separator: ",", omittingEmptySubsequences: false)
        switch topic {
        case .registeredAt:
            guard let milliseconds = Int64(text) else { return nil }
            self = .instant(Instant(milliseconds: milliseconds))
        case .playTime:
            guard let minutes = Int64(text) else { return nil }
            self = .minutes(minutes)
        case .accountStatus:
            guard let status = CustomerFact.AccountStatus(rawValue: text) else { return nil }
            self = .status(status)
        case .platforms:
            let platforms = parts.compactMap { CustomerFact.Platform(rawValue: String($0)) }
            guard platforms.count == parts.count else { return nil }
            self = .platforms(platforms)
        case .spentElsewhere, .refundedElsewhere:
            var amounts: [Money] = []
            for part in parts {
                let halves = part.split(separator: ":")
                guard halves.count == 2, let amount = Int64(halves[1]) else { return nil }
                amounts.append(Money(amountMilliunits: amount, currency: String(halves[0])))
            }
            self = .amounts(amounts)
        }
    }
}

/// What counts of all that was said of a customer: the newest word on each topic.
package struct CustomerFacts: Hashable, Sendable {
    /// The word that counts on each topic, also where it takes back what was said.
    package private(set) var byTopic: [CustomerFact.Topic: CustomerFact] = [:]

    /// What counts of these words, whatever their order.
    package init(_ facts: some Sequence<CustomerFact>) {
        for fact in facts { self.hear(fact) }
    }

    /// Takes in one more word.
    package mutating func hear(_ fact: CustomerFact) {
        if let known = self.byTopic[fact.topic], !fact.takesPrecedence(over: known) { return }
        self.byTopic[fact.topic] = fact
    }

    /// What is said on a topic; `nil` is undeclared.
    package subscript(topic: CustomerFact.Topic) -> CustomerFact.Value? { self.byTopic[topic]?.value }

    /// When the customer registered with the shop.
    package var registeredAt: Instant? {
        if case .instant(let instant)? = self[.registeredAt] { instant } else { nil }
    }

    /// How long he has used the app, in minutes.
    package var playTimeMinutes: Int64? {
        if case .minutes(let minutes)? = self[.playTime] { minutes } else { nil }
    }

    /// How his account stands with the shop.
    package var accountStatus: CustomerFact.AccountStatus? {
        if case .status(let status)? = self[.accountStatus] { status } else { nil }
    }

    /// On which platforms he uses what he bought.
    package var platforms: [CustomerFact.Platform]? {
        if case .platforms(let platforms)? = self[.platforms] { platforms } else { nil }
    }

    /// What he spent outside of the App Store, by currency.
    package var spentElsewhere: [Money]? {
        if case .amounts(let amounts)? = self[.spentElsewhere] { amounts } else { nil }
    }

    /// What he got back outside of the App Store, by currency.
    package var refundedElsewhere: [Money]? {
        if case .amounts(let amounts)? = self[.refundedElsewhere] { amounts } else { nil }
    }
}
