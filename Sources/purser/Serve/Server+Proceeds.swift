import Ledger
import PurserService

extension Server {
    /// Says what Apple pays.
    var proceeds: ProceedsService {
        let skus = self.configuration.apps.compactMap { app in
            app.appStoreConnect.map { (app.name, $0.sku) }
        }
        return ProceedsService(
            repository: self.repository,
            reports: self.reports,
            apps: self.assembly.apps,
            skus: Dictionary(skus) { first, _ in first },
            ambient: self.time.ambient
        )
    }
}
