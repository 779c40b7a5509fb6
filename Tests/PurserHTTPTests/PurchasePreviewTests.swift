import AppStore
import HTTPTypes
import Ledger
import PurserService
import PurserTesting
import Testing

/// What `dryRun` says, and that it does nothing.
@Suite struct PurchasePreviewTests {
    let server: TestServer

    init() throws {
        self.server = try TestServer()
    }

    /// Everything in the ledger that a purchase could have changed.
    private struct LedgerState: Equatable {
        let evidence: Int
        let isAnnaKnown: Bool
        let isBertKnown: Bool
        let transfers: [OwnershipTransfer]
        let claim: Claim?
        let lines: [Int]
        let held: [HeldEvidence.Reason: Int]
    }

    private func ledgerState() async throws -> LedgerState {
        let repository = self.server.shop.repository
        let app = self.server.shop.app.name
        var lines: [Int] = []
        for name in ["anna", "bert"] {
            let customer = try #require(CustomerID(name))
            let stream = EventStream(app: app, subject: .customer(customer))
            lines.append(try await repository.read { view in try view.events(of: stream, after: 0, limit: 100) }.count)
        }
        let chain = try await repository.read { view in try view.chain(of: Self.id, app: app, environment: .production)
        }
        return LedgerState(
            evidence: try await repository.read { view in try view.evidence(after: 0, limit: 100) }.count,
            isAnnaKnown: try await repository.read { view in try view.record(of: #require(CustomerID("anna")), app: app)
            } != nil,
            isBertKnown: try await repository.read { view in try view.record(of: #require(CustomerID("bert")), app: app)
            } != nil,
            transfers: try await repository.read { view in
                try view.transfers(
                    of: #require(CustomerID("anna")),
                    app: app,
                    skipping: 0,
                    limit: 9
                )
            },
            claim: chain?.claims[Self.id],
            lines: lines,
            held: try await repository.read { view in try view.heldCounts() }
        )
    }

    private static let id = TransactionID("2000000000000001")

    private func send(
        _ payload: TransactionPayload,
        customer: String,
        isPreview: Bool = true,
        further: String = ""
    ) async throws -> TestServer.TestResponse {
        let compact = try self.server.shop.authority.sign(payload).bytes
        let body =
            Array(#"{"customer":"\#(customer)","signedTransaction":""#.utf8) + compact + Array(#""\#(further)}"#.utf8)
        return try await self.server.send(.post, "/v1/purchases?dryRun=\(isPreview)", body: body)
    }

    @Test("A preview answers as the purchase itself does, and leaves the ledger as it was")
    func first() async throws {
        let before = try await self.ledgerState()
        let preview = try await self.send(SamplePayloads.transaction(), customer: "anna")
        #expect(preview.status == .ok)
        #expect(preview["dryRun"] == .bool(true))
        #expect(preview.text.contains(#""claim":{"owned":true,"reason":"purchaser"}"#))
        #expect(preview.text.contains(#""transfers":[]"#), "A first claim is no transfer.")
        #expect(try await self.ledgerState() == before)
        let done = try await self.send(SamplePayloads.transaction(), customer: "anna", isPreview: false)
        #expect(done["dryRun"] == nil)
        for field in ["customer", "transaction", "environment", "finish", "claim", "entitlements"] {
            #expect(preview[field] == done[field], "\(field)")
        }
        #expect(try await self.ledgerState() != before)
    }

    @Test("A token in a preview identifies no customer afterward")
    func token() async throws {
        let token = "3f0e9a52-4b6d-4b6e-9d5b-0c6f6f0f8a11"
        let preview = try await self.send(
            SamplePayloads.transaction(token: token),
            customer: "anna",
            further: #","appAccountToken":"\#(token)""#
        )
        #expect(preview.text.contains(#""claim":{"owned":true,"reason":"accountToken"}"#))
        let known = try await self.server.shop.repository.read { view in
            try view.customer(
                of: #require(AccountToken(token)),
                app: self.server.shop.app.name
            )
        }
        #expect(known == nil)
    }

    @Test("A restore that would transfer a purchase says so without a name, and moves nothing")
    func restore() async throws {
        let frame = SamplePayloads.frame()
        _ = try await self.send(frame, customer: "anna", isPreview: false)
        let before = try await self.ledgerState()
        let preview = try await self.send(frame, customer: "bert", further: #","intent":"restore""#)
        #expect(preview.text.contains(#""claim":{"owned":true,"reason":"restore"}"#))
        #expect(preview.text.contains(#"{"from":"another","to":"customer","transactions":["2000000000000001"]}"#))
        #expect(preview.text.contains(#""name":"frame""#))
        #expect(!preview.text.contains("anna"))
        #expect(try await self.ledgerState() == before)
        let entitlements = try await self.server.send(.get, "/v1/customers/bert/entitlements")
        #expect(entitlements["entitlements"] == .array([]))
    }

    @Test("A preview of what would be held says why and until when, and holds nothing")
    func held() async throws {
        let before = try await self.ledgerState()
        let ahead = Timestamp(milliseconds: SamplePayloads.signedAt.milliseconds + 3_600_000)
        let preview = try await self.send(SamplePayloads.transaction(signedAt: ahead), customer: "anna")
        #expect(preview["dryRun"] == .bool(true))
        #expect(preview["finish"] == .string("no"))
        #expect(preview["held"]?["reason"] == .string("signed_in_future"))
        #expect(preview["held"]?["until"] != nil)
        #expect(try await self.ledgerState() == before)
    }

    @Test("A preview of what would be refused is refused with the same code")
    func refused() async throws {
        var payload = SamplePayloads.transaction()
        payload.bundleId = "com.example.other"
        let preview = try await self.send(payload, customer: "anna")
        let done = try await self.send(payload, customer: "anna", isPreview: false)
        #expect(preview.code == "bundle_id_mismatch")
        #expect(preview["detail"] == done["detail"] && preview["field"] == done["field"])
    }

    @Test("Anything but true and false is refused before anything is looked at")
    func unclear() async throws {
        let answer = try await self.server.send(.post, "/v1/purchases?dryRun=yes", body: Array("{}".utf8))
        #expect(answer.status == .unprocessableContent)
    }
}
