import Ledger
import PurserService

extension Server {
    /// Says what Apple pays.
    var proceeds: ProceedsService {
        ProceedsService(
            repository: self.repository,
            reports: self.reports,
            apps: self.assembly.apps,
            skus: self.configuration.skus,
            smallBusiness: Dictionary(
                self.configuration.apps.compactMap { app in app.smallBusinessFrom.map { (app.name, $0) } }
            ) { first, _ in first },
            ambient: self.time.ambient
        )
    }
}
