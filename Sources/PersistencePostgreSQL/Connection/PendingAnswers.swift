/// What was sent to the server and is not answered yet, in order.
struct PendingAnswers {
    /// One thing that was sent.
    enum Entry {
        /// A statement is prepared.
        case preparation(PostgreSQLStatement)
        /// The types of a statement's parameters are asked for, under the name it got.
        case description(PostgreSQLStatement, name: String)
        /// A statement runs; whether somebody waits for its rows.
        case run(PostgreSQLStatement, isAwaited: Bool)
        /// A point at which the server begins anew after an error, and how many commits it settles.
        case sync(commits: Int)
    }

    private var entries: [Entry] = []
    private var answered = 0
    private var hasAnswer = false

    /// Whether everything is answered.
    var isEmpty: Bool { self.answered == self.entries.count }

    /// What the server answers next.
    var first: Entry? { self.isEmpty ? nil : self.entries[self.answered] }

    /// Adds what was sent.
    mutating func append(_ entry: Entry) { self.entries.append(entry) }

    /// Notes that the first entry has had an answer.
    mutating func answer() { self.hasAnswer = true }

    /// Goes on after the answers of the first entry have ended, and says whether it had one and was no sync.
    mutating func endAnswer() -> Bool {
        guard self.hasAnswer else { return false }
        self.hasAnswer = false
        if case .sync = self.first { return true }
        self.removeFirst()
        return true
    }

    /// Goes past the first entry.
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
