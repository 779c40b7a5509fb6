/// What a comparison found on one day.
package struct ReconciledDay: Hashable, Sendable {
    /// What one side has of the day; amounts of different currencies are never added.
    package struct Side: Hashable, Sendable {
        /// Sales less refunds, in thousandths of a unit.
        package var unitsThousandths: Int64 = 0
        /// Prices less refunds, by the customer's currency.
        package var priceMilliunits: [String: Int64] = [:]
        /// Proceeds less refunds, by their currency; only reports state them.
        package var proceedsMilliunits: [String: Int64] = [:]
        /// How many transactions or rows have no money, by reason.
        package var excluded: [SaleExclusion: Int] = [:]

        /// Adds the sum of a group.
        mutating func add(_ sum: SaleSum, of group: SaleGroup) {
            self.unitsThousandths += sum.unitsThousandths
            if let currency = group.currency {
                self.priceMilliunits[currency] = Self.sum(self.priceMilliunits[currency] ?? 0, sum.priceMilliunits)
            }
            self.proceedsMilliunits.merge(sum.proceedsMilliunits, uniquingKeysWith: Self.sum)
        }

        /// The sum of two amounts, held within the range of the type.
        private static func sum(_ one: Int64, _ other: Int64) -> Int64 { Int64(clamping: Int128(one) + Int128(other)) }
    }

    /// How well both sides agree.
    package enum Outcome: String, Hashable, Sendable, CaseIterable {
        /// Every group agrees exactly.
        case matched
        /// A step of the matching rules explains every difference.
        case explained
        /// A difference remains.
        case unexplained
    }

    /// The day.
    package let day: PacificDay
    /// What the ledger has.
    package internal(set) var ours = Side()
    /// What the report has.
    package internal(set) var theirs = Side()
    /// How many groups agree exactly.
    package internal(set) var matchedGroupCount = 0
    /// Where both sides differ, in a fixed order; a difference between two days is there on both.
    package internal(set) var differences: [SaleDifference] = []

    /// A day of which nothing is known yet.
    init(day: PacificDay) { self.day = day }

    /// How well both sides agree.
    package var outcome: Outcome {
        if self.differences.contains(where: { $0.outcome == .unexplained }) { return .unexplained }
        return self.differences.isEmpty ? .matched : .explained
    }

    /// The days whose history should be fetched, because a report has, or may have, more than the ledger.
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

    /// All that a person accepts who accepts the day, as text whose digest names it.
    ///
    /// It changes with every sum of the day and with every difference, so that a later correction is another text.
    /// Texts are preceded by their length, so that no product's name can pass for something else.
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
