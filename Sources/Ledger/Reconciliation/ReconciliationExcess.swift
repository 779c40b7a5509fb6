/// The excess of each side over the other, by day.
struct ReconciliationExcess {
    /// The units of a group by which one side exceeds the other.
    struct Part {
        /// The group.
        let group: SaleGroup
        /// The whole sum of the group on that side.
        let sum: SaleSum
        /// The units that no rule has explained yet, in thousandths and never negative.
        var remaining: Int64
        /// Whether the day has no report, so that the part can explain an excess of a report and is no difference
        /// itself.
        var isUnreported = false

        /// Creates a part of so many units of a group.
        init(_ group: SaleGroup, _ sum: SaleSum, _ remaining: Int64) {
            self.group = group
            self.sum = sum
            self.remaining = remaining
        }
    }

    /// The excess of the ledger.
    var ours: [PacificDay: [Part]] = [:]
    /// The excess of the reports.
    var theirs: [PacificDay: [Part]] = [:]
    /// The ledger's purchases of several seats.
    private(set) var seats: [PacificDay: [Part]]
    /// The amounts that Apple may have returned for the ledger's purchases.
    private(set) var credits: [PacificDay: [Part]]

    /// Creates the excess of the ledger outside its groups of known price, on days that have a report, and its renewals
    /// on the days after those.
    init(_ ledger: SalesTally, reported: Set<PacificDay>) {
        func parts(_ sums: [SaleGroup: SaleSum]) -> [PacificDay: [Part]] {
            var parts: [PacificDay: [Part]] = [:]
            for (group, sum) in sums where reported.contains(group.day) && sum.unitsThousandths != 0 {
                parts[group.day, default: []].append(Part(group, sum, SaleSum.magnitude(sum.unitsThousandths)))
            }
            return parts
        }
        self.seats = parts(ledger.seats)
        self.credits = parts(ledger.credits)
        self.ours = parts(ledger.unpriced)
        for sums in [ledger.groups, ledger.unpriced] {
            for (group, sum) in sums where group.period == .renewal && group.direction == .sale {
                guard !reported.contains(group.day), reported.contains(group.day + -1) else { continue }
                var part = Part(group, sum, SaleSum.magnitude(sum.unitsThousandths))
                part.isUnreported = true
                self.ours[group.day, default: []].append(part)
            }
        }
    }

    /// Orders the parts of each day by group.
    mutating func sort() {
        func sorted(_ parts: [Part]) -> [Part] { parts.sorted { $0.group < $1.group } }
        self.ours = self.ours.mapValues(sorted)
        self.theirs = self.theirs.mapValues(sorted)
        self.seats = self.seats.mapValues(sorted)
        self.credits = self.credits.mapValues(sorted)
    }

    /// Returns whether a day can have a difference.
    func concerns(_ day: PacificDay) -> Bool {
        self.ours[day] != nil || self.theirs[day] != nil || self.seats[day] != nil
    }
}
