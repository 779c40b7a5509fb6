internal import Ledger

extension Span {
    /// The length in the largest unit that leaves no rest: "14 days", "1 hour", "90 seconds".
    var inWords: String {
        let units: [(milliseconds: Int64, name: String)] = [
            (86_400_000, "day"), (3_600_000, "hour"), (60000, "minute"), (1000, "second"), (1, "millisecond"),
        ]
        for unit in units where self.milliseconds % unit.milliseconds == 0 && self.milliseconds != 0 {
            let count = self.milliseconds / unit.milliseconds
            return count == 1 ? "1 \(unit.name)" : "\(count) \(unit.name)s"
        }
        return "0 seconds"
    }
}
