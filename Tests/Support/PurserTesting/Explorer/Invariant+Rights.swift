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

    /// Whoever knows only what he was told knows of each subscription and right what the ledger derives, and no number is missing.
    static let told = Invariant("told", isQuick: false) { scene in
        let books = ToldBooks(
            repository: scene.server.repository,
            app: scene.server.app.name,
            environment: scene.server.environment,
            catalogue: scene.server.app.catalogue
        )
        var wrong: [String] = []
        for chain in scene.chains {
            guard let transaction = chain.transactions.first else { continue }
            let id = TransactionID(transaction.transactionId)
            guard let complaint = try await books.complaint(about: id, at: scene.server.now) else { continue }
            wrong.append("\(chain.name): \(complaint)")
        }
        for customer in scene.world.customers {
            guard let id = CustomerID(customer.name) else { continue }
            guard let complaint = try await books.complaint(aboutRightsOf: id, at: scene.server.now) else { continue }
            wrong.append(complaint)
        }
        return wrong
    }
}
