/// The state of the comparison of one day, and the operator who accepted the remaining differences.
package struct DayState: Hashable, Sendable {
    /// The phase of a day.
    package enum Phase: String, Hashable, Sendable, CaseIterable {
        /// There is no report yet, or a difference is unexplained.
        case open
        /// Every group agrees.
        case matched
        /// Every difference is explained.
        case explained
        /// An operator accepted the day with its differences.
        case accepted
    }

    /// An operator's acceptance of a day.
    package struct Acceptance: Hashable, Sendable {
        /// The name of the operator or the key.
        package let by: String
        /// The operator's reason.
        package let reason: String
        /// The instant of the acceptance.
        package let at: Instant
        /// The digest of the day's statement, which is what the operator accepted.
        package let digest: EvidenceDigest

        /// Creates an acceptance of these values.
        package init(by: String, reason: String, at: Instant, digest: EvidenceDigest) {
            self.by = by
            self.reason = reason
            self.at = at
            self.digest = digest
        }
    }

    /// The day.
    package let day: PacificDay
    /// The outcome of the comparison; `nil` before there is a report.
    package private(set) var outcome: ReconciledDay.Outcome?
    /// The digest of the day's statement; `nil` before there is a report.
    package private(set) var digest: EvidenceDigest?
    /// The last acceptance, whether or not it still applies.
    package private(set) var acceptance: Acceptance?
    /// The summary of the last comparison for lists; `nil` before there is a report.
    package private(set) var summary: Summary?

    /// Creates a day without a report.
    package init(day: PacificDay) { self.day = day }

    /// Creates a stored day.
    package init(
        day: PacificDay,
        outcome: ReconciledDay.Outcome?,
        digest: EvidenceDigest?,
        acceptance: Acceptance?,
        summary: Summary? = nil
    ) {
        self.day = day
        self.outcome = outcome
        self.digest = digest
        self.acceptance = acceptance
        self.summary = summary
    }

    /// The phase of the day.
    ///
    /// An acceptance applies to exactly the statement that was accepted.
    package var phase: Phase {
        if let acceptance, acceptance.digest == self.digest { return .accepted }
        switch self.outcome {
        case .matched: return .matched
        case .explained: return .explained
        case .unexplained, nil: return .open
        }
    }

    /// Whether a correction arrived after an operator had accepted the day.
    package var isReopened: Bool { self.acceptance.map { $0.digest != self.digest } ?? false }

    /// Applies the result of a comparison and returns whether it invalidates an acceptance.
    package mutating func update(
        _ outcome: ReconciledDay.Outcome,
        digest: EvidenceDigest,
        summary: Summary? = nil
    ) -> Bool {
        let wasAccepted = self.phase == .accepted
        self.outcome = outcome
        self.digest = digest
        self.summary = summary
        return wasAccepted && self.phase != .accepted
    }

    /// Accepts the day in the state that the operator saw; returns `false` and changes nothing when it has changed
    /// since, or has no report.
    package mutating func accept(_ acceptance: Acceptance) -> Bool {
        guard let digest, digest == acceptance.digest else { return false }
        self.acceptance = acceptance
        return true
    }

    /// Withdraws the acceptance, so that the day has the phase of its comparison; returns `false` when there is none.
    package mutating func withdrawAcceptance() -> Bool {
        defer { self.acceptance = nil }
        return self.acceptance != nil
    }
}

extension DayState {
    /// A summary of a day's comparison for lists, without its differences.
    package struct Summary: Hashable, Sendable {
        /// The number of groups that agree exactly.
        package let matchedGroupCount: Int
        /// The number of differences that a matching rule explains.
        package let explainedCount: Int
        /// The number of differences that no rule explains.
        package let unexplainedCount: Int
        /// The ledger's sales less refunds, in thousandths of a unit.
        package let ourUnitsThousandths: Int64
        /// The report's sales less refunds, in thousandths of a unit.
        package let theirUnitsThousandths: Int64
        /// The instant at which the comparison began to read.
        package let comparedAt: Instant

        /// Creates the summary of a day that was compared at an instant.
        package init(_ day: ReconciledDay, comparedAt: Instant) {
            self.matchedGroupCount = day.matchedGroupCount
            self.unexplainedCount = day.differences.filter { $0.outcome == .unexplained }.count
            self.explainedCount = day.differences.count - self.unexplainedCount
            self.ourUnitsThousandths = day.ours.unitsThousandths
            self.theirUnitsThousandths = day.theirs.unitsThousandths
            self.comparedAt = comparedAt
        }

        /// Creates the summary of a text that `text` returned; `nil` for any other text.
        package init?(text: String) {
            let words = text.split(separator: " ", omittingEmptySubsequences: false)
            let numbers = words.compactMap { Int64($0) }
            guard words.count == 6, numbers.count == 6, numbers.prefix(3).allSatisfy({ $0 >= 0 }) else { return nil }
            self.matchedGroupCount = Int(numbers[0])
            self.explainedCount = Int(numbers[1])
            self.unexplainedCount = Int(numbers[2])
            self.ourUnitsThousandths = numbers[3]
            self.theirUnitsThousandths = numbers[4]
            self.comparedAt = Instant(milliseconds: numbers[5])
        }

        /// The numbers in the order of the properties, with spaces between them; the instant in milliseconds since
        /// 1970.
        package var text: String {
            let numbers = [
                Int64(self.matchedGroupCount), Int64(self.explainedCount), Int64(self.unexplainedCount),
                self.ourUnitsThousandths, self.theirUnitsThousandths, self.comparedAt.milliseconds,
            ]
            return numbers.map(String.init).joined(separator: " ")
        }
    }
}
