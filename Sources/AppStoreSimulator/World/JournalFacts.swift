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
    @Rarely var note: Note?
}
