import Foundation

/// The table at the end.
struct Summary {
    /// The disturbances of the server.
    let nemesis: Nemesis.Outcome
    /// The answers to the sender.
    let tally: SendQueue.Tally
    /// The log of the receivers.
    let log: ArrivalLog
    /// The findings.
    let verdict: Verdict
    /// All violations.
    let violations: [String]

    /// Writes the table.
    func write() {
        Self.line("lives", self.nemesis.lives)
        for (what, count) in self.nemesis.happened.sorted(by: { $0.key < $1.key }) { Self.line("  \(what)", count) }
        Self.line("writes that were not durable at a power failure", self.nemesis.piecesAtStake)
        Self.lines(of: self.tally)
        Self.line("  of which never sent again", self.tally.abandoned)
        Self.line("forgeries rejected", self.tally.turnedAway)
        Self.line("messages recorded, exactly once and byte for byte", self.verdict.recorded)
        Self.line("  of which not acknowledged", self.verdict.unacknowledged)
        Self.line("messages still held", self.verdict.held)
        Self.line("chains that equal the model's", self.verdict.chains)
        Self.line("events, numbered without gaps and published in order", self.verdict.events)
        Self.line("  published more than once", self.verdict.repeatedEvents)
        Self.line("events that arrived at receivers, in order", self.verdict.delivered)
        Self.line("notifications relayed, byte for byte", self.verdict.relayed)
        Self.line("  of both, taken more than once", self.verdict.deliveredAgain)
        Self.line("  refused or redirected", self.verdict.refused)
        Self.line("    of which sent elsewhere", self.log.redirects)
        Self.line("  taken, and the answer lost on the way", self.log.lostAnswers)
        Self.line("  taken, and answered after a timeout", self.log.lateAnswers)
        for violation in self.violations { Terminal.write(line: "BROKEN: \(violation)") }
        Self.line("broken promises", self.violations.count)
    }

    /// Writes the rows of the sender's answers.
    static func lines(of tally: SendQueue.Tally) {
        Self.line("messages acknowledged", tally.acknowledged)
        Self.line("  acknowledged again", tally.duplicates)
        Self.line("  to be held until their time", tally.held)
        Self.line("  answered 503", tally.putOff)
        Self.line("  without an answer", tally.unanswered)
        for (status, count) in tally.others.sorted(by: { $0.key < $1.key }) { Self.line("  answered \(status)", count) }
    }

    /// Writes a row of the table.
    static func line(_ what: String, _ count: Int) { self.line(what, "\(count)") }

    /// Writes a row of the table.
    static func line(_ what: String, _ value: String) {
        Terminal.write(line: what + String(repeating: " ", count: max(1, 56 - what.count)) + value)
    }
}

/// The output of the torture test, unbuffered, so that a reader behind a pipe sees each line at once.
enum Terminal {
    /// Writes a line.
    static func write(line: String) {
        try? FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
    }
}
