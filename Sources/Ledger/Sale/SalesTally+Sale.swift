extension SalesTally {
    /// Adds a sale or a refund of the ledger on its day in Pacific time.
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
            unitsThousandths: sale.unitsThousandths,
            priceMilliunits: sale.amountMilliunits,
            as: part
        )
    }
}
