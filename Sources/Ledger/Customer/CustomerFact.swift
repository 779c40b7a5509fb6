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

    /// A word on a topic.
    package init(_ topic: Topic, _ value: Value?, statedAt: Instant, statedBy: String) {
        self.topic = topic
        self.value = value
        self.statedAt = statedAt
        self.statedBy = statedBy
    }

    /// How many words on one topic are kept of a customer, the newest.
    package static let keptWords = 32

    /// Whether this word counts rather than another on the same topic: the later one and, of two of one instant, that
    /// which takes back, then the one with the greater text, so that the outcome is the same in any order.
    package func speaks(before other: Self) -> Bool {
        if self.statedAt != other.statedAt { return self.statedAt > other.statedAt }
        guard let own = self.value?.text else { return other.value != nil }
        guard let others = other.value?.text else { return false }
        return others.utf8.lexicographicallyPrecedes(own.utf8)
    }
}
