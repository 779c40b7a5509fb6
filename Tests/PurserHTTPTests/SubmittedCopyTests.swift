import AppStore
import AppStoreSimulator
import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

/// The copies of transactions that apps submit: twice, refunded, expired, and signed by an expired signer.
@Suite struct SubmittedCopyTests {
    private static let token = "3f0e9a52-4b6d-4b6e-9d5b-0c6f6f0f8a11"
    private static let start = SamplePayloads.signedAt.milliseconds
    private static let day: Int64 = 86_400_000

    /// One submission of a transaction.
    struct Copy: Sendable {
        let customer: String
        let further: String

        /// The copy that StoreKit delivered before the app knew the purchase: it states nothing.
        static let bare = Self(customer: "anna", further: #","intent":"sync""#)
        /// The same by a customer who was signed in before.
        static let guest = Self(customer: "guest", further: #","intent":"sync""#)
        /// The copy that the app submits as its purchase.
        static let whole = Self(
            customer: "anna",
            further: #","intent":"purchase","appAccountToken":"\#(SubmittedCopyTests.token)""#
        )
    }

    private static func instant(_ milliseconds: Int64) -> Timestamp {
        Timestamp(milliseconds: Self.start + milliseconds)
    }

    private static func entitlements(of customer: String, on server: TestServer) async throws -> String {
        try await server.send(.get, "/v1/customers/\(customer)/entitlements").text
    }

    @Test(
        "A second submission adds the intent and the token of a transaction without one, in either order",
        arguments: [
            [Copy.bare, .whole], [.whole, .bare], [.guest, .whole], [.whole, .guest], [.guest, .bare, .whole],
        ]
    )
    func submittedTwice(copies: [Copy]) async throws {
        let server = try TestServer()
        let compact = try server.shop.authority.sign(SamplePayloads.transaction()).bytes
        for copy in copies {
            let answer = try await server.submit(compact, customer: copy.customer, further: copy.further)
            #expect(answer.status == .ok, "\(answer.text)")
        }
        let owner = try await server.submit(compact, customer: "anna", further: Copy.bare.further)
        #expect(owner["finish"] == .string("already"))
        #expect(owner.text.contains(#""claim":{"owned":true,"reason":"purchaser"}"#), "\(owner.text)")
        #expect(owner.text.contains(#""active":true"#))
        let guest = try await server.submit(compact, customer: "guest", further: Copy.bare.further)
        #expect(guest["entitlements"] == .array([]))
        let profile = try await server.send(.get, "/v1/customers/anna")
        #expect(profile.text.lowercased().contains(Self.token), "\(profile.text)")
    }

    @Test(
        "The order of a transaction's token is paid, whenever it is made and whichever submission comes first",
        arguments: [[Copy.guest, .whole], [.whole, .guest]],
        [0, 1, 2]
    )
    func ordered(copies: [Copy], place: Int) async throws {
        let server = try TestServer()
        let signed = SamplePayloads.transaction(token: Self.token)
        let compact = try server.shop.authority.sign(signed).bytes
        var order: JSONValue?
        for index in 0...copies.count {
            if index == place {
                let made = try await server.send(
                    .post,
                    "/v1/orders",
                    body: Array(
                        #"{"customer":"anna","product":"pro.monthly","appAccountToken":"\#(Self.token)"}"#.utf8
                    )
                )
                #expect(made.status == .created, "\(made.text)")
                order = made["id"]
            }
            guard index < copies.count else { break }
            let answer = try await server.submit(
                compact,
                customer: copies[index].customer,
                further: copies[index].further
            )
            #expect(answer.status == .ok, "\(answer.text)")
        }
        guard case .string(let id)? = order else {
            Issue.record("The order has no id.")
            return
        }
        // An order shows a transfer of its purchase once the matcher has read the events.
        try await OrderMatcher(repository: server.shop.repository, ambient: server.shop.ambient).follow(AppName("shop"))
        let paid = try await server.send(.get, "/v1/orders/\(id)")
        #expect(paid["state"] == .string("paid"), "\(paid.text)")
        #expect(paid.text.contains(#""matches":true"#))
        let owned = try await Self.entitlements(of: "anna", on: server)
        #expect(owned.contains(#""active":true"#))
        let guest = try await Self.entitlements(of: "guest", on: server)
        #expect(!guest.contains(#""active":true"#))
    }

    @Test(
        "A refund that comes as the same transaction id ends the entitlement, in either order",
        arguments: [true, false]
    )
    func refunded(boughtFirst: Bool) async throws {
        let server = try TestServer()
        let bought = try server.shop.authority.sign(SamplePayloads.transaction()).bytes
        var payload = SamplePayloads.transaction()
        payload.signedDate = Self.instant(60_000)
        payload.revocationDate = Self.instant(50_000)
        payload.revocationReason = TransactionRevocationReason(rawValue: 0)
        let refund = try server.shop.authority.sign(payload).bytes
        server.shop.setNow(Instant(milliseconds: Self.start + 120_000))
        if boughtFirst {
            let first = try await server.submit(bought, customer: "anna")
            #expect(first.text.contains(#""active":true"#))
        }
        let answer = try await server.submit(refund, customer: "anna")
        #expect(answer.status == .ok)
        #expect(answer["finish"] == .string(boughtFirst ? "already" : "yes"))
        #expect(!answer.text.contains(#""active":true"#), "\(answer.text)")
        // The older copy, which a device may still have, takes nothing back.
        let late = try await server.submit(bought, customer: "anna", further: #","intent":"sync""#)
        #expect(!late.text.contains(#""active":true"#), "\(late.text)")
        let chain = try await server.shop.repository.read { view in
            try view.chain(of: TransactionID("2000000000000001"), app: AppName("shop"), environment: .production)
        }
        #expect(chain?.chain.transactions.count == 1)
        #expect(chain?.chain.transactions.first?.current.revocation != nil)
    }

    @Test("A transaction whose period was over when it was submitted is an outcome of its own")
    func expired() async throws {
        let server = try TestServer()
        var payload = SamplePayloads.transaction()
        payload.purchaseDate = Self.instant(-45 * Self.day)
        payload.originalPurchaseDate = payload.purchaseDate
        payload.expiresDate = Self.instant(-15 * Self.day)
        let compact = try server.shop.authority.sign(payload).bytes
        let body = Array(#"{"customer":"anna","signedTransaction":""#.utf8) + compact + Array(#""}"#.utf8)
        let preview = try await server.send(.post, "/v1/purchases?dryRun=true", body: body)
        #expect(preview["outcome"] == .string("expired"), "\(preview.text)")
        let answer = try await server.submit(compact, customer: "anna")
        #expect(answer["outcome"] == .string("expired"))
        #expect(answer["finish"] == .string("yes"))
        #expect(!answer.text.contains(#""active":true"#))
        let again = try await server.submit(compact, customer: "anna", further: #","intent":"restore""#)
        #expect(again["outcome"] == .string("expired"))
        let coins = try server.shop.authority.sign(SamplePayloads.consumable()).bytes
        #expect(try await server.submit(coins, customer: "anna")["outcome"] == .string("recorded"))
        #expect(EvidenceOutcome(code: "expired") == .recorded)
    }

    @Test("A device's copy from before an extension of the period is no expired transaction")
    func extended() async throws {
        let server = try TestServer()
        let stale = SamplePayloads.transaction()
        var longer = stale
        longer.signedDate = Self.instant(30 * Self.day)
        longer.expiresDate = Self.instant(60 * Self.day)
        server.shop.setNow(Instant(milliseconds: Self.start + 40 * Self.day))
        let old = try server.shop.authority.sign(stale).bytes
        #expect(try await server.submit(old, customer: "ben")["outcome"] == .string("expired"))
        let fresh = try await server.submit(server.shop.authority.sign(longer).bytes, customer: "ben")
        #expect(fresh["outcome"] == .string("recorded"))
        #expect(fresh.text.contains(#""active":true"#))
        #expect(try await server.submit(old, customer: "ben")["outcome"] == .string("recorded"))
    }

    @Test(
        "A copy that a signer signed after its certificate had expired has its own code, and a refreshed one is taken"
    )
    func expiredSigner() async throws {
        let end = Self.start / 1000 + 10
        let validity = SigningAuthority.Validity(fromSeconds: 1_600_000_000, toSeconds: end)
        let authority = try SigningAuthority(leafValidity: validity)
        let server = try TestServer(shop: TestShop(authority: authority))
        server.shop.setNow(Instant(milliseconds: Self.start + 20 * Self.day))
        var late = SamplePayloads.consumable()
        late.signedDate = Self.instant(Self.day)
        let refused = try await server.submit(authority.sign(late).bytes, customer: "anna")
        #expect(refused.status == .unprocessableContent)
        #expect(refused.code == "signer_expired_at_signing")
        #expect(refused.text.contains("AppStore.sync()"))
        #expect(try await server.shop.repository.read { view in try view.evidence(after: 0, limit: 1) }.isEmpty)
        // It raises no alarm about forged purchases.
        #expect(EvidenceOutcome(code: "signer_expired_at_signing") == .refused)
        let refreshed = try SigningAuthority(below: authority).sign(late).bytes
        #expect(try await server.submit(refreshed, customer: "anna")["outcome"] == .string("recorded"))
        // What was signed while the certificate was valid stays valid after its end.
        let old = try await server.submit(authority.sign(SamplePayloads.transaction()).bytes, customer: "anna")
        #expect(old["outcome"] == .string("recorded"))
    }

    @Test(
        "A scheduled downgrade is shown with its product, by its notification or by Apple's status",
        arguments: [true, false]
    )
    func downgrade(isNotified: Bool) async throws {
        let stage = try WorldStage(.production)
        let world = stage.shop.world
        let phone = try world.customer("phone")
        let bought = try world.buy("pro.monthly", by: phone)
        try world.buy("basic.monthly", by: phone)
        stage.shop.setDown(!isNotified)
        try await world.advance(by: .seconds(120)) { await stage.shop.receive($0) }
        let answer = try await stage.send(
            .post,
            "/v1/purchases",
            body: #"{"customer":"anna","signedTransaction":"\#(try stage.signed(bought.transactionId))"}"#
        )
        #expect(answer["outcome"] == .string("recorded"), "\(answer.text)")
        if !isNotified {
            #expect(!answer.text.contains("basic.monthly"))
            try await world.advance(by: .seconds(120)) { await stage.shop.receive($0) }
            try await stage.shop.checkDue()
        }
        let shown = try await stage.send(.get, "/v1/customers/anna/entitlements")
        #expect(shown.text.contains(#""nextProduct":"basic.monthly""#), "\(shown.text)")
        #expect(shown.text.contains(#""product":"pro.monthly""#))
    }
}
