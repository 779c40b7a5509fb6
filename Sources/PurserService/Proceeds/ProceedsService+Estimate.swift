import Ledger

/// Estimates the proceeds of days without a report from the sales in the ledger.
///
/// The sales and chains of a month would hold a view for long, so each page of sales is a read of its own, with the
/// chains that its sales belong to. A sale that arrives meanwhile is in the next estimate.
extension ProceedsService {
    /// The number of sales that are read at once where no chains are read.
    private static let pageCount = 2000
    /// The number of sales that are read at once with their chains.
    private static let lookupPageCount = 200

    /// The maximum number of subscription sales that an estimate looks up; each lookup reads a chain while the client
    /// waits.
    package static let maximumLookups = 10_000

    /// What an estimate looks up in the chains of subscriptions.
    enum Lookup: Sendable {
        /// The program by which Apple pays, where the terms leave it open.
        case program(ProceedsTerms)
        /// The duration of the paid service.
        case service

        /// Returns whether a sale on a day is looked up.
        func wants(_ sale: Sale, on day: PacificDay) -> Bool {
            guard sale.period != .none, sale.part == .money || sale.part == .seats else { return false }
            guard case .program(let terms) = self else { return true }
            return terms.program(of: sale.product, on: day) == .standard
        }
    }

    /// Throws where the days have too many sales to read, or too many subscription sales to look up, before any lookup.
    func requireLookups(
        _ days: [PacificDay],
        of app: AppName,
        for lookup: Lookup,
        maximumSales: Int = .max
    ) async throws(ProceedsError) {
        var count = 0
        var saleCount = 0
        for day in days {
            var cursor: SaleCursor?
            repeat {
                // One sale more than the rest of the limit shows that there are too many.
                let limit = min(Self.pageCount - 1, maximumSales - saleCount) + 1
                let page = try await self.read { [cursor] view in
                    try view.sales(of: app, on: day, after: cursor, limit: limit)
                }
                saleCount += page.sales.count
                guard saleCount <= maximumSales else { throw .estimateTooLarge(maximumSales) }
                count += page.sales.count { lookup.wants($0, on: day) }
                guard count <= self.maximumLookups else { throw .estimateTooLarge(self.maximumLookups) }
                cursor = page.next
            } while cursor != nil
        }
    }

    /// Calls the closure with the estimated proceeds of each sale of a day.
    ///
    /// - Parameters:
    ///   - day: The day.
    ///   - app: The app.
    ///   - terms: The rates.
    ///   - lookup: What the estimate looks up in chains.
    ///   - body: Takes a sale or refund with its estimated proceeds and the rule.
    ///   - leftOut: Called for a sale whose price or refunded amount is unknown.
    /// - Throws: The reason why the sales could not be read.
    func estimate(
        _ day: PacificDay,
        of app: AppName,
        by terms: ProceedsTerms,
        for lookup: Lookup,
        _ body: (ProceedsRow, ProceedsEstimate.Rule) -> Void,
        leftOut: () -> Void
    ) async throws(ProceedsError) {
        var cursor: SaleCursor?
        repeat {
            let (sales, next) = try await self.read { [cursor] view in
                let page = try view.sales(of: app, on: day, after: cursor, limit: Self.lookupPageCount)
                let sales = try page.sales.map { sale in
                    (sale, lookup.wants(sale, on: day) ? try view.paidService(of: sale, app) : nil)
                }
                return (sales, page.next)
            }
            for (sale, paid) in sales {
                switch sale.part {
                case .excluded: continue
                case .credit, .unpriced: leftOut()
                case .money, .seats:
                    guard let (row, rule) = Self.row(sale, paid, on: day, by: terms) else {
                        leftOut()
                        continue
                    }
                    body(row, rule)
                }
            }
            cursor = next
        } while cursor != nil
    }

    private static func row(
        _ sale: Sale,
        _ paid: PaidServiceOfSale?,
        on day: PacificDay,
        by terms: ProceedsTerms
    ) -> (ProceedsRow, ProceedsEstimate.Rule)? {
        guard let price = sale.price, let unitMilliunits = sale.unitPriceMilliunits else { return nil }
        let country = sale.storefront.flatMap { Storefront(code: $0)?.alpha2 } ?? ""
        let unitPrice = Money(amountMilliunits: unitMilliunits, currency: price.currency)
        let estimate = ProceedsEstimate(
            unitPrice,
            in: country,
            on: day,
            product: sale.product,
            isAfterOneYear: paid?.isAfterOneYear ?? false,
            by: terms
        )
        guard let estimate else { return nil }
        let row = ProceedsRow(
            day: day,
            product: sale.product,
            country: country,
            unitsThousandths: sale.unitsThousandths,
            unitPrice: unitPrice,
            unitProceeds: estimate.unitProceeds,
            hasOffer: sale.hasOffer,
            service: paid?.service
        )
        return (row, estimate.rule)
    }
}

/// The service that a sale of a subscription paid for.
private struct PaidServiceOfSale: Sendable {
    /// Whether the subscriber had more than a year of paid service.
    let isAfterOneYear: Bool
    /// The duration of the paid service.
    let service: ServicePeriod?
}

extension ReadView {
    /// Returns a page of the sales of a day.
    fileprivate func sales(
        of app: AppName,
        on day: PacificDay,
        after cursor: SaleCursor?,
        limit: Int
    ) throws -> SalePage {
        try self.sales(
            of: app,
            environment: .production,
            within: day.begin..<day.end,
            after: cursor,
            limit: limit
        )
    }

    /// Returns the service that a sale paid for, from the chain of its transaction; `nil` where no chain has it.
    fileprivate func paidService(of sale: Sale, _ app: AppName) throws -> PaidServiceOfSale? {
        let found = try self.chain(of: sale.transactionID, app: app, environment: .production)
        guard let chain = found?.chain else { return nil }
        let purchase = chain.purchases.first { $0.transactionIDs.contains(sale.transactionID) }
        return PaidServiceOfSale(
            isAfterOneYear: PaidService.isAfterOneYear(sale.transactionID, in: chain),
            service: purchase.flatMap { ServicePeriod(from: $0.begunAt, to: $0.endsAt) }
        )
    }
}
