import PurserService

extension Server {
    /// Knows what products cost.
    var prices: PriceService {
        PriceService(
            repository: self.repository,
            apps: self.assembly.apps,
            ambient: self.time.ambient,
            audit: self.audit
        )
    }
}
