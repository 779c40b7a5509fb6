/// Sales and refunds added up to groups, on the ledger's side or on Apple's.
///
/// A tally costs memory by the number of groups and never by the number of transactions. It is the same in whatever
/// order transactions and rows are added, and tallies of several days or parts of a day can be added up.
package struct SalesTally: Hashable, Sendable {
    /// How many transactions or rows of a day were left out for one reason.
    package struct Excluded: Hashable, Sendable {
        /// The day in Pacific time.
        package let day: PacificDay
        /// Why.
        package let reason: SaleExclusion

        /// A day with a reason.
        package init(day: PacificDay, reason: SaleExclusion) {
            self.day = day
            self.reason = reason
        }
    }

    /// How a transaction of the ledger takes part in the comparison.
    package enum Part: Hashable, Sendable {
        /// Its price is known and is compared.
        case money
        /// A purchase of several seats, whose rows in a report are not known yet: compared by total price only.
        case seats
        /// An upgraded purchase, or one that was refunded for a share that Apple does not state: Apple may give back a
        /// part, at most what was paid.
        case credit
        /// Its price is unknown.
        case unpriced
    }

    /// The groups whose price is known.
    package private(set) var groups: [SaleGroup: SaleSum] = [:]
    /// Purchases of several seats, at the average price of a seat.
    package private(set) var seats: [SaleGroup: SaleSum] = [:]
    /// The most that Apple may give back without a refund of the ledger's.
    package private(set) var credits: [SaleGroup: SaleSum] = [:]
    /// Transactions of unknown price.
    package private(set) var unpriced: [SaleGroup: SaleSum] = [:]
    /// How many were left out, by day and reason.
    package private(set) var excluded: [Excluded: Int] = [:]

    /// Nothing yet.
    package init() {}

    /// Adds a transaction of the ledger; one beyond the bounds of `SaleSum` is excluded.
    ///
    /// - Parameters:
    ///   - transaction: Apple's id of it.
    ///   - group: The group it belongs to.
    ///   - unitsThousandths: How many, in thousandths; negative for refunds.
    ///   - priceMilliunits: The price of all units, negative for refunds.
    ///   - part: How it takes part in the comparison.
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
    ///   - unitsThousandths: How many, in thousandths; negative for refunds.
    ///   - priceMilliunits: The price of all units, negative for refunds.
    ///   - rate: What the developer gets for one.
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

    /// Counts a transaction or a row that has no money.
    package mutating func exclude(_ reason: SaleExclusion, on day: PacificDay) {
        self.excluded[Excluded(day: day, reason: reason), default: 0] += 1
    }

    /// Adds another tally of the same side.
    package static func += (tally: inout Self, other: Self) {
        func add(_ sums: inout [SaleGroup: SaleSum], _ others: [SaleGroup: SaleSum]) {
            // A group that only the other has keeps its storage.
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
    /// Of a credit the units are the most that Apple may have given back, and the amount is what it should be.
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

/// Why a transaction or a row of a report is no part of the comparison of money.
package enum SaleExclusion: String, Hashable, Sendable, CaseIterable {
    /// A family member paid for it.
    case family
    /// An organization or a group gave it as a seat; the seat's purchaser paid.
    case assigned
    /// It was bought in a test environment.
    case sandbox
    /// It is a free trial.
    case trial
    /// It was free by an offer or a promotion.
    case promotional
    /// It was free without an offer.
    case free
    /// The ledger does not know what was paid; reconciliation may still use it to explain what a report states.
    case unpriced
    /// A purchase was restored, which a report states without money.
    case restored
    /// The row is about an app or a download of one.
    case notInApp
    /// The row states no units.
    case empty
    /// The units, the price or the proceeds are beyond what any store sells; the sums leave it out.
    case outOfBounds
}
