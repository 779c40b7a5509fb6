import AppStore
import AppStoreSimulator
import Ledger
import PurserService

/// Paid means fulfilled: what is known of a purchase says what was fulfilled and revoked, and wallets hold just that.
extension Invariant {
    /// Each consumable that is known and owned was fulfilled once, and as much of it revoked as was refunded.
    static let fulfilled = Invariant("fulfilled") { scene in
        var wrong: [String] = []
        var count = 0
        for chain in scene.chains {
            for purchase in Self.consumables(of: chain, in: scene) {
                guard let fulfillment = try await Self.fulfillment(of: purchase, in: scene) else {
                    if purchase.isPaid, purchase.snapshot.revocation == nil {
                        wrong.append("\(chain.name) makes no fulfillment")
                    }
                    continue
                }
                count += 1
                let refunded = Self.refunded(purchase)
                let expected: Set<FulfillmentState> =
                    if fulfillment.confirmedAt == nil {
                        refunded == FulfillmentDemand.all ? [.canceled] : fulfillment.customer == nil ? [.waiting] : []
                    } else {
                        refunded == 0 ? [.confirmed] : [.revoked]
                    }
                if !expected.contains(fulfillment.state) {
                    wrong.append("\(chain.name) is \(fulfillment.state), with \(refunded) refunded")
                }
                if fulfillment.confirmedAt != nil, fulfillment.revoked != refunded {
                    wrong.append("\(chain.name) has \(fulfillment.revoked) revoked, not \(refunded)")
                }
            }
        }
        let positioned = try await scene.server.repository.read { view in
            try view.fulfillments(
                of: scene.server.app.name,
                matching: FulfillmentFilter(),
                after: 0,
                limit: 10_000
            )
        }
        if positioned.count != count { wrong.append("\(positioned.count) fulfillments, not \(count)") }
        return wrong
    }

    /// All wallets together hold what was fulfilled less what was refunded and spent, debts counted.
    static let coins = Invariant("coins") { scene in
        var expected = -scene.server.spent
        for chain in scene.chains {
            for purchase in Self.consumables(of: chain, in: scene) {
                guard let fulfillment = try await Self.fulfillment(of: purchase, in: scene),
                    fulfillment.confirmedAt != nil
                else {
                    continue
                }
                let revocationTarget = RevocationTarget(
                    refunds: [
                        RevocationTarget.Refund(
                            revokedAt: fulfillment.purchasedAt,
                            percentageMilliunits: Int64(Self.refunded(purchase))
                        )
                    ],
                    reversedAt: nil
                )
                let amount = Int64(fulfillment.goods.coins.values.reduce(0, +))
                expected += amount - revocationTarget.share(of: amount)
                if fulfillment.revoked > 0 { scene.server.count(.coinsRevoked) }
            }
        }
        var found: Int64 = 0
        for name in scene.world.customers.map(\.name) {
            guard let customer = CustomerID(name) else { continue }
            let wallets = try await scene.server.repository.read { view in
                try view.wallets(
                    of: customer,
                    app: scene.server.app.name,
                    environment: scene.server.environment
                )
            }
            for wallet in wallets {
                found += wallet.balance - wallet.debt
                if wallet.debt > 0 { scene.server.count(.coinsOwed) }
            }
        }
        return found == expected ? [] : ["\(found) coins, where \(expected) should be"]
    }

    private static func consumables(of chain: ExplorerChain, in scene: ExplorerCheckpoint) -> [Purchase] {
        let known = scene.picture.chain(chain.original)?.chain.purchases ?? []
        return known.filter { $0.snapshot.kind == .consumable }
    }

    private static func fulfillment(of purchase: Purchase, in scene: ExplorerCheckpoint) async throws -> Fulfillment? {
        try await scene.server.repository.read { view in
            try view.fulfillment(
                FulfillmentID(purchase.transactionIDs[0], in: scene.server.environment),
                of: scene.server.app.name
            )
        }
    }

    /// Returns the refunded share of a purchase, in thousandths of a percent.
    private static func refunded(_ purchase: Purchase) -> Int {
        guard let revocation = purchase.snapshot.revocation else { return 0 }
        if let percentage = revocation.percentageMilliunits { return percentage }
        return revocation.type == "REFUND_PRORATED" ? 0 : FulfillmentDemand.all
    }
}
