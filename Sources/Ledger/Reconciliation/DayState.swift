/// How far the comparison of a day has come, and who accepted what remained.
package struct DayState: Hashable, Sendable {
    /// How far a day has come.
    package enum Phase: String, Hashable, Sendable, CaseIterable {
        /// There is no report yet, or a difference is unexplained.
        case open
        /// Every group agrees.
        case matched
        /// Every difference is explained.
        case explained
        /// A person accepted it as it is.
        case accepted
    }

    /// That a person accepted a day.
    package struct Acceptance: Hashable, Sendable {
        /// Who: an operator or a key, by name.
        package let by: String
        /// Why, in their words.
        package let reason: String
        /// When.
        package let at: Instant
        /// The digest of the day's statement, which is what they accepted.
        package let digest: EvidenceDigest

        /// An acceptance of these values.
        package init(by: String, reason: String, at: Instant, digest: EvidenceDigest) {
            self.by = by
            self.reason = reason
            self.at = at
            self.digest = digest
        }
    }

    /// The day.
    package let day: PacificDay
    /// How well both sides agree; `nil` before there is a report.
    package private(set) var outcome: ReconciledDay.Outcome?
    /// The digest of the day's statement; `nil` before there is a report.
    package private(set) var digest: EvidenceDigest?
    /// The last acceptance, whether it still holds or not.
    package private(set) var acceptance: Acceptance?
    /// What lists show of the last comparison; `nil` before there is a report.
    package private(set) var summary: Summary?

    /// A day without a report.
    package init(day: PacificDay) { self.day = day }

    /// A day as it was kept.
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

    /// How far the day has come.
    ///
    /// An acceptance holds for exactly what was accepted.
    package var phase: Phase {
        if let acceptance, acceptance.digest == self.digest { return .accepted }
        switch self.outcome {
        case .matched: return .matched
        case .explained: return .explained
        case .unexplained, nil: return .open
        }
    }

    /// Whether a correction came after a person had accepted the day.
    package var isReopened: Bool { self.acceptance.map { $0.digest != self.digest } ?? false }

    /// Takes in what a comparison found and returns whether it undoes an acceptance.
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

    /// Accepts the day as the person saw it; returns `false` and changes nothing when it has changed since, or has no
    /// report.
    package mutating func accept(_ acceptance: Acceptance) -> Bool {
        guard let digest, digest == acceptance.digest else { return false }
        self.acceptance = acceptance
        return true
    }

    /// Takes the acceptance back, so that the day is what its comparison found; returns `false` when there is none.
    package mutating func withdrawAcceptance() -> Bool {
        defer { self.acceptance = nil }
        return self.acceptance != nil
    }
}

extension DayState {
    /// What lists of days show of a comparison, without its differences.
    package struct Summary: Hashable, Sendable {
        /// How many groups agree exactly.
        package let matchedGroupCount: Int
        /// How many differences a step of the matching rules explains.
        package let explainedCount: Int
        /// How many differences no step explains.
        package let unexplainedCount: Int
        /// What the ledger sold less what was refunded, in thousandths of a unit.
        package let ourUnitsThousandths: Int64
        /// The same of the report.
        package let theirUnitsThousandths: Int64
        /// When the comparison began to read.
        package let comparedAt: Instant

        /// The summary of a day that was compared at an instant.
        package init(_ day: ReconciledDay, comparedAt: Instant) {
            self.matchedGroupCount = day.matchedGroupCount
            self.unexplainedCount = day.differences.filter { $0.outcome == .unexplained }.count
            self.explainedCount = day.differences.count - self.unexplainedCount
            self.ourUnitsThousandths = day.ours.unitsThousandths
            self.theirUnitsThousandths = day.theirs.unitsThousandths
            self.comparedAt = comparedAt
        }

        /// The summary of a text that `text` made, or `nil` when the text is none.
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
