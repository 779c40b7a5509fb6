/// Something that happened in a world, as the world remembers it; words are made when somebody reads.
struct JournalFacts: Sendable {
    enum Event: Sendable {
        /// Something without a notification.
        case note(WorldJournalEntry.Actor, text: String, transaction: Int?)
        /// A notification was made, by its place.
        case notification(Int)
    }

    /// When, in milliseconds since 1970.
    let at: Int64
    /// What.
    let event: Event
}
