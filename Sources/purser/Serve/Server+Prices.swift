import PurserService

extension Server {
    /// Knows what products cost.
    var prices: PriceService {
        let fetches = self.configuration.apps.compactMap { app in
            self.connect.clients[app.name].map { client in
                (app.name, PriceFetch(client: client, appNumber: app.appAppleID))
            }
        }
        return PriceService(
            repository: self.repository,
            apps: self.assembly.apps,
            ambient: self.time.ambient,
            audit: self.audit,
            fetches: Dictionary(fetches) { first, _ in first },
            memory: self.priceMemory
        )
    }
}
