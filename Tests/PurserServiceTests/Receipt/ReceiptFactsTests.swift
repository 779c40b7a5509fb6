import AppStore
import AppStoreSimulator
import Ledger
import PurserService
import PurserTesting
import Testing

@Suite struct ReceiptFactsTests {
    private let authority: ReceiptAuthority
    private let signatures: SignatureVerifier

    init() throws {
        self.authority = try ReceiptAuthority()
        self.signatures = SignatureVerifier(anchors: try TrustAnchors(roots: [self.authority.root]))
    }

    /// A receipt with these purchases.
    private func receipt(_ rows: [ReceiptDraft]) throws -> VerifiedReceipt {
        var draft = SampleReceipts.draft(rows: 0)
        for row in rows { draft.add(purchase: row) }
        return try self.signatures.receipt(self.authority.signer.receipt(draft))
    }

    /// A purchase of a month.
    private static func row(
        _ id: String,
        original: String? = "1",
        product: String = "pro.monthly",
        month: Int = 1,
        kind: Int64? = 3,
        canceledAt: String = ""
    ) -> ReceiptDraft {
        var row = ReceiptDraft()
        row.add(1702, text: product)
        row.add(1703, text: id)
        if let original { row.add(1705, text: original) }
        row.add(1704, instant: "2026-0\(month)-01T12:00:00Z")
        if let kind { row.add(1707, number: kind) }
        row.add(1708, instant: kind == 3 || kind == nil ? "2026-0\(month + 1)-01T12:00:00Z" : "")
        row.add(1712, instant: canceledAt)
        return row
    }

    /// A row of Apple's answer.
    private static func answered(_ id: String, _ fill: (inout ReceiptTransaction) -> Void) -> ReceiptTransaction {
        var row = ReceiptTransaction()
        row.transactionID = id
        row.originalTransactionID = "1"
        row.productID = "pro.monthly"
        row.purchasedAt = Timestamp(milliseconds: 1_767_268_800_000)
        row.expiresAt = Timestamp(milliseconds: 1_769_947_200_000)
        fill(&row)
        return row
    }

    @Test("Each purchase is read once, by ascending date, whatever the order in the receipt")
    func order() throws {
        let rows = [Self.row("30", month: 3), Self.row("9"), Self.row("100", month: 2), Self.row("9")]
        var orders: [[ReceiptDraft]] = []
        for start in rows.indices { orders.append(Array(rows[start...] + rows[..<start])) }
        for order in orders + [rows.reversed()] {
            let facts = ReceiptFacts(try self.receipt(order)) { _ in nil }
            #expect(facts.snapshots.map(\.transactionID.rawValue) == ["9", "100", "30"])
            #expect(facts.incomplete.isEmpty)
        }
        let twins = ReceiptFacts(try self.receipt([Self.row("9"), Self.row("10")])) { _ in nil }
        #expect(twins.snapshots.map(\.transactionID.rawValue) == ["10", "9"])
    }

    @Test("A row has the facts that receipts can state, and no others")
    func fields() throws {
        var row = Self.row("2", month: 2, canceledAt: "2026-02-02T00:00:00Z")
        row.add(1701, number: 4)
        row.add(1711, number: 77)
        row.add(1713, number: 1)
        row.add(1719, number: 0)
        let receipt = try self.receipt([row])
        let snapshot = try #require(ReceiptFacts(receipt) { _ in nil }.snapshots.first)
        #expect(snapshot.transactionID.rawValue == "2" && snapshot.originalTransactionID.rawValue == "1")
        #expect(snapshot.productID.rawValue == "pro.monthly" && snapshot.kind == .autoRenewable)
        #expect(snapshot.purchaseAt.milliseconds == 1_769_947_200_000)
        #expect(snapshot.expiresAt?.milliseconds == 1_772_366_400_000)
        #expect(snapshot.quantity == 4 && snapshot.webOrderLineItemID?.rawValue == "77")
        #expect(snapshot.revocation?.revokedAt.milliseconds == 1_769_990_400_000)
        #expect(snapshot.revocation?.reason == nil && snapshot.revocation?.type == nil)
        #expect(snapshot.offer == Offer(type: 1, identifier: nil, discountType: "FREE_TRIAL", period: nil))
        #expect(snapshot.signedAt.milliseconds == receipt.createdAt.milliseconds)
        #expect(snapshot.price == nil && snapshot.storefront == nil && snapshot.accountToken == nil)
        #expect(snapshot.reason == nil && snapshot.ownership == .purchased && !snapshot.isUpgraded)
    }

    @Test("Apple's answer takes precedence over the receipt, and adds what the receipt lacks")
    func answer() throws {
        let receipt = try self.receipt([Self.row("1"), Self.row("2", month: 2)])
        let at = Instant(milliseconds: receipt.createdAt.milliseconds + 1000)
        let token = "7b1f3c4e-9d2a-4c8b-8f10-1234567890ab"
        let rows = [
            Self.answered("1") { row in
                row.isUpgraded = true
                row.canceledAt = Timestamp(milliseconds: 1_768_000_000_000)
                row.cancellationReason = 1
            },
            Self.answered("3") { row in
                row.ownership = .familyShared
                row.appAccountToken = token
                row.offerCode = "WINTER"
            },
            Self.answered("4") { $0.appAccountToken = "anna" },
        ]
        let facts = ReceiptFacts(receipt, answer: (rows, at)) { _ in nil }
        #expect(facts.snapshots.map(\.transactionID.rawValue) == ["1", "3", "4", "2"])
        let (first, third, fourth) = (facts.snapshots[0], facts.snapshots[1], facts.snapshots[2])
        #expect(first.isUpgraded && first.revocation?.reason == 1 && first.signedAt == at)
        #expect(third.ownership == .familyShared && third.accountToken != nil && third.kind == .autoRenewable)
        #expect(third.offer == Offer(type: 3, identifier: "WINTER", discountType: nil, period: nil))
        #expect(fourth.accountToken == nil && fourth.malformedAccountToken == "anna")
        #expect(facts.snapshots[3].signedAt.milliseconds == receipt.createdAt.milliseconds)
    }

    @Test("Rows describe the same purchase only where their ids have the same bytes")
    func spelling() throws {
        let ids = ["b\u{E9}b", "be\u{301}b"]
        #expect(ids[0] == ids[1], "Swift tells them apart, so they prove nothing.")
        let rows = (ids + ids).map { Self.answered($0) { _ in } }
        let at = Instant(milliseconds: 1_768_000_000_000)
        let facts = ReceiptFacts(try self.receipt([Self.row("9")]), answer: (rows, at)) { _ in nil }
        #expect(facts.snapshots.count == 3 && facts.incomplete.isEmpty)
        #expect(Set(facts.snapshots.map(\.transactionID)) == Set((ids + ["9"]).map { TransactionID($0) }))
    }

    @Test("The kind is the row's, or the catalog's, or follows from an end; without any the row is incomplete")
    func kinds() throws {
        let receipt = try self.receipt([
            Self.row("1", product: "coins", kind: 1),
            Self.row("2", original: nil, product: "theme", month: 2, kind: nil),
            Self.row("3", product: "news", month: 3, kind: nil),
        ])
        let facts = ReceiptFacts(receipt) { $0.rawValue == "theme" ? .nonConsumable : nil }
        #expect(facts.snapshots.map(\.kind) == [.consumable, .nonConsumable, .autoRenewable])
        #expect(facts.snapshots[1].originalTransactionID.rawValue == "2" && facts.snapshots[1].expiresAt == nil)
        var bare = ReceiptDraft()
        bare.add(1702, text: "unknown")
        bare.add(1703, text: "4")
        bare.add(1704, instant: "2026-01-01T00:00:00Z")
        var nameless = ReceiptDraft()
        nameless.add(1702, text: "coins")
        var endless = Self.row("6", product: "pass", kind: 0)
        endless.add(1701, number: 0)
        let odd = ReceiptFacts(try self.receipt([bare, nameless, endless])) { _ in nil }
        #expect(odd.snapshots.map(\.quantity) == [1])
        #expect(
            odd.incomplete == [
                .init(transactionID: nil, reason: .transactionField("transactionId")),
                .init(transactionID: "4", reason: .unknownProductType),
            ]
        )
    }

    @Test("Of two rows about one purchase, the refunded one counts, in either order")
    func contradiction() throws {
        let kept = Self.row("1")
        let refunded = Self.row("1", canceledAt: "2026-01-03T00:00:00Z")
        for rows in [[kept, refunded], [refunded, kept]] {
            let facts = ReceiptFacts(try self.receipt(rows)) { _ in nil }
            #expect(facts.snapshots.map { $0.revocation != nil } == [true])
        }
    }

    @Test("An empty receipt has no purchases")
    func empty() throws {
        let facts = ReceiptFacts(try self.receipt([])) { _ in nil }
        #expect(facts.snapshots.isEmpty && facts.incomplete.isEmpty)
    }
}
