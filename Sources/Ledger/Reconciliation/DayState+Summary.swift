extension DayState {
    /// What lists of days show of a comparison, without its differences.
    package struct Summary: Hashable, Sendable {
        /// How many groups agree exactly.
        package let matchedGroupCount: Int
        /// How many differences a step of the ladder explains.
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
