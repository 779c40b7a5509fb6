/// The units of a line that are sold and not settled yet, by the month of the sale; units are in thousandths.
struct SettlementTransit {
    /// The units in transit, without months of which all are settled.
    private(set) var open: [FiscalMonth: Int64] = [:]
    /// The units that were given up as never settled and may still be settled.
    private var givenUp: [FiscalMonth: Int64] = [:]
    /// The maximum that Apple may still return as fractions.
    private var credit: Int64 = 0

    /// The units in transit, in thousandths.
    var unitsThousandths: Int64 { self.open.values.reduce(0, +) }

    /// Whether no units are in transit.
    var isEmpty: Bool { self.open.isEmpty }

    /// Adds units that were sold in a month.
    mutating func sell(_ units: Int64, in month: FiscalMonth) {
        if units > 0 { self.open[month, default: 0] += units }
    }

    /// Adds units that were sold in their month, or that may be returned.
    mutating func add(_ units: SoldUnits) {
        if units.isCredit {
            self.allowCredit(of: units.unitsThousandths)
        } else {
            self.sell(units.unitsThousandths, in: units.month)
        }
    }

    /// Adds units that Apple may return as a fraction.
    mutating func allowCredit(of units: Int64) { self.credit += units }

    /// Settles so many units that were sold in a month; without a month, those that have been in transit longest.
    ///
    /// - Returns: The settled units, by the month of the sale.
    mutating func settle(_ units: Int64, soldIn month: FiscalMonth?) -> [FiscalMonth: Int64] {
        Self.take(units, from: &self.open, month)
    }

    /// Settles so many units that had been given up; returns their number.
    mutating func recover(_ units: Int64, soldIn month: FiscalMonth?) -> Int64 {
        Self.take(units, from: &self.givenUp, month).values.reduce(0, +)
    }

    /// Settles a fraction that Apple returned; returns the part that is allowed.
    mutating func takeCredit(_ units: Int64) -> Int64 {
        let taken = min(units, self.credit)
        self.credit -= taken
        return taken
    }

    /// Gives up the units of months that meet a condition, and returns them.
    mutating func giveUp(_ isOverdue: (FiscalMonth) -> Bool) -> [FiscalMonth: Int64] {
        let overdue = self.open.filter { isOverdue($0.key) }
        for (month, units) in overdue {
            self.open[month] = nil
            self.givenUp[month, default: 0] += units
        }
        return overdue
    }

    private static func take(
        _ units: Int64,
        from amounts: inout [FiscalMonth: Int64],
        _ month: FiscalMonth?
    ) -> [FiscalMonth: Int64] {
        let months = month.map { [$0] } ?? amounts.keys.sorted()
        var rest = units
        var taken: [FiscalMonth: Int64] = [:]
        for month in months {
            guard rest > 0, let amount = amounts[month] else { continue }
            let part = min(rest, amount)
            rest -= part
            taken[month] = part
            amounts[month] = amount == part ? nil : amount - part
        }
        return taken
    }
}
