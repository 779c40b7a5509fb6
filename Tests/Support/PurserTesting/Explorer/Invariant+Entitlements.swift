import AppStoreSimulator
import Ledger
import PurserService

extension Invariant {
    /// The stored holdings of each customer give the same answers as their chains, now and at later instants.
    static let entitlements = Invariant("entitlements") { scene in
        var wrong: [String] = []
        let app = scene.server.app
        let environment = scene.server.environment
        let catalog = app.catalog
        for customer in scene.world.customers {
            guard let id = CustomerID(customer.name) else { continue }
            let ledger = try await scene.server.repository.read { view in
                try view.ledger(of: id, app: app.name, environment: environment)
            }
            for days in [0, 3, 40] as [Int64] {
                let now = scene.instant + .days(days)
                let found = try await scene.server.repository.read { view in
                    try view.holdings(
                        of: id,
                        app: app.name,
                        environments: [environment],
                        gracePolicy: catalog.gracePolicy,
                        at: now
                    )
                }.entitlements(at: now, environment: environment, catalog: catalog)
                if found != ledger.entitlements(at: now, catalog: catalog) {
                    wrong.append("\(customer.name) has holdings that differ from their chains, in \(days) days")
                }
            }
        }
        return wrong
    }

    /// A subscriber that knows only the published events knows of each subscription and entitlement what the ledger
    /// derives, and no event number is missing.
    static let published = Invariant("published", isQuick: false) { scene in
        let view = SubscriberView(
            repository: scene.server.repository,
            app: scene.server.app.name,
            environment: scene.server.environment,
            catalog: scene.server.app.catalog
        )
        var wrong: [String] = []
        for chain in scene.chains {
            guard let transaction = chain.transactions.first else { continue }
            let id = TransactionID(transaction.transactionId)
            guard let complaint = try await view.complaint(about: id, at: scene.server.now) else { continue }
            wrong.append("\(chain.name): \(complaint)")
        }
        for customer in scene.world.customers {
            guard let id = CustomerID(customer.name) else { continue }
            guard let complaint = try await view.complaint(aboutEntitlementsOf: id, at: scene.server.now) else {
                continue
            }
            wrong.append(complaint)
        }
        return wrong
    }
}
