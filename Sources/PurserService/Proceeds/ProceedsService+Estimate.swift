import Ledger

/// Estimates the proceeds of days that have no report from the ledger's own sales.
extension ProceedsService {
    /// How many sales are read at once.
    private static let pageCount = 2000

    /// Calls the closure with what each sale of a day will probably bring.
    ///
    /// - Parameters:
    ///   - day: The day.
    ///   - app: The app.
    ///   - terms: The rates.
    ///   - body: Takes a sale or refund with its estimated proceeds, and the rule.
    ///   - leftOut: Is called for a sale whose price, or what was paid back of it, is unknown.
    /// - Throws: Why the sales could not be read.
    func estimate(
        _ day: PacificDay,
        of app: AppName,
        by terms: ProceedsTerms,
        _ body: (ProceedsRow, ProceedsEstimate.Rule) -> Void,
        leftOut: () -> Void
    ) async throws(ProceedsError) {
        var cursor: SaleCursor?
        repeat {
            let page: SalePage
            do throws(RepositoryError) {
                page = try await self.repository.sales(
                    of: app,
                    environment: .production,
                    within: day.begin..<day.end,
                    after: cursor,
                    limit: Self.pageCount
                )
            } catch {
                throw .storage(error)
            }
            for sale in page.sales {
                switch sale.part {
                case .excluded: continue
                case .credit, .unpriced: leftOut()
                case .money, .seats:
                    guard let (row, rule) = try await self.row(sale, on: day, of: app, by: terms) else {
                        leftOut()
                        continue
                    }
                    body(row, rule)
                }
            }
            cursor = page.next
        } while cursor != nil
    }

    private func row(
        _ sale: Sale,
        on day: PacificDay,
        of app: AppName,
        by terms: ProceedsTerms
    ) async throws(ProceedsError) -> (ProceedsRow, ProceedsEstimate.Rule)? {
        guard let price = sale.price else { return nil }
        let country = sale.storefront.flatMap { Storefront(code: $0)?.alpha2 } ?? ""
        // The price is that of all units together.
        let quantity = max(1, sale.quantity)
        let (whole, rest) = price.amountMilliunits.quotientAndRemainder(dividingBy: quantity)
        let unitPrice = Money(amountMilliunits: whole + (rest * 2 >= quantity ? 1 : 0), currency: price.currency)
        let (isAfterOneYear, service) = try await self.service(of: sale, app)
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
        guard sale.period != .none else { return (false, nil) }
        let found: OwnedChain?
        do throws(RepositoryError) {
            found = try await self.repository.chain(of: sale.transactionID, app: app, environment: .production)
        } catch {
            throw .storage(error)
        }
        guard let chain = found?.chain else { return (false, nil) }
        let purchase = chain.purchases.first { $0.transactionIDs.contains(sale.transactionID) }
        let days = purchase.map { ($0.endsAt - $0.begunAt).milliseconds + Span.days(1).milliseconds / 2 }
            .map { $0 / Span.days(1).milliseconds }
        let service = days.flatMap { $0 > 0 ? ServicePeriod.days($0) : nil }
        return (PaidService.isAfterOneYear(sale.transactionID, in: chain), service)
    }
}
