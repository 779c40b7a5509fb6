/// What the units of one transaction will ask, as far as it can be known before they begin.
package struct Foresight {
    /// What will be asked, each once.
    package private(set) var questions: Set<Question> = []
    /// The signed objects whose places will be asked for, each by its app, digest and date: where evidence lies in parts by
    /// date, its digest alone would have to be looked for in each part.
    package private(set) var evidence: [[SQLValue]] = []
    /// How many originals may get a number.
    package private(set) var originalCount = 0
    /// How many customers may get a number.
    package private(set) var customerCount = 0

    /// Nothing yet.
    package init() {}

    /// Whether nothing will be asked.
    package var isEmpty: Bool { self.questions.isEmpty && self.evidence.isEmpty }

    /// Adds a question.
    mutating func ask(_ query: Query, _ values: SQLValue...) {
        self.questions.insert(Question(query, values))
    }

    /// Adds a signed object.
    mutating func askForEvidence(app: Int64, digest: SQLValue, signedAt: SQLValue) {
        self.evidence.append([.integer(app), digest, signedAt])
    }

    /// Adds originals and customers that may be new.
    mutating func expect(originals: Int, customers: Int) {
        self.originalCount += originals
        self.customerCount += customers
    }
}
