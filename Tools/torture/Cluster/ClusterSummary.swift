/// The table at the end of a cluster's run.
struct ClusterSummary {
    /// The write outage of each fault.
    let silences: [WriteOutage]
    /// The number of connections lost around COMMIT.
    let losses: [CommitLoss: Int]
    /// The answers to the sender.
    let tally: SendQueue.Tally
    /// The answers to the lookup client.
    let questions: [String: Int]
    /// The log of the receivers.
    let log: ArrivalLog
    /// The findings.
    let judgment: ClusterJudgment
    /// All violations.
    let violations: [String]

    /// Writes the table.
    func write() {
        Terminal.write(line: "without an acknowledgment by either node")
        for silence in self.silences {
            Summary.line(
                "  \(silence.fault.rawValue)",
                "\(silence.length.inSeconds), at most \(silence.fault.limit.inSeconds)"
            )
        }
        for (loss, count) in self.losses.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            Summary.line("COMMIT lost \(loss.rawValue)", count)
        }
        Summary.lines(of: self.tally)
        Summary.line("forgeries rejected", self.tally.turnedAway)
        let verdict = self.judgment.verdict
        Summary.line("messages recorded, exactly once and byte for byte", verdict.recorded)
        Summary.line("  of which not acknowledged", verdict.unacknowledged)
        Summary.line("notifications found without a sender", self.judgment.healedCount)
        Summary.line("chains that equal the model's", verdict.chains)
        Summary.line("numbers, neither repeated nor skipped", self.judgment.numberCount)
        Summary.line("  number of series", self.judgment.seriesCount)
        Summary.line("events that arrived at receivers, in order", verdict.delivered)
        Summary.line("notifications relayed, byte for byte", verdict.relayed)
        Summary.line("  of both, taken more than once", verdict.deliveredAgain)
        Summary.line("  refused", verdict.refused)
        Summary.line("  taken, and the answer lost on the way", self.log.lostAnswers)
        Summary.line("event streams, never sent by two nodes at once", self.judgment.streams.streamCount)
        Summary.line("  sent by both nodes in turn", self.judgment.streams.sharedCount)
        for usage in self.judgment.rates.usages {
            Summary.line("App Store requests, \(usage.name)", usage.count)
            Summary.line("  number of nodes", usage.sources)
            Summary.line("  maximum in a second", usage.mostInASecond)
            Summary.line("  maximum of Apple's limit, in percent", usage.mostUsedPercent)
        }
        for (question, count) in self.questions.sorted(by: { $0.key < $1.key }) { Summary.line(question, count) }
        for violation in self.violations { Terminal.write(line: "BROKEN: \(violation)") }
        Summary.line("broken promises", self.violations.count)
    }
}
