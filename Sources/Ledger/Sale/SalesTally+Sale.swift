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
