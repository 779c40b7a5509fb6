import Ledger

/// Estimates the proceeds of days that have no report from the ledger's own sales.
extension ProceedsService {
    /// How many sales are read at once.
    private static let pageCount = 2000

    /// How many sales of subscriptions an estimate looks up at most: each is a chain that is read while the caller
    /// waits.
    package static let maximumLookups = 10_000

    /// What an estimate looks up in the chains of subscriptions.
    enum Lookup {
        /// By which program Apple pays, where the terms leave it open.
        case program(ProceedsTerms)
        /// How long the service lasts that was paid.
        case service

        /// Whether a sale on a day is looked up.
        func wants(_ sale: Sale, on day: PacificDay) -> Bool {
            guard sale.period != .none, sale.part == .money || sale.part == .seats else { return false }
            guard case .program(let terms) = self else { return true }
            return !terms.isSmallBusiness(on: day)
        }
    }

    /// Refuses days that have too many sales of subscriptions to look up, before any is.
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

    /// Calls the closure with what each sale of a day will probably bring.
    ///
    /// - Parameters:
    ///   - day: The day.
    ///   - app: The app.
    ///   - terms: The rates.
    ///   - lookup: What is looked up in chains.
    ///   - body: Takes a sale or refund with its estimated proceeds, and the rule.
    ///   - leftOut: Is called for a sale whose price, or what was paid back of it, is unknown.
    /// - Throws: Why the sales could not be read.
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

    /// Whether a subscriber had more than a year of paid service, and how long the service lasts that was paid.
    private func service(
        of sale: Sale,
        _ app: AppName
    ) async throws(ProceedsError) -> (isAfterOneYear: Bool, service: ServicePeriod?) {
        let found: OwnedChain?
        do throws(RepositoryError) {
            found = try await self.repository.chain(of: sale.transactionID, app: app, environment: .production)
        } catch {
            throw .storage(error)
        }
        guard let chain = found?.chain else { return (false, nil) }
        let purchase = chain.purchases.first { $0.transactionIDs.contains(sale.transactionID) }
        let service = purchase.flatMap { ServicePeriod(from: $0.begunAt, to: $0.endsAt) }
        return (PaidService.isAfterOneYear(sale.transactionID, in: chain), service)
    }
}
