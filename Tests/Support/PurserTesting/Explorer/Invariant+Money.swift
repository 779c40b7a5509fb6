import AppStore
import AppStoreSimulator
import Ledger
import PurserService

/// Paid means delivered: what is known of a purchase says what was handed over and taken back, and wallets hold just that.
extension Invariant {
    /// Each consumable that is known and owned was handed over once, and as much of it taken back as was refunded.
    static let delivered = Invariant("delivered") { scene in
        var wrong: [String] = []
        var count = 0
        for chain in scene.chains {
            for purchase in Self.consumables(of: chain, in: scene) {
                guard let delivery = try await Self.delivery(of: purchase, in: scene) else {
                    if purchase.isPaid, purchase.snapshot.revocation == nil {
                        wrong.append("\(chain.name) makes no delivery")
                    }
                    continue
                }
                count += 1
                let refunded = Self.refunded(purchase)
                let expected: Set<DeliveryState> =
                    if delivery.confirmedAt == nil {
                        refunded == DeliveryDemand.all ? [.cancelled] : delivery.customer == nil ? [.waiting] : []
                    } else {
                        refunded == 0 ? [.confirmed] : [.takenBack]
                    }
                if !expected.contains(delivery.state) {
                    wrong.append("\(chain.name) is \(delivery.state), with \(refunded) refunded")
                }
                if delivery.confirmedAt != nil, delivery.taken != refunded {
                    wrong.append("\(chain.name) has \(delivery.taken) taken back, not \(refunded)")
                }
            }
        }
        let placed = try await scene.server.repository.deliveries(
            of: scene.server.app.name,
            matching: DeliveryFilter(),
            after: 0,
            limit: 10_000
        )
        if placed.count != count { wrong.append("\(placed.count) deliveries, not \(count)") }
        return wrong
    }

    /// All wallets together hold what was handed over less what was refunded and spent, debts counted.
    static let coins = Invariant("coins") { scene in
        var expected = -scene.server.spent
        for chain in scene.chains {
            for purchase in Self.consumables(of: chain, in: scene) {
                guard let delivery = try await Self.delivery(of: purchase, in: scene), delivery.confirmedAt != nil
                else {
                    continue
                }
                let recall = Recall(
                    refunds: [
                        Recall.Refund(
                            revokedAt: delivery.purchasedAt,
                            percentageMilliunits: Int64(Self.refunded(purchase))
                        )
                    ],
                    reversedAt: nil
                )
                let amount = Int64(delivery.goods.coins.values.reduce(0, +))
                expected += amount - recall.share(of: amount)
                if delivery.taken > 0 { scene.server.count(.coinsTakenBack) }
            }
        }
        var found: Int64 = 0
        for name in scene.world.customers.map(\.name) {
            guard let customer = CustomerID(name) else { continue }
            let wallets = try await scene.server.repository.wallets(
                of: customer,
                app: scene.server.app.name,
                environment: scene.server.environment
            )
            for wallet in wallets {
                found += wallet.balance - wallet.debt
                if wallet.debt > 0 { scene.server.count(.coinsOwed) }
            }
        }
        return found == expected ? [] : ["\(found) coins, where \(expected) should be"]
    }

    private static func consumables(of chain: ExplorerChain, in scene: ExplorerScene) -> [Purchase] {
        let known = scene.picture.chain(chain.original)?.chain.purchases ?? []
        return known.filter { $0.snapshot.kind == .consumable }
    }

    private static func delivery(of purchase: Purchase, in scene: ExplorerScene) async throws -> Delivery? {
        try await scene.server.repository.delivery(
            DeliveryID(purchase.transactionIDs[0], in: scene.server.environment),
            of: scene.server.app.name
        )
    }

    /// How much of a purchase was refunded, in thousandths of a percent.
    private static func refunded(_ purchase: Purchase) -> Int {
        guard let revocation = purchase.snapshot.revocation else { return 0 }
        if let percentage = revocation.percentageMilliunits { return percentage }
        return revocation.type == "REFUND_PRORATED" ? 0 : DeliveryDemand.all
    }
}
