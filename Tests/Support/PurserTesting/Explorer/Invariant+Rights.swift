import AppStoreSimulator
import Ledger
import PurserService

extension Invariant {
    /// What is kept of each customer's holdings answers as his chains do, now and at instants to come.
    static let rights = Invariant("rights") { scene in
        var wrong: [String] = []
        let app = scene.server.app
        let environment = scene.server.environment
        let catalogue = app.catalogue
        for customer in scene.world.customers {
            guard let id = CustomerID(customer.name) else { continue }
            let ledger = try await scene.server.repository.ledger(of: id, app: app.name, environment: environment)
            for days in [0, 3, 40] as [Int64] {
                let now = scene.instant + .days(days)
                let found = try await scene.server.repository.holdings(
                    of: id,
                    app: app.name,
                    environments: [environment],
                    access: catalogue.access,
                    at: now
                ).entitlements(at: now, environment: environment, catalogue: catalogue)
                if found != ledger.entitlements(at: now, catalogue: catalogue) {
                    wrong.append("\(customer.name) is answered otherwise than his chains say, in \(days) days")
                }
            }
        }
        return wrong
    }
}
