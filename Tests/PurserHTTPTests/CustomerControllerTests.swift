import AppStore
import HTTPTypes
import Ledger
import PurserTesting
import Testing

@Suite struct CustomerControllerTests {
    let server: TestServer

    init() throws {
        self.server = try TestServer()
    }

    @Test("An unknown customer has no entitlements and no purchases")
    func unknown() async throws {
        let answer = try await self.server.send(.get, "/v1/customers/nobody/entitlements")
        #expect(answer.status == .ok)
        #expect(
            answer.text
                == #"{"at":"2026-03-01T12:00:00.000Z","customer":"nobody","entitlements":[],"environment":"Production"}"#
        )
        let purchases = try await self.server.send(.get, "/v1/customers/nobody/transactions")
        #expect(purchases.text == #"{"customer":"nobody","environment":"Production","transactions":[]}"#)
    }

    @Test("The whole answer about a subscriber, as it is read")
    func subscriber() async throws {
        _ = try await self.server.notify(self.server.shop.notification())
        let compact = try self.server.shop.authority.sign(SamplePayloads.transaction()).bytes
        _ = try await self.server.submit(compact, customer: "anna")
        let answer = try await self.server.send(.get, "/v1/customers/anna/entitlements")
        for part in [
            #""name":"pro""#, #""active":true"#, #""state":"active""#, #""reason":"paid""#,
            #""since":"2026-03-01T11:59:59.000Z""#, #""until":"2026-04-01T12:00:00.000Z""#, #""willRenew":"yes""#,
            #""product":"pro.monthly""#, #""transactions":["2000000000000001"]"#, #""paidTwice":false"#,
            #""renewStatus":"on""#,
        ] {
            #expect(answer.text.contains(part), "\(part) is missing in \(answer.text)")
        }
    }

    @Test("Coins are listed as paid, and as refunded once they are")
    func coins() async throws {
        let bought = SamplePayloads.consumable(quantity: 2)
        _ = try await self.server.submit(self.server.shop.authority.sign(bought).bytes, customer: "bert")
        let paid = try await self.server.send(.get, "/v1/customers/bert/transactions")
        #expect(paid.text.contains(#""state":"paid""#))
        #expect(paid.text.contains(#""coins":{"gems":1200}"#))

        var refunded = bought
        refunded.signedDate = Timestamp(milliseconds: SamplePayloads.signedAt.milliseconds + 60_000)
        refunded.revocationDate = Timestamp(milliseconds: SamplePayloads.signedAt.milliseconds + 50_000)
        refunded.revocationType = .refundFull
        let refund = try self.server.shop.notification(
            type: .refund,
            subtype: nil,
            transaction: refunded,
            renewalInfo: nil,
            status: nil,
            signedAt: Timestamp(milliseconds: SamplePayloads.signedAt.milliseconds + 60_000)
        )
        #expect(try await self.server.notify(refund).status == .ok)
        let after = try await self.server.send(.get, "/v1/customers/bert/transactions")
        #expect(after.text.contains(#""state":"refunded""#))
        #expect(after.text.contains(#""refundedPercentageMilliunits":100000"#))
    }

    @Test("A customer id is compared byte for byte and may hold anything that is percent-encoded")
    func customerIDs() async throws {
        let compact = try self.server.shop.authority.sign(SamplePayloads.transaction()).bytes
        _ = try await self.server.submit(compact, customer: "caf\u{E9}/1 2")
        let same = try await self.server.send(.get, "/v1/customers/caf%C3%A9%2F1%202/entitlements")
        #expect(same.text.contains(#""active":true"#))
        let decomposed = try await self.server.send(.get, "/v1/customers/cafe%CC%81%2F1%202/entitlements")
        #expect(decomposed["entitlements"] == .array([]))
        let control = try await self.server.send(.get, "/v1/customers/a%00b/entitlements")
        #expect(control.code == "customer_invalid")
    }

    @Test("An environment that does not exist is named as the mistake")
    func environment() async throws {
        let answer = try await self.server.send(.get, "/v1/customers/anna/entitlements?environment=Moon")
        #expect(answer.status == .unprocessableContent)
        #expect(answer.code == "environment_invalid")
        let near = try await self.server.send(.get, "/v1/customers/anna/entitlements?environment=Sandbx")
        #expect(near.text.contains("Did you mean Sandbox?"), "\(near.text)")
    }

    @Test(
        "An environment is understood however its letters are written",
        arguments: ["production", "SANDBOX", "xCode"]
    )
    func environmentLetters(word: String) async throws {
        let answer = try await self.server.send(.get, "/v1/customers/anna/subscriptions?environment=\(word)")
        #expect(answer.status == .ok)
        #expect(answer["environment"] == StoreEnvironment.named(word).map { .string($0.rawValue) })
    }
}
