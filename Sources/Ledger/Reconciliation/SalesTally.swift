/// Sales and refunds added up to groups, of the ledger or of Apple's reports.
///
/// The memory of a tally grows with the number of groups and not with the number of transactions. The order in which
/// transactions and rows are added does not matter, and tallies of several days or parts of a day can be added up.
package struct SalesTally: Hashable, Sendable {
    /// The day and the reason for which transactions or rows are excluded.
    package struct Excluded: Hashable, Sendable {
        /// The day in Pacific time.
        package let day: PacificDay
        /// The reason of the exclusion.
        package let reason: SaleExclusion

        /// Creates a day with a reason.
        package init(day: PacificDay, reason: SaleExclusion) {
            self.day = day
            self.reason = reason
        }
    }

    /// The way in which a transaction of the ledger takes part in the comparison.
    package enum Part: Hashable, Sendable {
        /// Its price is known and is compared.
        case money
        /// A purchase of several seats, whose rows in a report are not known yet: compared by total price only.
        case seats
        /// An upgraded purchase, or one that was refunded for a share that Apple does not state: Apple may return a
        /// part, at most what was paid.
        case credit
        /// Its price is unknown.
        case unpriced
    }

    /// The groups whose price is known.
    package private(set) var groups: [SaleGroup: SaleSum] = [:]
    /// Purchases of several seats, at the average price of a seat.
    package private(set) var seats: [SaleGroup: SaleSum] = [:]
    /// The maximum that Apple may return without a refund in the ledger.
    package private(set) var credits: [SaleGroup: SaleSum] = [:]
    /// Transactions of unknown price.
    package private(set) var unpriced: [SaleGroup: SaleSum] = [:]
    /// The number of excluded transactions, or of the units of excluded rows, by day and reason.
    package private(set) var excluded: [Excluded: Int] = [:]

    /// Creates an empty tally.
    package init() {}

    /// Adds a transaction of the ledger; one beyond the bounds of `SaleSum` is excluded.
    ///
    /// - Parameters:
    ///   - transaction: Its transaction id.
    ///   - group: The group it belongs to.
    ///   - unitsThousandths: The number of units, in thousandths; negative for refunds.
    ///   - priceMilliunits: The price of all units, negative for refunds.
    ///   - part: The way in which it takes part in the comparison.
    package mutating func add(
        _ transaction: TransactionID,
        to group: SaleGroup,
        unitsThousandths: Int64,
        priceMilliunits: Int64,
        as part: Part = .money
    ) {
        guard SaleSum.holds(unitsThousandths: unitsThousandths, unitMilliunits: group.unitPriceMilliunits) else {
            return self.exclude(.outOfBounds, on: group.day)
        }
        func add(to sums: inout [SaleGroup: SaleSum]) {
            sums[group, default: SaleSum()].add(
                transaction,
                unitsThousandths: unitsThousandths,
                priceMilliunits: priceMilliunits
            )
        }
        switch part {
        case .money: add(to: &self.groups)
        case .seats: add(to: &self.seats)
        case .credit: add(to: &self.credits)
        case .unpriced:
            add(to: &self.unpriced)
            self.exclude(.unpriced, on: group.day)
        }
    }

    /// Adds a row of a report; one beyond the bounds of `SaleSum` is excluded.
    ///
    /// - Parameters:
    ///   - group: The group it belongs to.
    ///   - unitsThousandths: The number of units, in thousandths; negative for refunds.
    ///   - priceMilliunits: The price of all units, negative for refunds.
    ///   - rate: The developer's proceeds for one unit.
    package mutating func add(
        rowTo group: SaleGroup,
        unitsThousandths: Int64,
        priceMilliunits: Int64,
        rate: SaleSum.Rate
    ) {
        let price = group.unitPriceMilliunits
        guard SaleSum.holds(unitsThousandths: unitsThousandths, unitMilliunits: price, rate: rate) else {
            return self.exclude(.outOfBounds, on: group.day)
        }
        self.groups[group, default: SaleSum()].add(
            rowOf: unitsThousandths,
            priceMilliunits: priceMilliunits,
            rate: rate
        )
    }

    /// Counts a transaction or a row without money.
    ///
    /// - Parameters:
    ///   - reason: The reason of the exclusion.
    ///   - day: The day in Pacific time.
    ///   - unitsThousandths: The units of a row, in thousandths and within the bounds of `SaleSum`; a row without any
    ///     counts as one.
    package mutating func exclude(_ reason: SaleExclusion, on day: PacificDay, unitsThousandths: Int64 = 1000) {
        let units = min(unitsThousandths.magnitude, SaleSum.greatestUnitsThousandths.magnitude)
        self.excluded[Excluded(day: day, reason: reason), default: 0] += max(1, Int((units + 999) / 1000))
    }

    /// Adds another tally of the same side.
    package static func += (tally: inout Self, other: Self) {
        func add(_ sums: inout [SaleGroup: SaleSum], _ others: [SaleGroup: SaleSum]) {
            // A group that only the other tally has keeps its storage.
            sums.merge(others) { sum, other in
                var sum = sum
                sum += other
                return sum
            }
        }
        add(&tally.groups, other.groups)
        add(&tally.seats, other.seats)
        add(&tally.credits, other.credits)
        add(&tally.unpriced, other.unpriced)
        tally.excluded.merge(other.excluded) { $0 + $1 }
    }
}

extension SalesTally {
    /// Adds a sale or a refund of the ledger on its day in Pacific time.
    ///
    /// The units of a credit are the maximum that Apple may have returned, and the amount is the expected one.
    package mutating func add(_ sale: Sale) {
        let day = PacificDay(of: sale.at)
        let part: Part
        switch sale.part {
        case .money: part = .money
        case .seats: part = .seats
        case .credit: part = .credit
        case .unpriced: part = .unpriced
        case .excluded(let reason): return self.exclude(reason, on: day)
        }
        let group = SaleGroup(
            day: day,
            product: sale.product,
            storefront: sale.storefront.flatMap { Storefront(code: $0)?.alpha2 },
            currency: sale.price?.currency,
            unitPriceMilliunits: sale.unitPriceMilliunits,
            direction: sale.direction,
            period: sale.period
        )
        self.add(
            sale.transactionID,
            to: group,
            unitsThousandths: part == .credit ? -1000 * sale.quantity : sale.unitsThousandths,
            priceMilliunits: sale.amountMilliunits,
            as: part
        )
    }
}

/// The reason why a transaction or a row of a report takes no part in the comparison of money.
package enum SaleExclusion: String, Hashable, Sendable, CaseIterable {
    /// A family member paid for it.
    case family
    /// An organization or a group assigned it as a seat; the seat's purchaser paid.
    case assigned
    /// It was bought in a test environment.
    case sandbox
    /// It is a free trial.
    case trial
    /// It was free by an offer or a promotion.
    case promotional
    /// It was free without an offer.
    case free
    /// The ledger does not know the price; reconciliation may still use it to explain a report.
    case unpriced
    /// A purchase was restored; a report states it without money.
    case restored
    /// The row is about an app or a download of one.
    case notInApp
    /// The row states no units.
    case empty
    /// The units, the price or the proceeds are beyond what any store sells; the sums leave it out.
    case outOfBounds
}
