import AppStore
import AppStoreSimulator
import Ledger
import PurserService

extension Invariant {
    /// Nothing of another app and nothing in another environment is in the ledger.
    static let isolation = Invariant("isolation") { scene in
        var wrong = scene.troubles("isolation")
        let repository = scene.server.repository
        let elsewhere: StoreEnvironment = scene.server.environment == .production ? .sandbox : .production
        for customer in scene.world.customers {
            for transaction in scene.world.transactions(of: customer) {
                let id = TransactionID(transaction.transactionId)
                let isOurs = transaction.bundleId == ExplorerShop.bundleID
                let environments = isOurs ? [elsewhere] : [scene.server.environment, elsewhere]
                for environment in environments {
                    let chain = try await repository.read { view in
                        try view.chain(of: id, app: scene.server.app.name, environment: environment)
                    }
                    if chain != nil { wrong.append("\(id) of \(transaction.bundleId) is in \(environment.rawValue)") }
                }
            }
        }
        return wrong
    }

    /// Nothing forged was accepted, and each notification accepted is kept once.
    static let authenticity = Invariant("authenticity") { scene in
        var wrong = scene.troubles("authenticity")
        let kept = try await scene.server.repository.read { view in try view.evidence(after: 0, limit: 100_000) }
            .filter { $0.evidence.kind == .notification }.count
        let held = try await scene.server.repository.read { view in try view.heldCounts() }
        let waiting = held.filter { $0.key != .notOurs }.values.reduce(0, +)
        if kept != scene.server.taken.count - waiting {
            wrong.append("\(kept) notifications are kept of \(scene.server.taken.count) accepted, \(waiting) waiting")
        }
        return wrong
    }

    /// What one family member shares with another ends when the first one's own purchase does, and a shared purchase is
    /// not a purchase of the recipient.
    static let family = Invariant("family") { scene in
        var wrong: [String] = []
        for chain in scene.chains where chain.transactions.last?.isFamilyShared == true {
            guard chain.isFullyReceived(scene.received), let product = scene.accessibleProduct(of: chain) else {
                continue
            }
            let isPaid = scene.chains.contains { other in
                other.transactions.last?.isFamilyShared == false && other.customer != chain.customer
                    && other.accessibleProduct(at: scene.now) == product
            }
            if !isPaid { wrong.append("\(chain.name) is shared, and no family member has the purchase") }
        }
        for (name, lines) in scene.picture.purchases.sorted(by: { $0.key < $1.key }) {
            for line in lines where line.ownership == .familyShared && line.state == .refunded {
                wrong.append("\(name) was refunded \(line.productID), which a family member paid for")
            }
        }
        return wrong
    }
}
