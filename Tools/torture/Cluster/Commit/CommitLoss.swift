/// How a connection is lost over COMMIT.
enum CommitLoss: String, CaseIterable, Sendable {
    /// The database never hears of it.
    case unheard = "before the database heard it"
    /// The database has done it, and its answer is lost with the connection.
    case unanswered = "after the database did it"
    /// The database has done it, and its answer is lost; the connection stays, and says nothing any more.
    case mute = "after the database did it, and nobody noticed"
    /// The database never hears of it, and the connection stays, until somebody kills who sent it.
    case held = "while it was on its way"
}
