public import AppStore

/// An entry of a world's journal.
public struct WorldJournalEntry: Hashable, Sendable {
    /// The actor.
    public enum Actor: Hashable, Sendable {
        /// A customer.
        case customer(WorldCustomer)
        /// The store or its support.
        case appStore
        /// The app's developer or server.
        case developer
        /// The tester who uses the world.
        case tester
    }

    /// The instant on the world's clock.
    public let at: Timestamp
    /// The actor.
    public let actor: Actor
    /// A description of what happened, such as "buys pro.monthly".
    public let text: String
    /// The identifier of the transaction.
    public let transactionId: String?
    /// The name of the notification, as `TYPE/SUBTYPE` or `TYPE/-`.
    public let notification: String?
    /// The notification's UUID.
    public let notificationUUID: String?

    /// The actor as text: a customer's name, or `App Store`.
    public var who: String {
        switch self.actor {
        case .customer(let customer): customer.name
        case .appStore: "App Store"
        case .developer: "developer"
        case .tester: "tester"
        }
    }
}

/// The stored form of a journal entry; its text is created on reading.
struct JournalFacts: Sendable {
    /// An event without a notification.
    struct Note: Sendable {
        /// The actor.
        let actor: WorldJournalEntry.Actor
        /// The description.
        let text: String
        /// The index of the transaction.
        let transaction: Int?
    }

    /// The instant, in milliseconds since 1970.
    let at: Int64
    /// The index of the notification, if there is one.
    let notification: Int?
    /// The event, if there is no notification.
    @Boxed var note: Note?
}
