import Ledger
import PurserService

extension UnservedBooks {
    /// Compares days on a database that no server has open.
    func reconciliation(_ configuration: Configuration) -> ReconciliationService {
        let healing = BookHealing(
            repository: self.repository,
            ingest: self.ingest,
            apps: self.apps,
            ambient: self.ambient,
            logger: self.logger
        )
        return ReconciliationService(
            repository: self.repository,
            reports: ReportService(repository: self.repository, ambient: self.ambient),
            apps: self.apps,
            skus: configuration.skus,
            readings: healing.histories,
            ambient: self.ambient,
            audit: self.audit,
            logger: self.logger
        )
    }
}

extension Configuration {
    /// The SKUs of the apps that have one here.
    var skus: [AppName: String] {
        let skus = self.apps.compactMap { app in app.appStoreConnect.map { (app.name, $0.sku) } }
        return Dictionary(skus) { first, _ in first }
    }
}
