import Ledger
import Testing

@Suite struct ChainPurchasesTests {
    @Test("Transactions of one line item are one purchase, which began when the first of them did")
    func lineItem() {
        let line = WebOrderLineItemID("w")
        let scene = Scene()
            .period("2", from: 12, to: 30) { $0.webOrderLineItemID = line }
            .period("1", from: 0, to: 30) { $0.webOrderLineItemID = line }
            .period("3", from: 30, to: 60) { $0.webOrderLineItemID = WebOrderLineItemID("x") }
        let purchases = scene.chain.purchases
        #expect(purchases.map(\.transactionIDs.count) == [2, 1])
        #expect(purchases[0].key == .period(OriginalTransactionID("1"), line))
        #expect(purchases[0].begunAt == Scene.day(0))
    }

    @Test("Without a line item id, transactions of one product are joined by purchase date")
    func purchaseDate() {
        let line = WebOrderLineItemID("w")
        let scene = Scene()
            .period("1", from: 0, to: 30) { $0.webOrderLineItemID = line }
            .period("2", from: 0, to: 30)
            .period("3", product: "basic", from: 0, to: 30)
            .period("4", from: 30, to: 60)
            .period("5", from: 30, to: 60)
        let keys = Set(scene.chain.purchases.map(\.key))
        let original = OriginalTransactionID("1")
        #expect(
            keys == [
                .period(original, line), .periodBegunAt(original, Scene.day(0)),
                .periodBegunAt(original, Scene.day(30)),
            ]
        )
        #expect(scene.chain.purchases.count == 3)
    }

    @Test(
        "Other kinds than subscriptions are counted by the rule of their kind",
        arguments: [(TransactionSnapshot.Kind.nonConsumable, 1), (.consumable, 2), (.nonRenewing, 2)]
    )
    func otherKinds(kind: TransactionSnapshot.Kind, count: Int) {
        let chain = Chain(
            transactions: ["1", "2"].map { id in
                let snapshot = Scene.snapshot(id, kind: kind, from: 0) {
                    $0.originalTransactionID = OriginalTransactionID("1")
                }
                return TransactionRecord(snapshot)
            }
        )
        #expect(chain.purchases.count == count)
        #expect(chain.purchases.flatMap(\.transactionIDs).sorted() == [TransactionID("1"), TransactionID("2")])
    }
}
