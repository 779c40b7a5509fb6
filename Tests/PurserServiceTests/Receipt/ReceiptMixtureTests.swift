import AppStore
import AppStoreSimulator
import Foundation
import Ledger
import PurserService
import PurserTesting
import Testing

/// The same purchases in every format.
@Suite struct ReceiptMixtureTests {
    /// The messages that Apple or a device may send.
    private enum Form {
        case signed([UInt8])
        case notification([UInt8])
        case oldNotification([UInt8])
        case receipt(String)
    }

    /// A purchase with the facts that every format has.
    private struct Sent: Hashable {
        let transaction: String
        let product: String
        let kind: TransactionSnapshot.Kind
        let owner: CustomerID?
        let beginsAtSecond: Int64
        let endsAtSecond: Int64?
        let revokedAtSecond: Int64?
    }

    /// Purchases with renewals, a change of plan, coins, a non-consumable and a refund, in every format.
    private static func life() throws -> (world: World, forms: [Form], ids: [String]) {
        let world = try SimulatedShop.world(seed: 7)
        let anna = try world.customer("anna")
        var receipts: [String] = []
        func show() throws { receipts.append(Data(try world.receipt(of: anna).bytes).base64EncodedString()) }
        var ids = [try world.buy("basic.monthly", by: anna).transactionId]
        try show()
        try world.advance(by: .seconds(86_400 * 40 + 1))
        ids.append(try world.buy("coins.100", by: anna, quantity: 3).transactionId)
        ids.append(try world.buy("theme.dark", by: anna).transactionId)
        try show()
        try world.advance(by: .seconds(3_600))
        try world.refund(ids[2])
        try world.advance(by: .seconds(86_400))
        try show()
        try world.cancel("basic.monthly", of: anna)
        try world.advance(by: .seconds(86_400 * 2))
        try show()
        let notifications = world.drainOutbox()
        for id in notifications.compactMap(\.transactionId) where !ids.contains(id) { ids.append(id) }
        var forms = receipts.map { Form.receipt($0) }
        forms += try ids.map { .signed(try world.signedTransaction(for: $0)) }
        forms += notifications.map { .notification($0.signedPayload) }
        forms += try notifications.flatMap { try world.version1Bodies(of: $0) }.map { .oldNotification($0) }
        return (world, forms, ids)
    }

    private static func outcome(
        of forms: [Form],
        _ ids: [String],
        in world: World
    ) async throws -> (purchases: Set<Sent>, entitlements: Set<String>) {
        let shop = try SimulatedShop(world: world)
        let anna = try #require(CustomerID("anna"))
        for form in forms {
            switch form {
            case .signed(let compact):
                _ = try await shop.ingest.purchase(compact, by: anna, intent: .sync, tokens: [], for: shop.app)
            case .notification(let compact): _ = try await shop.ingest.notification(compact, for: shop.app)
            case .oldNotification(let json):
                guard let old = try NotificationV1(json: json) else { continue }
                _ = try await shop.ingest.notification(old, for: shop.app)
            case .receipt(let base64):
                _ = try await shop.ingest.receipt(
                    base64,
                    about: nil,
                    by: anna,
                    intent: .sync,
                    tokens: [],
                    for: shop.app
                )
            }
        }
        var sent: Set<Sent> = []
        for id in ids {
            let chain = try await shop.repository.read { view in
                try view.chain(
                    of: TransactionID(id),
                    app: shop.app.name,
                    environment: shop.environment
                )
            }
            for purchase in chain?.chain.purchases ?? [] {
                let snapshot = purchase.snapshot
                sent.insert(
                    Sent(
                        transaction: purchase.transactionIDs[0].rawValue,
                        product: snapshot.productID.rawValue,
                        kind: snapshot.kind,
                        owner: chain?.claims[purchase.transactionIDs[0]]?.owner,
                        beginsAtSecond: snapshot.purchaseAt.milliseconds / 1000,
                        endsAtSecond: snapshot.expiresAt.map { $0.milliseconds / 1000 },
                        revokedAtSecond: snapshot.revocation.map { $0.revokedAt.milliseconds / 1000 }
                    )
                )
            }
        }
        let entitlements = try await CustomerQuery(repository: shop.repository, ambient: shop.ambient)
            .entitlements(of: anna, in: shop.app, environment: shop.environment).entitlements
        return (sent, Set(entitlements.filter(\.isActive).map(\.name.rawValue)))
    }

    @Test(
        "Receipts, notifications of both versions and signed transactions in any mixture and order give the same ledger",
        arguments: 0..<24
    )
    func mixture(seed: UInt64) async throws {
        let (world, forms, ids) = try Self.life()
        #expect(forms.count > 12)
        let whole = forms.filter { if case .signed = $0 { true } else { false } }
        let expected = try await Self.outcome(of: whole, ids, in: world)
        #expect(expected.purchases.count == ids.count)
        #expect(expected.purchases.contains { $0.revokedAtSecond != nil })
        #expect(expected.purchases.allSatisfy { $0.owner == CustomerID("anna") })

        var generator = SeededGenerator(seed: seed)
        var mixture = forms.filter { _ in generator.happens(percent: 50) }
        // The last two receipts together contain all purchases: a finished consumable is in neither or both.
        mixture += forms.filter { if case .receipt = $0 { true } else { false } }
        for form in mixture where generator.happens(percent: 30) { mixture.append(form) }
        mixture.shuffle(using: &generator)
        let outcome = try await Self.outcome(of: mixture, ids, in: world)
        #expect(outcome.purchases == expected.purchases, "seed \(seed)")
        #expect(outcome.entitlements == expected.entitlements, "seed \(seed)")
    }
}
