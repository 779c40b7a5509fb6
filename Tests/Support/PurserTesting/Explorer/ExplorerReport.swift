/// The outcome of one program.
package struct ExplorerReport: Sendable {
    /// The program.
    package let program: ExplorerProgram
    /// What did not hold, at the first quiet point where something did not; `nil` when all was well.
    package let trouble: ExplorerViolation?
    /// The number of steps until then.
    package let steps: Int
    /// The counts of reached events.
    package let counts: SometimesCounts
    /// Everything that happened, line by line: the steps, the server's answers, and the world's own journal.
    package let journal: [String]
    /// The number of notifications that the world made.
    package let notificationCount: Int
}

/// Something that must never be and was.
package struct ExplorerViolation: Hashable, Sendable, CustomStringConvertible {
    /// The name of the invariant that did not hold.
    package let invariant: String
    /// The finding.
    package let text: String

    /// A trouble of these values.
    package init(invariant: String, text: String) {
        self.invariant = invariant
        self.text = text
    }

    /// Both.
    package var description: String { "\(self.invariant): \(self.text)" }
}
