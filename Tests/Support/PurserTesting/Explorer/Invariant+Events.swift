import AppStoreSimulator
import Ledger
import PurserService

extension Invariant {
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
