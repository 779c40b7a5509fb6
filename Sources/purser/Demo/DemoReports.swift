import AppStoreSimulator
import Ledger
import PurserService
import ServiceLifecycle

/// Apple's prices and reports for the demo's shop, with which the server compares its sales.
///
/// A server fetches reports in rounds, some seconds apart. Here a year passes within seconds, so the demo runs all rounds
/// itself once the year is over.
struct DemoReports {
    private static let name = "demo"

    /// The services that fetch further reports once the demo follows the clock.
    let services: [any Service]

    private let workers: [AppReportFetchWorker]
    private let prices: PriceService
    private let reconciliation: ReconciliationService

    /// Creates the fetches of a server.
    init(of server: Server) {
        self.workers = server.reportFetchWorkers()
        self.services = server.reportServices(self.workers)
        self.prices = server.services.prices
        self.reconciliation = server.services.reconciliation
    }

    /// How the days of the year compare with Apple's reports.
    struct Comparison {
        /// The number of days that agree, or whose differences are explained.
        var settled = 0
        /// The number of days with a difference that is not explained.
        var open = 0
    }

    /// Fetches the prices of all products from the store.
    func fetchPrices() async throws {
        let app = AppName(DemoEnvironment.app)
        var last: ProductID?
        repeat {
            let result = try await self.prices.fetch(nil, after: last, in: app, by: Self.name, isPreview: false)
            if let stop = result.stop { throw stop }
            last = result.next
        } while last != nil
    }

    /// Fetches all reports that the store has, and returns how the days with a report compare.
    func compare(from start: Instant) async throws -> Comparison {
        for worker in self.workers {
            while await worker.round() > 0 {}
        }
        let app = AppName(DemoEnvironment.app)
        let overview = try await self.reconciliation.overview(
            of: app,
            days: PacificDay(of: start)...self.reconciliation.today
        )
        var comparison = Comparison()
        for state in overview.states.values where state.digest != nil {
            if state.phase == .open { comparison.open += 1 } else { comparison.settled += 1 }
        }
        return comparison
    }
}
