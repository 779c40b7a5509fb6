/// One dated statement of a shop about a customer.
///
/// Statements are appended, not overwritten: the newest on each topic counts, in whatever order they arrive. A topic
/// without a statement, or with a withdrawn one, is undeclared and is never guessed.
package struct CustomerFact: Hashable, Sendable {
    /// The topic of a statement.
    package enum Topic: String, Hashable, Sendable, CaseIterable {
        /// When the customer registered with the shop.
        case registeredAt
        /// How long the customer has played or used the app, in minutes.
        case playTime = "playTimeMinutes"
        /// The status of the customer's account with the shop.
        case accountStatus
        /// The platforms on which the customer uses their purchases.
        case platforms
        /// The amount that the customer spent outside of the App Store, by currency.
        case spentElsewhere
        /// The amount that was refunded to the customer outside of the App Store, by currency.
        case refundedElsewhere
    }

    /// The status of a customer's account with the shop.
    package enum AccountStatus: String, Hashable, Sendable, CaseIterable {
        /// The account may be used.
        case active
        /// The account is locked for a time.
        case suspended
        /// The account is closed.
        case terminated
        /// The account may be used in part.
        case limited
    }

    /// A platform on which purchases are used.
    package enum Platform: String, Hashable, Comparable, Sendable, CaseIterable {
        /// Devices of Apple.
        case apple
        /// Any other device.
        case other

        /// Ordered by name.
        package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// The value of a statement.
    package enum Value: Hashable, Sendable {
        /// An instant.
        case instant(Instant)
        /// A number of minutes.
        case minutes(Int64)
        /// The status of an account.
        case status(AccountStatus)
        /// Platforms, each once, by name.
        case platforms([Platform])
        /// Amounts, one for each currency, ordered by currency.
        case amounts([Money])
    }

    /// The topic.
    package let topic: Topic
    /// The value; `nil` withdraws the earlier statement.
    package let value: Value?
    /// The instant of the statement.
    package let statedAt: Instant
    /// The name of the key or operator that stated it.
    package let statedBy: String

    /// Creates a fact on a topic.
    package init(_ topic: Topic, _ value: Value?, statedAt: Instant, statedBy: String) {
        self.topic = topic
        self.value = value
        self.statedAt = statedAt
        self.statedBy = statedBy
    }

    /// The number of statements on one topic that are stored for a customer, the newest.
    package static let maximumPerTopic = 32

    /// Returns whether this statement counts rather than another on the same topic: the later one and, of two at one
    /// instant, the withdrawal, then the one with the greater text.
    ///
    /// The outcome is the same in any order.
    package func takesPrecedence(over other: Self) -> Bool {
        if self.statedAt != other.statedAt { return self.statedAt > other.statedAt }
        guard let own = self.value?.text else { return other.value != nil }
        guard let others = other.value?.text else { return false }
        return others.utf8.lexicographicallyPrecedes(own.utf8)
    }
}

extension CustomerFact {
    /// The value as it is stored; `nil` withdraws the earlier statement.
    package var text: String? { self.value?.text }
}

extension CustomerFact.Value {
    /// The value as it is stored.
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

    /// Creates the value from its stored text; `nil` when it is not a value of this topic.
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

/// The facts about a customer that count: the newest statement on each topic.
package struct CustomerFacts: Hashable, Sendable {
    /// The statement that counts on each topic, including withdrawals.
    package private(set) var byTopic: [CustomerFact.Topic: CustomerFact] = [:]

    /// Creates the facts that count among these statements, in any order.
    package init(_ facts: some Sequence<CustomerFact>) {
        for fact in facts { self.hear(fact) }
    }

    /// Adds one statement.
    package mutating func hear(_ fact: CustomerFact) {
        if let known = self.byTopic[fact.topic], !fact.takesPrecedence(over: known) { return }
        self.byTopic[fact.topic] = fact
    }

    /// The value on a topic; `nil` when it is undeclared.
    package subscript(topic: CustomerFact.Topic) -> CustomerFact.Value? { self.byTopic[topic]?.value }

    /// When the customer registered with the shop.
    package var registeredAt: Instant? {
        if case .instant(let instant)? = self[.registeredAt] { instant } else { nil }
    }

    /// How long the customer has used the app, in minutes.
    package var playTimeMinutes: Int64? {
        if case .minutes(let minutes)? = self[.playTime] { minutes } else { nil }
    }

    /// The status of the customer's account with the shop.
    package var accountStatus: CustomerFact.AccountStatus? {
        if case .status(let status)? = self[.accountStatus] { status } else { nil }
    }

    /// The platforms on which the customer uses their purchases.
    package var platforms: [CustomerFact.Platform]? {
        if case .platforms(let platforms)? = self[.platforms] { platforms } else { nil }
    }

    /// The amount that the customer spent outside of the App Store, by currency.
    package var spentElsewhere: [Money]? {
        if case .amounts(let amounts)? = self[.spentElsewhere] { amounts } else { nil }
    }

    /// The amount that was refunded to the customer outside of the App Store, by currency.
    package var refundedElsewhere: [Money]? {
        if case .amounts(let amounts)? = self[.refundedElsewhere] { amounts } else { nil }
    }
}
