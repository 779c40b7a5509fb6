import AppStore
import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

@Suite struct PublishableKeyTests {
    let stage: AuthenticationStage

    init() throws {
        self.stage = try AuthenticationStage()
    }

    private func submission(_ customer: String) throws -> String {
        let compact = try self.stage.shop.authority.sign(SamplePayloads.transaction()).bytes
        return #"{"customer":"\#(customer)","signedTransaction":"\#(String(decoding: compact, as: UTF8.self))"}"#
    }

    @Test("An app with its shop's token submits for its customer and reads that customer's data only")
    func ownCustomer() async throws {
        let key = try await self.stage.key(.publishable)
        let token = self.stage.token(for: "anna")
        let body = try self.submission("anna")
        #expect(try await self.stage.send(.post, "/v1/purchases", key: key, token: token, body: body).status == .ok)
        let own = try await self.stage.send(.get, "/v1/customers/anna/entitlements", key: key, token: token)
        #expect(own.text.contains(#""active":true"#))
        let other = try await self.stage.send(.get, "/v1/customers/ben/entitlements", key: key, token: token)
        #expect(other.status == .forbidden)
        #expect(other.code == "customer_not_yours")
        let foreign = try self.submission("ben")
        let submitted = try await self.stage.send(.post, "/v1/purchases", key: key, token: token, body: foreign)
        #expect(submitted.code == "customer_not_yours")
    }

    @Test("An app with a token need not name its customer, and submits what Apple signed, no id")
    func ownCustomerUnnamed() async throws {
        let key = try await self.stage.key(.publishable)
        let token = self.stage.token(for: "anna")
        let compact = try self.stage.shop.authority.sign(SamplePayloads.transaction()).bytes
        let body = #"{"signedTransaction":"\#(String(decoding: compact, as: UTF8.self))"}"#
        let answer = try await self.stage.send(.post, "/v1/purchases", key: key, token: token, body: body)
        #expect(answer.status == .ok)
        #expect(answer["customer"] == .string("anna"))
        #expect(answer.text.contains(#""owned":true"#))
        let guess = #"{"transactionId":"2000000000000001"}"#
        let refused = try await self.stage.send(.post, "/v1/purchases", key: key, token: token, body: guess)
        #expect(refused.status == .forbidden)
        #expect(refused.code == "publishable_key_not_allowed")
        #expect(refused["field"] == .string("transactionId"))
    }

    @Test("A leaked transaction that an anonymous customer submits gives no access and names no customer")
    func leaked() async throws {
        let key = try await self.stage.key(.publishable)
        let accountToken = "3f0e9a52-4b6d-4b6e-9d5b-0c6f6f0f8a11"
        let compact = try self.stage.shop.authority.sign(SamplePayloads.transaction(token: accountToken)).bytes
        let signed = #""signedTransaction":"\#(String(decoding: compact, as: UTF8.self))""#
        let own = #"{"customer":"anna","appAccountToken":"\#(accountToken)",\#(signed)}"#
        #expect(try await self.stage.send(.post, "/v1/purchases", key: TestServer.key, body: own).status == .ok)
        let made = try await self.stage.send(.post, "/v1/customers/anonymous", key: key)
        guard case .string(let token)? = made["token"] else {
            Issue.record("No customer: \(made.text)")
            return
        }
        for intent in ["purchase", "sync", "restore"] {
            let body = #"{\#(signed),"intent":"\#(intent)"}"#
            for query in ["?dryRun=true", ""] {
                let answer = try await self.stage.send(
                    .post,
                    "/v1/purchases" + query,
                    key: key,
                    token: token,
                    body: body
                )
                #expect(answer.status == .ok)
                #expect(answer["customer"] == made["customer"])
                #expect(answer.text.contains(#""claim":{"owned":false,"reason":"owned_by_another"}"#))
                #expect(answer["entitlements"] == .array([]))
                #expect(!answer.text.contains("anna") && !answer.text.contains(accountToken))
            }
            // Without a customer's token there is not even that much of an answer.
            let nobody = try await self.stage.send(.post, "/v1/purchases", key: key, body: body)
            #expect(nobody.code == "customer_token_missing")
            #expect(nobody["field"] == .string("Purser-Customer-Token"))
        }
        let anna = try await self.stage.send(.get, "/v1/customers/anna/entitlements", key: TestServer.key)
        #expect(anna.text.contains(#""active":true"#))
    }

    @Test("A customer cannot claim a purchase by assigning the token inside to themselves")
    func claimedToken() async throws {
        let key = try await self.stage.key(.publishable)
        let token = "3f0e9a52-4b6d-4b6e-9d5b-0c6f6f0f8a11"
        let compact = try self.stage.shop.authority.sign(SamplePayloads.transaction(token: token)).bytes
        let signed = #""signedTransaction":"\#(String(decoding: compact, as: UTF8.self))""#
        let own = #"{"customer":"anna",\#(signed)}"#
        #expect(try await self.stage.send(.post, "/v1/purchases", key: TestServer.key, body: own).status == .ok)
        let taking = #"{"appAccountToken":"\#(token)",\#(signed)}"#
        let bens = self.stage.token(for: "ben")
        let refused = try await self.stage.send(.post, "/v1/purchases", key: key, token: bens, body: taking)
        #expect(refused.status == .forbidden)
        #expect(refused.code == "publishable_key_not_allowed" && refused["field"] == .string("appAccountToken"))
        let anna = try await self.stage.send(.get, "/v1/customers/anna/entitlements", key: TestServer.key)
        #expect(anna.text.contains(#""active":true"#))
    }

    @Test(
        "A name that only the server assigns is not accepted before it was assigned",
        arguments: ["erased:x", "anonymous:x", "anonymous"]
    )
    func reservedNames(name: String) async throws {
        let compact = try self.stage.shop.authority.sign(SamplePayloads.transaction()).bytes
        let signed = #""signedTransaction":"\#(String(decoding: compact, as: UTF8.self))""#
        let bought = try await self.stage.send(
            .post,
            "/v1/purchases",
            key: TestServer.key,
            body: #"{"customer":"\#(name)",\#(signed)}"#
        )
        #expect(bought.status == .unprocessableContent)
        #expect(bought.code == "customer_reserved" && bought["field"] == .string("customer"))
        guard name != "anonymous" else { return }
        let granted = try await self.stage.send(
            .post,
            "/v1/customers/\(name)/grants",
            key: TestServer.key,
            body: #"{"entitlement":"pro","reason":"a test"}"#
        )
        #expect(granted.status == .unprocessableContent)
        #expect(granted.code == "customer_reserved")
    }

    @Test("An app without a token may neither read nor submit for a customer")
    func noToken() async throws {
        let key = try await self.stage.key(.publishable)
        let read = try await self.stage.send(.get, "/v1/customers/anna/entitlements", key: key)
        #expect(read.status == .unauthorized)
        #expect(read.code == "customer_token_missing")
        let submitted = try await self.stage.send(.post, "/v1/purchases", key: key, body: self.submission("anna"))
        #expect(submitted.code == "customer_token_missing")
    }

    @Test(
        "Operations that are not for apps are closed to them, with every token",
        arguments: [
            (HTTPRequest.Method.get, "/v1/keys"), (.post, "/v1/keys"), (.get, "/v1/customers/anna/grants"),
            (.get, "/v1/apps/shop/customers/anna/grants"), (.delete, "/v1/keys/key_1"),
        ] as [(HTTPRequest.Method, String)]
    )
    func closed(method: HTTPRequest.Method, path: String) async throws {
        let key = try await self.stage.key(.publishable)
        let answer = try await self.stage.send(method, path, key: key, token: self.stage.token(for: "anna"))
        #expect([HTTPResponse.Status.forbidden, .notFound].contains(answer.status))
        if answer.status == .forbidden { #expect(answer.code == "publishable_key_not_allowed") }
    }

    @Test("An anonymous customer is created once, the token is shown once, and gives access to that customer only")
    func anonymous() async throws {
        let key = try await self.stage.key(.publishable)
        let made = try await self.stage.send(.post, "/v1/customers/anonymous", key: key)
        #expect(made.status == .created)
        guard case .string(let customer)? = made["customer"], case .string(let token)? = made["token"] else {
            Issue.record("No customer: \(made.text)")
            return
        }
        #expect(customer.hasPrefix(CustomerID.anonymousPrefix))
        #expect(AccessKeyFormat(of: Array(token.utf8)) == .customer)
        let own = try await self.stage.send(.get, "/v1/customers/\(customer)/entitlements", key: key, token: token)
        #expect(own.status == .ok)
        let other = try await self.stage.send(.get, "/v1/customers/anna/entitlements", key: key, token: token)
        #expect(other.code == "customer_not_yours")
        let again = try await self.stage.send(.post, "/v1/customers/anonymous", key: key)
        #expect(again["customer"] != made["customer"])
        // In another app it identifies no customer.
        let elsewhere = try await self.stage.key(.publishable, app: "other")
        let foreign = try await self.stage.send(
            .get,
            "/v1/customers/\(customer)/entitlements",
            key: elsewhere,
            token: token
        )
        #expect(foreign.code == "customer_token_unknown")
    }

    /// Returns an anonymous customer, and the token of the customer's app.
    private func mint(_ key: String) async throws -> (customer: String, token: String) {
        let made = try await self.stage.send(.post, "/v1/customers/anonymous", key: key)
        guard case .string(let customer)? = made["customer"], case .string(let token)? = made["token"] else {
            Issue.record("No customer: \(made.text)")
            return ("", "")
        }
        return (customer, token)
    }

    @Test("The token of an anonymous customer ends when the customer is merged into a named one")
    func merged() async throws {
        let key = try await self.stage.key(.publishable)
        let (customer, token) = try await self.mint(key)
        let path = "/v1/customers/\(customer)/entitlements"
        let body = try self.submission(customer)
        #expect(try await self.stage.send(.post, "/v1/purchases", key: key, token: token, body: body).status == .ok)
        let merge = "/v1/customers/\(customer)/merge"
        let into = #"{"into":"anna"}"#
        let preview = try await self.stage.send(.post, merge + "?dryRun=true", key: TestServer.key, body: into)
        #expect(preview.status == .ok)
        #expect(try await self.stage.send(.get, path, key: key, token: token).status == .ok)
        #expect(try await self.stage.send(.post, merge, key: TestServer.key, body: into).status == .ok)
        for path in [path, "/v1/customers/anna/entitlements"] {
            let answer = try await self.stage.send(.get, path, key: key, token: token)
            #expect(answer.status == .unauthorized)
            #expect(answer.code == "customer_token_unknown")
        }
        let signed = self.stage.token(for: "anna")
        let own = try await self.stage.send(.get, "/v1/customers/anna/entitlements", key: key, token: signed)
        #expect(own.text.contains(#""active":true"#))
    }

    @Test("A shop ends the tokens that were made for a customer's apps, and no others")
    func ended() async throws {
        let key = try await self.stage.key(.publishable)
        let (customer, token) = try await self.mint(key)
        let other = try await self.mint(key)
        func opens(_ customer: String, _ token: String) async throws -> Bool {
            let path = "/v1/customers/\(customer)/entitlements"
            return try await self.stage.send(.get, path, key: key, token: token).status == .ok
        }
        let path = "/v1/customers/\(customer)/sessions"
        #expect(try await self.stage.send(.delete, path, key: key, token: token).code == "publishable_key_not_allowed")
        let preview = try await self.stage.send(.delete, path + "?dryRun=true", key: TestServer.key)
        #expect(preview["ended"] == .number("1") && preview["dryRun"] == .bool(true))
        #expect(try await opens(customer, token))
        let ended = try await self.stage.send(.delete, path + "?reason=stolen", key: TestServer.key)
        #expect(ended["ended"] == .number("1") && ended["dryRun"] == .bool(false))
        #expect(try await !opens(customer, token))
        #expect(try await opens(other.customer, other.token))
        let again = try await self.stage.send(.delete, path, key: TestServer.key)
        #expect(again["ended"] == .number("0"))
        let entries = try await self.stage.shop.repository.read { view in try view.auditEntries(after: 0, limit: 9) }
        #expect(entries.filter { $0.action == .customerRevokeSessions }.map(\.outcome) == [.done, .nothing])
        #expect(try await self.stage.send(.delete, "/v1/customers/anna/sessions", key: key).status == .forbidden)
    }

    @Test("Only installed apps get anonymous customers")
    func backend() async throws {
        let answer = try await self.stage.send(.post, "/v1/customers/anonymous", key: TestServer.key)
        #expect(answer.status == .forbidden)
        #expect(answer.code == "publishable_key_needed")
    }

    @Test("A secret key is not bound to a customer, and a token beside it changes nothing")
    func secretWithToken() async throws {
        let token = self.stage.token(for: "anna")
        let path = "/v1/customers/ben/entitlements"
        #expect(try await self.stage.send(.get, path, key: TestServer.key, token: token).status == .ok)
    }
}
