public import AppStore

/// Something that happened in a world.
public struct WorldJournalEntry: Hashable, Sendable {
    /// Who did it.
    public enum Actor: Hashable, Sendable {
        /// A customer.
        case customer(WorldCustomer)
        /// The store, by itself or through its support.
        case appStore
        /// The app's developer, or the server.
        case developer
        /// Whoever tests with the world.
        case tester
    }

    /// When, on the world's clock.
    public let at: Timestamp
    /// Who.
    public let actor: Actor
    /// What happened, in words: "buys pro.monthly".
    public let text: String
    /// The transaction it is about.
    public let transactionId: String?
    /// The notification that was made, as `TYPE/SUBTYPE` or `TYPE/-`.
    public let notification: String?
    /// That notification's UUID.
    public let notificationUUID: String?

    /// Who, as a word: a customer's name, or `App Store`.
    public var who: String {
        switch self.actor {
        case .customer(let customer): customer.name
        case .appStore: "App Store"
        case .developer: "developer"
        case .tester: "tester"
        }
    }
}

/// Something that happened in a world, as the world remembers it; words are made when somebody reads.
struct JournalFacts: Sendable {
    /// Something that no notification tells of.
    struct Note: Sendable {
        /// Who did it.
        let actor: WorldJournalEntry.Actor
        /// What, in words.
        let text: String
        /// The transaction's place.
        let transaction: Int?
    }

    /// When, in milliseconds since 1970.
    let at: Int64
    /// The place of the notification that was made, where one was.
    let notification: Int?
    /// What happened, where no notification was made.
    @Boxed var note: Note?
}
