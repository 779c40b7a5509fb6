/// What Apple settled in a fiscal month, against what was sold.
package struct SettledMonth: Hashable, Sendable {
    /// How well both sides agree.
    package enum State: String, Hashable, Sendable, CaseIterable {
        /// All that was sold in the month was settled in it, and nothing else.
        case matched
        /// The rest is in transit from or to another month, or has another explanation.
        case explained
        /// A difference remains.
        case unexplained
    }

    /// What Apple settled in one currency.
    package struct Amount: Hashable, Sendable {
        /// How many, in thousandths and never negative.
        package var unitsThousandths: Int64
        /// What Apple pays; negative for refunds.
        package var shareMilliunits: Int64

        /// An amount of these values.
        package init(unitsThousandths: Int64 = 0, shareMilliunits: Int64 = 0) {
            self.unitsThousandths = unitsThousandths
            self.shareMilliunits = shareMilliunits
        }
    }

    /// What Apple owes in one currency.
    package struct Owed: Hashable, Sendable {
        /// The share of sales.
        package var salesMilliunits: Int64 = 0
        /// The share that refunds take away; never positive.
        package var refundsMilliunits: Int64 = 0

        /// What remains.
        package var totalMilliunits: Int64 {
            Int64(clamping: Int128(self.salesMilliunits) + Int128(self.refundsMilliunits))
        }
    }

    /// A line in the month.
    ///
    /// All units are in thousandths and never negative. What comes into the month goes out of it, whether it is
    /// settled, settled for a storefront that the ledger does not know, given up or carried on:
    ///
    ///     carriedIn + sold + added = settled + settledElsewhere + neverSettled + carriedOut
    package struct Group: Hashable, Sendable {
        /// The line.
        package let line: SettlementLine
        /// What was sold or refunded in the month, as the ledger has it.
        package internal(set) var soldThousandths: Int64 = 0
        /// The same, as the sales reports state it; `nil` without any.
        package internal(set) var reportedThousandths: Int64?
        /// What was sold in earlier months and not settled before this one.
        package internal(set) var carriedInThousandths: Int64 = 0
        /// What Apple settled, by the currency of the share.
        package internal(set) var settled: [String: Amount] = [:]
        /// How much of what Apple settled was carried in.
        package internal(set) var settledOfEarlierThousandths: Int64 = 0
        /// What Apple settled although the ledger had nothing in transit for it: each is a difference, or had been
        /// given up as never settled in an earlier month.
        package internal(set) var addedThousandths: Int64 = 0
        /// What is given up in this month as never settled.
        package internal(set) var neverSettledThousandths: Int64 = 0
        /// Of a line without a storefront: what was settled for a storefront.
        package internal(set) var settledElsewhereThousandths: Int64 = 0
        /// What is in transit at the end of the month.
        package internal(set) var carriedOutThousandths: Int64 = 0
        /// The differences, in a fixed order.
        package internal(set) var differences: [SettlementDifference] = []

        /// A line of which nothing is known yet.
        init(line: SettlementLine) { self.line = line }

        /// What Apple settled in all currencies; units may be added up where money may not.
        package var settledThousandths: Int64 { self.settled.values.reduce(0) { $0 + $1.unitsThousandths } }

        /// How well both sides agree.
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
    /// Whether there is a finance report of the month; without one, all that was sold is in transit.
    package let isReported: Bool
    /// The lines that have something in the month, ascending.
    package let groups: [Group]
    /// What Apple owes for the month, by currency; `nil` without a finance report.
    package let owed: [String: Owed]?

    /// A month of these values.
    init(month: FiscalMonth, isReported: Bool, groups: [Group], owed: [String: Owed]?) {
        self.month = month
        self.isReported = isReported
        self.groups = groups
        self.owed = owed
    }

    /// How well both sides agree.
    package var state: State {
        let states = Set(self.groups.map(\.state))
        if states.contains(.unexplained) { return .unexplained }
        return states.contains(.explained) ? .explained : .matched
    }
}
