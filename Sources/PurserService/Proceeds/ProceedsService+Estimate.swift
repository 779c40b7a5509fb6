import Ledger

/// Estimates the proceeds of days without a report from the sales in the ledger.
extension ProceedsService {
    /// The number of sales that are read at once.
    private static let pageCount = 2000

    /// The maximum number of subscription sales that an estimate looks up; each lookup reads a chain while the client
    /// waits.
    package static let maximumLookups = 10_000

    /// What an estimate looks up in the chains of subscriptions.
    enum Lookup {
        /// The program by which Apple pays, where the terms leave it open.
        case program(ProceedsTerms)
        /// The duration of the paid service.
        case service

        /// Returns whether a sale on a day is looked up.
        func wants(_ sale: Sale, on day: PacificDay) -> Bool {
            guard sale.period != .none, sale.part == .money || sale.part == .seats else { return false }
            guard case .program(let terms) = self else { return true }
            return !terms.isSmallBusiness(on: day)
        }
    }

    /// Throws where the days have too many subscription sales to look up, before any lookup.
    func requireLookups(
        _ days: [PacificDay],
        of app: AppName,
        for lookup: Lookup
    ) async throws(ProceedsError) {
        var count = 0
        for day in days {
            var pages = self.pages(of: app, on: day)
            while let sales = try await Self.next(&pages) {
                count += sales.count { lookup.wants($0, on: day) }
                guard count <= self.maximumLookups else { throw .estimateTooLarge(self.maximumLookups) }
            }
        }
    }

    private func pages(of app: AppName, on day: PacificDay) -> SalePages {
        SalePages(in: self.repository, of: app, within: day.begin..<day.end, limit: Self.pageCount)
    }

    private static func next(_ pages: inout SalePages) async throws(ProceedsError) -> [Sale]? {
        do throws(RepositoryError) {
            return try await pages.next()
        } catch {
            throw .storage(error)
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
        var pages = self.pages(of: app, on: day)
        while let sales = try await Self.next(&pages) {
            for sale in sales {
                switch sale.part {
                case .excluded: continue
                case .credit, .unpriced: leftOut()
                case .money, .seats:
                    let row = try await self.row(sale, on: day, of: app, by: terms, for: lookup)
                    guard let (row, rule) = row else {
                        leftOut()
                        continue
                    }
                    body(row, rule)
                }
            }
        }
    }

    private func row(
        _ sale: Sale,
        on day: PacificDay,
        of app: AppName,
        by terms: ProceedsTerms,
        for lookup: Lookup
    ) async throws(ProceedsError) -> (ProceedsRow, ProceedsEstimate.Rule)? {
        guard let price = sale.price, let unitMilliunits = sale.unitPriceMilliunits else { return nil }
        let country = sale.storefront.flatMap { Storefront(code: $0)?.alpha2 } ?? ""
        let unitPrice = Money(amountMilliunits: unitMilliunits, currency: price.currency)
        let (isAfterOneYear, service) =
            lookup.wants(sale, on: day) ? try await self.service(of: sale, app) : (false, nil)
        let estimate = ProceedsEstimate(
            unitPrice,
            in: country,
            on: day,
            isAfterOneYear: isAfterOneYear,
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
            service: service
        )
        return (row, estimate.rule)
    }

    /// Returns whether a subscriber had more than a year of paid service, and the duration of the paid service.
    private func service(
        of sale: Sale,
        _ app: AppName
    ) async throws(ProceedsError) -> (isAfterOneYear: Bool, service: ServicePeriod?) {
        let found: OwnedChain?
        do throws(RepositoryError) {
            found = try await self.repository.read { view in
                try view.chain(of: sale.transactionID, app: app, environment: .production)
            }
        } catch {
            throw .storage(error)
        }
        guard let chain = found?.chain else { return (false, nil) }
        let purchase = chain.purchases.first { $0.transactionIDs.contains(sale.transactionID) }
        let service = purchase.flatMap { ServicePeriod(from: $0.begunAt, to: $0.endsAt) }
        return (PaidService.isAfterOneYear(sale.transactionID, in: chain), service)
    }
}
