import AppStore
import HTTPTypes
import Ledger
import PurserService
import PurserTesting
import Testing

/// What shops say of how purchases were used.
@Suite struct ConsumptionControllerTests {
    let server: TestServer

    init() throws {
        self.server = try TestServer()
    }

    private func buy(
        _ id: String,
        _ kind: TransactionSnapshot.Kind = .nonConsumable,
        by customer: String = "anna",
        account: String? = nil
    ) async throws -> String {
        let now = self.server.shop.ambient.now()
        var snapshot = TransactionSnapshot(
            transactionID: TransactionID(id),
            originalTransactionID: OriginalTransactionID(id),
            productID: ProductID("gems"),
            kind: kind,
            purchaseAt: now,
            signedAt: now,
            digest: .number(1)
        )
        snapshot.storefront = "CHN"
        snapshot.appTransactionID = account.map { AppTransactionID($0) }
        snapshot.revocation = Revocation(revokedAt: now, reason: 0, type: "REFUND_FULL", percentageMilliunits: nil)
        let intake = Sample.facts(
            [snapshot],
            submission: Sample.submission(customer, id, at: now),
            app: self.server.shop.app.name
        )
        _ = try await self.server.shop.repository.record(intake)
        return "/v1/transactions/\(id)/consumption"
    }

    private func put(_ path: String, _ json: String) async throws -> TestServer.TestResponse {
        try await self.server.send(.put, path, body: Array(json.utf8))
    }

    @Test("The newest statement counts, in any order of arrival, and is returned")
    func last() async throws {
        let path = try await self.buy("1")
        let none = try await self.server.send(.get, path)
        #expect(none.status == .ok)
        #expect(none["statedAt"] == nil)
        let now = self.server.shop.ambient.now()
        let newer = #"{"consumedMilliunits":40000,"playTimeMinutes":9,"statedAt":"\#((now - .seconds(1)).rfc3339)"}"#
        let older = #"{"consumedMilliunits":90000,"sampleOffered":true,"statedAt":"\#((now - .seconds(9)).rfc3339)"}"#
        for word in [newer, older, newer] {
            let answer = try await self.put(path, word)
            #expect(answer.status == .ok)
            #expect(answer["consumedMilliunits"] == .number("40000"))
            #expect(answer["playTimeMinutes"] == .number("9"))
            #expect(answer["sampleOffered"] == nil, "What is left out is not said.")
        }
        let said = try await self.put(path, #"{"sampleOffered":false}"#)
        #expect(said["sampleOffered"] == .bool(false))
        #expect(said["consumedMilliunits"] == nil)
        #expect(try await self.server.send(.get, path)["sampleOffered"] == .bool(false))
        #expect(try await self.server.send(.get, path + "?environment=Sandbox")["sampleOffered"] == nil)
    }

    @Test("A statement about an unknown purchase, about the share of a subscription, and beyond the bounds is refused")
    func refused() async throws {
        let path = try await self.buy("1")
        for (json, code) in [
            ("{}", "field_missing"), (#"{"consumedMilliunits":100001}"#, "field_invalid"),
            (#"{"consumedMilliunits":-1}"#, "field_invalid"), (#"{"consumedMilliunits":"1"}"#, "field_wrong_type"),
            (#"{"consumedMilliunits":0.5}"#, "field_wrong_type"), (#"{"playTimeMinutes":60000001}"#, "field_invalid"),
            (#"{"sampleOffered":1}"#, "field_wrong_type"), (#"{"share":1}"#, "field_unknown"),
            (#"{"sampleOffered":true,"statedAt":"2999-01-01T00:00:00Z"}"#, "field_invalid"),
        ] {
            let answer = try await self.put(path, json)
            #expect(answer.status == .unprocessableContent, "\(json)")
            #expect(answer["code"] == .string(code), "\(json)")
        }
        let unknown = try await self.put("/v1/transactions/9/consumption", #"{"consumedMilliunits":1}"#)
        #expect(unknown.status == .notFound)
        #expect(unknown["code"] == .string("transaction_unknown"))
        let renewing = try await self.buy("2", .autoRenewable)
        let share = try await self.put(renewing, #"{"consumedMilliunits":1}"#)
        #expect(share.status == .unprocessableContent)
        #expect(share["code"] == .string("consumption_of_subscription"))
        #expect(try await self.put(renewing, #"{"playTimeMinutes":1}"#).status == .ok)
    }

    @Test("A refund is shown with what its Apple Account has left, over all customers of the app")
    func left() async throws {
        for (id, customer, account) in [("1", "anna", "77"), ("2", "ben", "77"), ("3", "ben", "78"), ("4", "ben", nil)]
            as [(String, String, String?)]
        {
            _ = try await self.buy(id, by: customer, account: account)
        }
        var found: [[JSONValue?]] = []
        for id in ["2", "3", "4"] {
            let name = RefundID(TransactionID(id), in: .production)
            let terms = try await self.server.send(.get, "/v1/refunds/\(name)")["terms"]
            found.append([terms?["unconditionalLeft"], terms?["conditionalLeft"]])
        }
        #expect(found[0] == [.number("0"), .number("2")], "The Apple Account had one for another customer.")
        #expect(found[1] == [.number("1"), .number("2")], "Another Apple Account has its own.")
        #expect(found[2] == [nil, nil], "The payer is unknown.")
    }

    @Test("A refund is shown with the terms of its storefront and when the customer receives the money")
    func terms() async throws {
        _ = try await self.buy("1")
        let id = RefundID(TransactionID("1"), in: .production)
        let shown = try await self.server.send(.get, "/v1/refunds/\(id)")
        #expect(shown.status == .ok)
        let now = self.server.shop.ambient.now()
        #expect(shown["terms"]?["storefront"] == .string("CHN"))
        #expect(shown["terms"]?["unconditionalEver"] == .number("1"))
        #expect(shown["terms"]?["conditionalPerYear"] == .number("2"))
        #expect(shown["terms"]?["conditionalUntil"] == .string((now + .days(90)).rfc3339))
        #expect(shown["moneyExpected"]?["soon"] == .string((now + .hours(36)).rfc3339))
        #expect(shown["moneyExpected"]?["workingDaysTo"] == .number("15"))
        guard case .string(let sentence)? = shown["moneyExpected"]?["sentences"]?["zh-Hans"] else {
            Issue.record("There is a sentence.")
            return
        }
        #expect(sentence.contains("15 个工作日"))
        #expect(shown["evidence"] == nil, "There was no request.")
    }
}
