import AppStore
import Ledger
import PurserService
import PurserTesting
import Testing

@Suite struct IngestAnswerTests {
    private static func subscription(
        _ shop: TestShop,
        transaction: TransactionPayload? = SamplePayloads.transaction(),
        renewal: RenewalInfoPayload? = SamplePayloads.renewalInfo(),
        of original: String? = nil,
        status: StatusEvidence.Status? = .active
    ) throws -> AnsweredEvidence.Subscription {
        AnsweredEvidence.Subscription(
            originalTransactionID: OriginalTransactionID(
                original ?? SamplePayloads.transaction().originalTransactionId ?? ""
            ),
            status: status,
            transaction: try transaction.map { try shop.authority.sign($0).bytes },
            renewal: try renewal.map { try shop.authority.sign($0).bytes }
        )
    }

    private static func isEmpty(_ shop: TestShop) async throws -> Bool {
        try await shop.repository.read { view in try view.newestEvidencePosition() } == 0
    }

    @Test("A subscription's transaction, renewal info and status are recorded as one unit, dated by the request")
    func subscription() async throws {
        let shop = try TestShop()
        let askedAt = shop.ambient.now()
        let answer = AnsweredEvidence(subscriptions: [try Self.subscription(shop)], askedAt: askedAt)
        let outcome = try await shop.ingest.answer(answer, for: shop.app)
        #expect(outcome.isNew && outcome.heldCount == 0)
        let id = try #require(outcome.transactions.first)
        let chain = try await shop.repository.read { view in
            try view.chain(of: id, app: shop.app.name, environment: .production)
        }?.chain
        #expect(chain?.statuses.map(\.statedAt) == [askedAt])
        #expect(chain?.renewals.count == 1)
        #expect(try await shop.ingest.answer(answer, for: shop.app).isNew == false)
    }

    @Test("An answer with one forged object is refused as a whole")
    func forged() async throws {
        let shop = try TestShop()
        let genuine = try shop.authority.sign(SamplePayloads.transaction()).bytes
        let forged = try SigningAuthority().sign(SamplePayloads.consumable(id: "77")).bytes
        let answer = AnsweredEvidence(transactions: [genuine, forged], askedAt: shop.ambient.now())
        await #expect(throws: IngestError.self) { try await shop.ingest.answer(answer, for: shop.app) }
        #expect(try await Self.isEmpty(shop))
    }

    @Test("A subscription with parts of another one is refused", arguments: ["99", "not an id"])
    func foreignParts(original: String) async throws {
        let shop = try TestShop()
        let item = try Self.subscription(shop, of: original)
        let answer = AnsweredEvidence(subscriptions: [item], askedAt: shop.ambient.now())
        do {
            _ = try await shop.ingest.answer(answer, for: shop.app)
            Issue.record("accepted")
        } catch {
            #expect(error.code == "nested_subscription_mismatch")
        }
        #expect(try await Self.isEmpty(shop))
    }

    @Test("Data of another app is refused with its code, and nothing of the answer is stored")
    func foreignApp() async throws {
        let shop = try TestShop()
        var foreign = SamplePayloads.transaction()
        foreign.bundleId = "com.example.other"
        let answer = AnsweredEvidence(
            transactions: [try shop.authority.sign(foreign).bytes],
            askedAt: shop.ambient.now()
        )
        do {
            _ = try await shop.ingest.answer(answer, for: shop.app)
            Issue.record("accepted")
        } catch {
            #expect(error.code == "bundle_id_mismatch")
        }
        #expect(try await Self.isEmpty(shop))
    }

    @Test("A transaction from the future is held, and the rest of its answer recorded")
    func future() async throws {
        let shop = try TestShop()
        let now = SamplePayloads.signedAt
        var early = SamplePayloads.consumable(id: "78")
        early.signedDate = Timestamp(milliseconds: now.milliseconds + 3_600_000)
        let answer = AnsweredEvidence(
            transactions: [
                try shop.authority.sign(early).bytes,
                try shop.authority.sign(SamplePayloads.consumable(id: "79")).bytes,
            ],
            askedAt: shop.ambient.now()
        )
        let outcome = try await shop.ingest.answer(answer, for: shop.app)
        #expect(outcome.transactions == [TransactionID("79")])
        #expect(outcome.heldCount == 1)
        #expect(try await shop.repository.read { view in try view.heldCounts() }[.signedInFuture] == 1)
    }

    @Test("A status that this version does not know is ignored, and the rest recorded")
    func unknownStatus() async throws {
        let shop = try TestShop()
        let item = try Self.subscription(shop, status: nil)
        let answer = AnsweredEvidence(subscriptions: [item], askedAt: shop.ambient.now())
        let outcome = try await shop.ingest.answer(answer, for: shop.app)
        #expect(outcome.transactions.count == 1)
    }
}
