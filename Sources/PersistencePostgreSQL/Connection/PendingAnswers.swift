/// What was sent to the server and is not answered yet, in order.
struct PendingAnswers {
    /// One message that was sent.
    enum Entry {
        /// A statement is prepared.
        case preparation(PostgreSQLStatement)
        /// The types of a statement's parameters are requested, under its name on the server.
        case description(PostgreSQLStatement, name: String)
        /// A statement runs; `isAwaited` says whether its rows are read.
        case run(PostgreSQLStatement, isAwaited: Bool)
        /// A sync, after which the server continues after an error; `commits` is the number of commits that it
        /// confirms.
        case sync(commits: Int)
    }

    private var entries: [Entry] = []
    private var answered = 0
    private var hasAnswer = false

    /// Whether everything is answered.
    var isEmpty: Bool { self.answered == self.entries.count }

    /// The entry that the server answers next.
    var first: Entry? { self.isEmpty ? nil : self.entries[self.answered] }

    /// Adds an entry.
    mutating func append(_ entry: Entry) { self.entries.append(entry) }

    /// Records that the first entry has had an answer.
    mutating func answer() { self.hasAnswer = true }

    /// Ends the answers of the first entry; returns whether it had one and was no sync.
    mutating func endAnswer() -> Bool {
        guard self.hasAnswer else { return false }
        self.hasAnswer = false
        if case .sync = self.first { return true }
        self.removeFirst()
        return true
    }

    /// Removes the first entry.
    mutating func removeFirst() {
        self.hasAnswer = false
        self.answered += 1
        if self.isEmpty {
            self.entries.removeAll(keepingCapacity: self.answered <= 1024)
            self.answered = 0
        } else if self.answered >= 4096, self.answered * 2 > self.entries.count {
            self.entries.removeFirst(self.answered)
            self.answered = 0
        }
    }
}
