/// The result of the comparison of one day.
package struct ReconciledDay: Hashable, Sendable {
    /// The totals of one side on the day; amounts of different currencies are never added.
    package struct Side: Hashable, Sendable {
        /// Sales less refunds, in thousandths of a unit.
        package var unitsThousandths: Int64 = 0
        /// Prices less refunds, by the customer's currency.
        package var priceMilliunits: [String: Int64] = [:]
        /// Proceeds less refunds, by their currency; only reports state them.
        package var proceedsMilliunits: [String: Int64] = [:]
        /// The number of transactions, or of the units of rows, without money, by reason.
        package var excluded: [SaleExclusion: Int] = [:]

        /// Adds the sum of a group.
        mutating func add(_ sum: SaleSum, of group: SaleGroup) {
            self.unitsThousandths += sum.unitsThousandths
            if let currency = group.currency {
                self.priceMilliunits[currency] = Self.sum(self.priceMilliunits[currency] ?? 0, sum.priceMilliunits)
            }
            self.proceedsMilliunits.merge(sum.proceedsMilliunits, uniquingKeysWith: Self.sum)
        }

        /// Returns the sum of two amounts, clamped to the range of the type.
        private static func sum(_ one: Int64, _ other: Int64) -> Int64 { Int64(clamping: Int128(one) + Int128(other)) }
    }

    /// The agreement of both sides.
    package enum Outcome: String, Hashable, Sendable, CaseIterable {
        /// Every group agrees exactly.
        case matched
        /// A matching rule explains every difference.
        case explained
        /// A difference remains.
        case unexplained
    }

    /// The day.
    package let day: PacificDay
    /// The totals of the ledger.
    package internal(set) var ours = Side()
    /// The totals of the report.
    package internal(set) var theirs = Side()
    /// The number of groups that agree exactly.
    package internal(set) var matchedGroupCount = 0
    /// The differences between both sides, in a fixed order; a difference between two days is listed on both.
    package internal(set) var differences: [SaleDifference] = []

    /// Creates a day without groups.
    init(day: PacificDay) { self.day = day }

    /// The agreement of both sides.
    package var outcome: Outcome {
        if self.differences.contains(where: { $0.outcome == .unexplained }) { return .unexplained }
        return self.differences.isEmpty ? .matched : .explained
    }

    /// The days whose notification history should be fetched, because a report has, or may have, more than the ledger.
    package var daysToHeal: [PacificDay] {
        let days = self.differences.compactMap { difference -> PacificDay? in
            switch difference.step {
            case .fetchHistory(let day): return day
            case .addProduct: return difference.theirs?.day
            default:
                let isLacking = difference.outcome == .unexplained && difference.causes.contains(.missingInLedger)
                return isLacking ? difference.theirs?.day : nil
            }
        }
        return Set(days).sorted()
    }

    /// The text of everything that an operator accepts with the day; its digest identifies the acceptance.
    ///
    /// It changes with every sum of the day and with every difference, so that a later correction yields another text.
    /// Each part is preceded by its length, so that no product's name can imitate another part.
    package var statement: String {
        var text = "reconciled-day 1\n\(self.day.text)\n"
        func write(_ word: String?) { text += word.map { "\($0.utf8.count):\($0) " } ?? "- " }
        func write(_ number: Int64?) { write(number.map(String.init)) }
        func write(_ group: SaleGroup?) {
            guard let group else {
                text += "- "
                return
            }
            write(group.day.text)
            write(group.product.rawValue)
            write(group.storefront)
            write(group.currency)
            write(group.unitPriceMilliunits)
            write(Int64(group.direction.rawValue))
            write(Int64(group.period.rawValue))
        }
        func write(_ amounts: [String: Int64]) {
            write(Int64(amounts.count))
            for (currency, amount) in amounts.sorted(by: { $0.key < $1.key }) {
                write(currency)
                write(amount)
            }
        }
        func write(_ sum: SaleSum) {
            write(sum.unitsThousandths)
            write(sum.priceMilliunits)
            write(sum.proceedsMilliunits)
        }
        for side in [self.ours, self.theirs] {
            write(side.unitsThousandths)
            write(side.priceMilliunits)
            write(side.proceedsMilliunits)
            text += "\n"
        }
        for difference in self.differences {
            write(difference.ours)
            write(difference.theirs)
            write(difference.unitsThousandths)
            write(difference.ourSum)
            write(difference.theirSum)
            switch difference.outcome {
            case .explained(let explanation): write(explanation.rawValue)
            case .unexplained: write(nil as String?)
            }
            for cause in difference.causes { write(cause.rawValue) }
            text += "\n"
        }
        return text
    }
}
