import Ledger
import PurserTesting

/// A fault that a test plants into a month that agrees.
struct PlantedFault {
    /// The kind of fault.
    enum Kind: CaseIterable {
        case lostNotification
        case rowMissing
        case rowDoubled
        case transactionDoubled
        case transactionTwiceByTwoIDs
        case priceWrongInLedger
        case priceWrongInReport
        case refundOnAnotherDay
        case dayShifted
        case saleLate
        case productUnknown
        case storefrontMissing
        case proceedsChanged
        case upgradeCredit
        case partialRefundUnknown
        case newCalledRenewal
        case priceUnknown
        case seats
        case seatsUnlikeReport
        case saleRemoved
        case refundReversed
        case renewalChargedEarly
        case lostBesideFailed
        case unpricedTooMany
        case priceRounded
        case currencyWrong
        case refundProceedsChanged
    }

    let kind: Kind
    let cell: SoldMonth.Cell

    /// The cause that has to be among those that are named.
    var cause: SaleDifference.Cause {
        switch self.kind {
        case .lostNotification: .missingInLedger
        case .rowMissing: .missingInReport
        case .rowDoubled: .doubledInReport
        case .transactionDoubled, .transactionTwiceByTwoIDs: .doubledInLedger
        case .priceWrongInLedger, .priceWrongInReport, .priceRounded: .wrongPrice
        case .currencyWrong: .wrongCurrency
        case .refundOnAnotherDay: .refundOnAnotherDay
        case .dayShifted, .renewalChargedEarly: .shiftedDay
        case .saleLate, .lostBesideFailed: .lateSale
        case .productUnknown: .unknownProduct
        case .storefrontMissing: .missingStorefront
        case .proceedsChanged, .refundProceedsChanged: .changedProceeds
        case .upgradeCredit: .upgradeCredit
        case .partialRefundUnknown: .partialRefund
        case .newCalledRenewal: .newOrRenewal
        case .priceUnknown: .priceUnknown
        case .seats, .seatsUnlikeReport: .seats
        case .saleRemoved: .removedSale
        case .refundReversed: .reversedRefund
        case .unpricedTooMany: .priceUnknown
        }
    }

    /// All causes that sums cannot distinguish from it.
    var candidates: Set<SaleDifference.Cause> {
        switch self.kind {
        case .lostNotification, .rowDoubled: [.missingInLedger, .doubledInReport, .upgradeCredit, .partialRefund]
        case .rowMissing, .transactionTwiceByTwoIDs: [.missingInReport, .doubledInLedger]
        case .refundOnAnotherDay: [.refundOnAnotherDay, .shiftedDay]
        case .saleLate, .lostBesideFailed: [.lateSale, .missingInLedger]
        case .priceWrongInLedger, .priceWrongInReport: [.wrongPrice, .missingInLedger]
        case .currencyWrong: [.wrongCurrency, .missingInLedger]
        case .seatsUnlikeReport: [.seats, .missingInLedger]
        case .unpricedTooMany: [.missingInReport, .priceUnknown]
        case .partialRefundUnknown: [.upgradeCredit, .partialRefund]
        default: [self.cause]
        }
    }

    /// Whether a step of the matching rules explains it.
    var isExplained: Bool {
        switch self.kind {
        case .priceRounded, .refundOnAnotherDay, .dayShifted, .renewalChargedEarly, .storefrontMissing, .upgradeCredit,
            .newCalledRenewal, .priceUnknown, .seats, .saleRemoved, .refundReversed:
            true
        default: false
        }
    }

    /// Plants a fault of a kind into a cell, and returns whether the cell has what the fault needs.
    static func plant(
        _ kind: Kind,
        in sold: inout [SoldMonth.Sold],
        _ rows: inout [SoldMonth.Row],
        _ generator: inout SeededGenerator
    ) -> Bool {
        let inner = (SoldMonth.first + 8)..<(SoldMonth.first + (SoldMonth.dayCount - 8))
        // Whole units only, where a fraction would look like a credit.
        let transactions = sold.indices.filter { inner.contains(sold[$0].group.day) && sold[$0].units % 1000 == 0 }
        let stated = rows.indices.filter { inner.contains(rows[$0].group.day) && rows[$0].units % 1000 == 0 }
        let sales = transactions.filter { sold[$0].group.direction == .sale }
        let soldRows = stated.filter { rows[$0].group.direction == .sale && rows[$0].rate.reason.isEmpty }
        let refunds = stated.filter { rows[$0].group.direction == .refund }
        guard !sales.isEmpty, !soldRows.isEmpty else { return false }
        switch kind {
        case .lostNotification: sold.remove(at: generator.pick(transactions))
        case .rowMissing: rows.remove(at: generator.pick(soldRows))
        case .rowDoubled: rows.append(rows[generator.pick(soldRows)])
        case .transactionDoubled: sold.append(sold[generator.pick(transactions)])
        case .transactionTwiceByTwoIDs:
            var twin = sold[generator.pick(sales)]
            twin.id = TransactionID(twin.id.rawValue + "9")
            sold.append(twin)
        case .priceWrongInLedger: sold[generator.pick(transactions)].group.unitPriceMilliunits? += 500
        case .priceRounded: sold[generator.pick(transactions)].group.unitPriceMilliunits? += 4
        case .currencyWrong: sold[generator.pick(transactions)].group.currency = "GBP"
        case .priceWrongInReport: rows[generator.pick(soldRows)].group.unitPriceMilliunits? += 500
        case .refundOnAnotherDay:
            guard !refunds.isEmpty else { return false }
            let days = Int64(1 + generator.number(below: 7))
            let row = generator.pick(refunds)
            rows[row].group.day = rows[row].group.day + (generator.happens(percent: 50) ? days : -days)
        case .dayShifted:
            let row = generator.pick(soldRows)
            rows[row].group.day = rows[row].group.day + (generator.happens(percent: 50) ? 1 : -1)
        case .saleLate:
            let row = generator.pick(soldRows)
            rows[row].group.day = rows[row].group.day + Int64(2 + generator.number(below: 6))
        case .productUnknown: rows[generator.pick(soldRows)].group.product = ProductID("stranger")
        case .storefrontMissing: sold[generator.pick(transactions)].group.storefront = nil
        case .renewalChargedEarly:
            let renewals = soldRows.filter { rows[$0].group.period == .renewal }
            guard !renewals.isEmpty else { return false }
            let row = generator.pick(renewals)
            rows[row].group.day = rows[row].group.day + -1
        case .lostBesideFailed:
            // A charge that failed, and a purchase before it that the ledger lacks.
            var failed = sold[generator.pick(sales.filter { sold[$0].units == 1000 })]
            rows.append(SoldMonth.Row(group: failed.group, units: failed.units, rate: SoldMonth.rate(failed.group)))
            failed.id = TransactionID("9\(generator.next())")
            failed.group.day = failed.group.day + Int64(2 + generator.number(below: 6))
            sold.append(failed)
        case .unpricedTooMany:
            var one = sold[generator.pick(sales)]
            one.id = TransactionID("9\(generator.next())")
            one.group.unitPriceMilliunits = nil
            one.group.currency = nil
            one.part = .unpriced
            sold.append(one)
        case .proceedsChanged, .refundProceedsChanged:
            let candidates = kind == .proceedsChanged ? soldRows : refunds.filter { rows[$0].rate.reason.isEmpty }
            guard !candidates.isEmpty else { return false }
            let row = generator.pick(candidates)
            let rate = rows[row].rate
            rows[row].rate = SaleSum.Rate(currency: rate.currency, unitMilliunits: rate.unitMilliunits + 70)
        case .upgradeCredit, .partialRefundUnknown:
            var group = sold[generator.pick(sales)].group
            let id = TransactionID("9\(generator.next())")
            group.direction = .refund
            let units = -10 * Int64(1 + generator.number(below: 99))
            rows.append(SoldMonth.Row(group: group, units: units, rate: SoldMonth.rate(group)))
            guard kind == .upgradeCredit else { return true }
            group.day = group.day + Int64(generator.number(below: 3) - 1)
            sold.append(SoldMonth.Sold(id: id, group: group, units: -1000, part: .credit))
        case .newCalledRenewal:
            let renewals = soldRows.filter { rows[$0].group.period == .renewal }
            guard !renewals.isEmpty else { return false }
            rows[generator.pick(renewals)].group.period = .new
        case .priceUnknown:
            let one = generator.pick(transactions)
            sold[one].group.unitPriceMilliunits = nil
            sold[one].group.currency = nil
            sold[one].part = .unpriced
        case .seats, .seatsUnlikeReport:
            var group = sold[generator.pick(sales)].group
            let isLike = kind == .seats
            rows.append(SoldMonth.Row(group: group, units: isLike ? 8000 : 5000, rate: SoldMonth.rate(group)))
            group.unitPriceMilliunits? += isLike ? 0 : 200
            let id = TransactionID("9\(generator.next())")
            sold.append(SoldMonth.Sold(id: id, group: group, units: 8000, part: .seats))
        case .saleRemoved:
            var one = sold[generator.pick(sales)]
            one.id = TransactionID("9\(generator.next())")
            sold.append(one)
            one.group.day = one.group.day + Int64(generator.number(below: 8))
            one.group.direction = .refund
            one.units = -one.units
            sold.append(one)
        case .refundReversed:
            // The purchase was refunded, and paid again when Apple reversed the refund.
            var one = sold[generator.pick(sales.filter { sold[$0].units == 1000 })]
            let bought = one.group.day
            one.group.day = bought + Int64(1 + generator.number(below: 3))
            one.group.direction = .refund
            one.units = -one.units
            sold.append(one)
            one.group.day = one.group.day + Int64(1 + generator.number(below: 4))
            one.group.direction = .sale
            one.units = -one.units
            sold.append(one)
        }
        return true
    }
}
