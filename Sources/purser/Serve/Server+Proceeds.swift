import PurserService

extension Server {
    /// Says what Apple pays.
    var proceeds: ProceedsService {
        ProceedsService(
            repository: self.repository,
            reports: self.reports,
            apps: self.assembly.apps,
            skus: self.configuration.skus,
            ambient: self.time.ambient
        )
    }
}
