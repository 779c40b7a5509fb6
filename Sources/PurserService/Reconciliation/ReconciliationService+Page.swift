package import Ledger

/// Answers about one day in a short time, however many sales it has.
extension ReconciliationService {
    /// The maximum number of sales that are compared while a person waits for a page.
    package static let pageSales = 5000

    /// A day as a page shows it.
    package struct DayPage: Sendable {
        /// The state of the day.
        package let state: DayState
        /// The comparison that has this state; `nil` where the day was not compared, or has too many sales and its last
        /// comparison is not in memory.
        package let found: ReconciledDay?
        /// The reason why the day cannot be compared.
        package let gap: ReconciliationResult.Gap?
        /// Whether the weeks around the day have too many sales, so that it was not compared now.
        package let isTooLarge: Bool
        /// Whether the rows of all apps are compared, because the app's SKU is not configured.
        package let isOfAllApps: Bool
    }

    /// Compares a day, or returns its last comparison where the weeks around it have too many sales.
    ///
    /// - Parameters:
    ///   - day: The day.
    ///   - app: The app.
    ///   - maximumSales: The maximum number of sales that are compared.
    /// - Returns: The day.
    /// - Throws: The reason why the day cannot be read.
    package func page(
        of day: PacificDay,
        in app: AppName,
        maximumSales: Int = Self.pageSales
    ) async throws(ReconciliationError) -> DayPage {
        guard self.apps[app] != nil else { throw .appUnknown(app) }
        guard try await self.hasSales(moreThan: maximumSales, around: day, app) else {
            let result = try await self.reconcile(app, days: day...day, comparesLonger: false)
            return DayPage(
                state: result.state(day),
                found: result.day(day),
                gap: result.gaps[day],
                isTooLarge: false,
                isOfAllApps: result.isOfAllApps
            )
        }
        let overview = try await self.overview(of: app, days: day...day)
        let state = overview.state(day)
        return DayPage(
            state: state,
            found: state.digest.flatMap { self.cache.day(day, of: app, digest: $0) },
            gap: overview.gaps[day],
            isTooLarge: true,
            isOfAllApps: self.skus[app] == nil
        )
    }

    /// Returns whether a comparison of a day may read more sales than this.
    private func hasSales(
        moreThan limit: Int,
        around day: PacificDay,
        _ app: AppName
    ) async throws(ReconciliationError) -> Bool {
        // A comparison reads the week with its neighbors, and the days next to these.
        let reach = Reconciliation.reach + 1
        let span = (day.monday + -reach).begin..<(day.monday + (6 + reach)).end
        let count = try await Self.stored { () throws(RepositoryError) in
            try await self.repository.read { view in
                try view.sales(of: app, environment: .production, within: span, after: nil, limit: limit + 1)
            }
        }.sales.count
        return count > limit
    }
}
