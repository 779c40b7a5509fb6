/// The comparison of Apple's settlement of a fiscal month with the sales.
package struct SettledMonth: Hashable, Sendable {
    /// The agreement of both sides.
    package enum State: String, Hashable, Sendable, CaseIterable {
        /// All sales of the month were settled in it, and nothing else.
        case matched
        /// The rest is in transit from or to another month, or has another explanation.
        case explained
        /// A difference remains.
        case unexplained
    }

    /// The amount that Apple settled in one currency.
    package struct Amount: Hashable, Sendable {
        /// The units, in thousandths and never negative.
        package var unitsThousandths: Int64
        /// The developer's share; negative for refunds.
        package var shareMilliunits: Int64

        /// Creates an amount of these values.
        package init(unitsThousandths: Int64 = 0, shareMilliunits: Int64 = 0) {
            self.unitsThousandths = unitsThousandths
            self.shareMilliunits = shareMilliunits
        }
    }

    /// The amount that Apple owes in one currency.
    package struct Owed: Hashable, Sendable {
        /// The share of sales.
        package var salesMilliunits: Int64 = 0
        /// The share of refunds; never positive.
        package var refundsMilliunits: Int64 = 0

        /// The sum of both.
        package var totalMilliunits: Int64 {
            Int64(clamping: Int128(self.salesMilliunits) + Int128(self.refundsMilliunits))
        }
    }

    /// A line in the month.
    ///
    /// All units are in thousandths and never negative. Everything that enters the month leaves it: settled, settled
    /// for a storefront that the ledger does not know, given up or carried to the next month:
    ///
    ///     carriedIn + sold + added = settled + settledElsewhere + neverSettled + carriedOut
    package struct Group: Hashable, Sendable {
        /// The line.
        package let line: SettlementLine
        /// The units sold or refunded in the month, in the ledger.
        package internal(set) var soldThousandths: Int64 = 0
        /// The same units in the sales reports; `nil` without reports.
        package internal(set) var reportedThousandths: Int64?
        /// The units sold in earlier months and not settled before this one.
        package internal(set) var carriedInThousandths: Int64 = 0
        /// The settled amounts, by the currency of the share.
        package internal(set) var settled: [String: Amount] = [:]
        /// The part of the settled units that was carried in.
        package internal(set) var settledOfEarlierThousandths: Int64 = 0
        /// The units that Apple settled without units in transit in the ledger: each is a difference, or had been given
        /// up as never settled in an earlier month.
        package internal(set) var addedThousandths: Int64 = 0
        /// The units that are given up in this month as never settled.
        package internal(set) var neverSettledThousandths: Int64 = 0
        /// For a line without a storefront: the units that were settled for a storefront.
        package internal(set) var settledElsewhereThousandths: Int64 = 0
        /// The units in transit at the end of the month.
        package internal(set) var carriedOutThousandths: Int64 = 0
        /// The differences, in a fixed order.
        package internal(set) var differences: [SettlementDifference] = []

        /// Creates a line without units.
        init(line: SettlementLine) { self.line = line }

        /// The units that Apple settled in all currencies; units may be added up, money may not.
        package var settledThousandths: Int64 { self.settled.values.reduce(0) { $0 + $1.unitsThousandths } }

        /// The agreement of both sides.
        package var state: State {
            if self.differences.contains(where: { !$0.cause.isExplained }) { return .unexplained }
            let moved = [
                self.carriedInThousandths, self.carriedOutThousandths, self.addedThousandths,
                self.settledElsewhereThousandths,
            ]
            let isEven = moved.allSatisfy { $0 == 0 }
            return self.differences.isEmpty && isEven ? .matched : .explained
        }
    }

    /// The month.
    package let month: FiscalMonth
    /// Whether there is a finance report of the month; without one, all sales are in transit.
    package let isReported: Bool
    /// The lines with units in the month, ascending.
    package let groups: [Group]
    /// The amounts that Apple owes for the month, by currency; `nil` without a finance report.
    package let owed: [String: Owed]?

    /// Creates a month of these values.
    init(month: FiscalMonth, isReported: Bool, groups: [Group], owed: [String: Owed]?) {
        self.month = month
        self.isReported = isReported
        self.groups = groups
        self.owed = owed
    }

    /// The agreement of both sides.
    package var state: State {
        let states = Set(self.groups.map(\.state))
        if states.contains(.unexplained) { return .unexplained }
        return states.contains(.explained) ? .explained : .matched
    }
}
