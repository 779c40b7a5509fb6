/// What counts of all that was said of a customer: the newest word on each topic.
package struct CustomerFacts: Hashable, Sendable {
    /// The word that counts on each topic, also where it takes back what was said.
    package private(set) var words: [CustomerFact.Topic: CustomerFact] = [:]

    /// What counts of these words, whatever their order.
    package init(_ words: some Sequence<CustomerFact>) {
        for word in words { self.hear(word) }
    }

    /// Takes in one more word.
    package mutating func hear(_ word: CustomerFact) {
        if let known = self.words[word.topic], !word.speaks(before: known) { return }
        self.words[word.topic] = word
    }

    /// What is said on a topic; `nil` is undeclared.
    package subscript(topic: CustomerFact.Topic) -> CustomerFact.Value? { self.words[topic]?.value }

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
