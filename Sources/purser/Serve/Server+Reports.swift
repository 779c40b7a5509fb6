import Ledger
import PurserService

extension Server {
    /// Keeps Apple's reports.
    var reports: ReportService {
        let accounts = self.configuration.apps.map { app in
            let access = app.appStoreConnect
            return (app.name, ReportAccount(vendor: access?.vendorNumber, sku: access?.sku))
        }
        return ReportService(
            repository: self.repository,
            ambient: self.time.ambient,
            accounts: Dictionary(accounts) { first, _ in first }
        )
    }
}
