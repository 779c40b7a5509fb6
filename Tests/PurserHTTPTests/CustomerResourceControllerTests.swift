import AppStore
import HTTPTypes
import Ledger
import PurserTesting
import Testing

@Suite struct CustomerResourceControllerTests {
    let server: TestServer

    init() throws {
        self.server = try TestServer()
    }

    private func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: String = ""
    ) async throws -> TestServer.TestResponse {
        try await self.server.send(method, path, body: Array(body.utf8))
    }

    private func buy(_ customer: String, id: String = "2000000000000001", token: String? = nil) async throws {
        let payload = SamplePayloads.transaction(id: id, originalID: id, token: token)
        let answer = try await self.server.submit(
            self.server.shop.authority.sign(payload).bytes,
            customer: customer
        )
        #expect(answer.status == .ok, "\(answer.text)")
    }

    // MARK: Profile

    @Test("An unknown customer is a 404 that says what to check")
    func unknown() async throws {
        let answer = try await self.send(.get, "/v1/customers/nobody")
        #expect(answer.status == .notFound)
        #expect(answer.code == "customer_unknown")
    }

    @Test("The profile of a customer contains the addresses of the lists")
    func profile() async throws {
        let token = "7E3FB20B-4CDB-47CC-936D-99D65F608138"
        _ = try await self.send(.post, "/v1/customers/anna/tokens", #"{"appAccountToken":"\#(token)"}"#)
        try await self.buy("anna", token: token.lowercased())
        let answer = try await self.send(.get, "/v1/customers/anna")
        #expect(answer.status == .ok)
        for part in [
            #""customer":"anna""#, #""anonymous":false"#, #""erased":false"#,
            #""appAccountTokens":["\#(token.lowercased())"]"#, #""firstSeenAt":"2026-03-01T12:00:00.000Z""#,
            #"{"activeEntitlements":1,"chains":1,"environment":"Production","purchases":1}"#, #""consents":0"#,
            #""timeline":"/v1/customers/anna/timeline""#, #""heldEvidence":"/v1/customers/anna/held-evidence""#,
        ] {
            #expect(answer.text.contains(part), "\(part) is missing in \(answer.text)")
        }
    }

    @Test(
        "A customer id that cannot be one is refused by name, however it is spelled in the address",
        arguments: ["a%00b", "%0a", "%ff", String(repeating: "a", count: 256), "%C2%85"]
    )
    func badID(id: String) async throws {
        let requests: [(HTTPRequest.Method, String, String)] = [
            (.get, "", ""), (.put, "/facts", #"{"playTimeMinutes":1}"#), (.post, "/tokens", ""),
            (.post, "/merge", #"{"into":"ben"}"#), (.delete, "", ""), (.get, "/transfers", ""), (.get, "/consents", ""),
            (.get, "/timeline", ""), (.get, "/subscriptions", ""), (.get, "/transactions", ""),
            (.get, "/held-evidence", ""),
        ]
        for (method, path, body) in requests {
            let answer = try await self.send(method, "/v1/customers/\(id)\(path)", body)
            #expect(answer.status == .unprocessableContent, "\(method) \(path): \(answer.text)")
            #expect(answer.code == "customer_invalid", "\(method) \(path)")
        }
    }

    @Test("A customer whose id needs escapes is the same everywhere")
    func escapes() async throws {
        let path = "/v1/customers/anna%2F1%20%E4%B8%AD"
        let stated = try await self.send(.put, path + "/facts", #"{"playTimeMinutes":3}"#)
        #expect(stated.status == .ok, "\(stated.text)")
        let answer = try await self.send(.get, path)
        #expect(answer.text.contains("\"customer\":\"anna/1 \u{4E2D}\""), "\(answer.text)")
        #expect(answer.text.contains(#""links":{"consents":"/v1/customers/anna%2F1%20%E4%B8%AD/consents""#))
    }

    // MARK: Facts

    @Test("The newest statement about each fact counts; absent facts stay, and null removes one")
    func facts() async throws {
        let path = "/v1/customers/anna/facts"
        _ = try await self.send(
            .put,
            path,
            #"""
            {"registeredAt":"2024-05-06T07:08:09Z","playTimeMinutes":90,"accountStatus":"active",
             "platforms":["other","apple"],"spentElsewhere":[{"amountMilliunits":9990,"currency":"EUR"}],
             "statedAt":"2026-02-01T00:00:00Z"}
            """#
        )
        _ = try await self.send(.put, path, #"{"playTimeMinutes":60,"statedAt":"2026-01-01T00:00:00Z"}"#)
        let last = try await self.send(.put, path, #"{"accountStatus":null,"statedAt":"2026-02-02T00:00:00Z"}"#)
        #expect(last.status == .ok, "\(last.text)")
        for part in [
            #""registeredAt":"2024-05-06T07:08:09.000Z""#, #""playTimeMinutes":90"#, #""platforms":["apple","other"]"#,
            #""spentElsewhere":[{"amountMilliunits":9990,"currency":"EUR"}]"#,
        ] {
            #expect(last.text.contains(part), "\(part) is missing in \(last.text)")
        }
        #expect(last["accountStatus"] == nil)
        #expect(last["refundedElsewhere"] == nil)
        let profile = try await self.send(.get, "/v1/customers/anna")
        #expect(profile.text.contains(#""playTimeMinutes":90"#))
    }

    @Test("A dry run of facts shows what would count and says nothing")
    func factsPreview() async throws {
        let shown = try await self.send(.put, "/v1/customers/anna/facts?dryRun=true", #"{"playTimeMinutes":90}"#)
        #expect(shown.text.contains(#""playTimeMinutes":90"#))
        #expect(try await self.send(.get, "/v1/customers/anna").status == .notFound)
    }

    @Test(
        "A wrong fact is refused with its field and remedy, and nothing is taken down",
        arguments: [
            (#"{}"#, "field_missing", "registeredAt"),
            (#"{"statedAt":"2026-01-01T00:00:00Z"}"#, "field_missing", "registeredAt"),
            (#"{"age":3}"#, "field_unknown", "age"),
            (#"{"playTimeMinutes":"3"}"#, "field_wrong_type", "playTimeMinutes"),
            (#"{"playTimeMinutes":-1}"#, "field_invalid", "playTimeMinutes"),
            (#"{"playTimeMinutes":1.5}"#, "field_invalid", "playTimeMinutes"),
            (#"{"playTimeMinutes":99999999999}"#, "field_invalid", "playTimeMinutes"),
            (#"{"registeredAt":"yesterday"}"#, "field_invalid", "registeredAt"),
            (#"{"registeredAt":"2126-01-01T00:00:00Z"}"#, "field_invalid", "registeredAt"),
            (#"{"accountStatus":"fine"}"#, "field_invalid", "accountStatus"),
            (#"{"platforms":"apple"}"#, "field_wrong_type", "platforms"),
            (#"{"platforms":["apple","apple"]}"#, "field_invalid", "platforms"),
            (#"{"platforms":[]}"#, "field_invalid", "platforms"),
            (#"{"platforms":["xbox"]}"#, "field_invalid", "platforms"),
            (#"{"spentElsewhere":{}}"#, "field_wrong_type", "spentElsewhere"),
            (#"{"spentElsewhere":[3]}"#, "field_wrong_type", "spentElsewhere[0]"),
            (
                #"{"spentElsewhere":[{"amountMilliunits":-1,"currency":"EUR"}]}"#, "field_invalid",
                "spentElsewhere[0].amountMilliunits"
            ),
            (
                #"{"spentElsewhere":[{"amountMilliunits":1,"currency":"euro"}]}"#, "field_invalid",
                "spentElsewhere[0].currency"
            ),
            (
                #"{"refundedElsewhere":[{"amountMilliunits":1,"currency":"EUR"},{"amountMilliunits":2,"currency":"EUR"}]}"#,
                "field_invalid", "refundedElsewhere[1].currency"
            ),
            (
                #"{"spentElsewhere":[{"amountMilliunits":1,"currency":"EUR","tax":1}]}"#, "field_unknown",
                "spentElsewhere[0].tax"
            ),
            (#"{"playTimeMinutes":1,"statedAt":"2126-01-01T00:00:00Z"}"#, "field_invalid", "statedAt"),
        ]
    )
    func badFacts(body: String, code: String, field: String) async throws {
        let answer = try await self.send(.put, "/v1/customers/anna/facts", body)
        #expect(answer.status == .unprocessableContent)
        #expect(answer.code == code, "\(answer.text)")
        #expect(answer["field"] == .string(field), "\(answer.text)")
        #expect(try await self.send(.get, "/v1/customers/anna").status == .notFound)
    }

    // MARK: Tokens

    @Test("A created token is random and identifies the customer immediately")
    func mint() async throws {
        let first = try await self.send(.post, "/v1/customers/anna/tokens")
        let second = try await self.send(.post, "/v1/customers/anna/tokens", "{}")
        guard case .string(let token)? = first["appAccountToken"], case .string(let other)? = second["appAccountToken"]
        else {
            Issue.record("\(first.text) \(second.text)")
            return
        }
        #expect(token != other)
        #expect(AccountToken(token) != nil)
        try await self.buy("ben", token: token.uppercased())
        let entitlement = try await self.server.shop.entitlements(of: "anna")
        #expect(entitlement.map(\.isActive) == [true], "The token decides, regardless of the submitter.")
        #expect(try await self.server.shop.entitlements(of: "ben").isEmpty)
    }

    @Test("A customer's own token is compared as a UUID, and identifies one customer only")
    func bring() async throws {
        let token = "7e3fb20b-4cdb-47cc-936d-99d65f608138"
        let body = #"{"appAccountToken":"\#(token)","reason":"from the old shop"}"#
        let first = try await self.send(.post, "/v1/customers/anna/tokens", body)
        #expect(first["new"] == .bool(true), "\(first.text)")
        let again = try await self.send(
            .post,
            "/v1/customers/anna/tokens",
            body.uppercased().replacing("APPACCOUNTTOKEN", with: "appAccountToken").replacing("REASON", with: "reason")
        )
        #expect(again["new"] == .bool(false), "\(again.text)")
        #expect(first["nothing"] == nil && again["nothing"] == .string("account_token_unchanged"), "\(again.text)")
        let outcomes = try await self.server.shop.repository.read { view in try view.auditEntries(after: 0, limit: 9) }
            .map(\.outcome)
        #expect(outcomes == [.done, .nothing])
        let other = try await self.send(.post, "/v1/customers/ben/tokens", body)
        #expect(other.status == .conflict)
        #expect(other.code == "account_token_taken")
        #expect(other["field"] == .string("appAccountToken"))
    }

    @Test("A dry run of a token keeps none")
    func tokenPreview() async throws {
        let minted = try await self.send(.post, "/v1/customers/anna/tokens?dryRun=true")
        #expect(minted["appAccountToken"] == nil)
        #expect(minted["dryRun"] == .bool(true))
        #expect(try await self.send(.get, "/v1/customers/anna").status == .notFound)
    }

    @Test(
        "An invalid token, and one for a customer who cannot have one, is refused",
        arguments: [
            ("anna", #"{"appAccountToken":"anna"}"#, "account_token_invalid"),
            ("anna", #"{"appAccountToken":""}"#, "field_invalid"),
            ("anna", #"{"appAccountToken":7}"#, "field_wrong_type"), ("anna", #"{"token":"x"}"#, "field_unknown"),
            ("anonymous:77", "{}", "customer_reserved"), ("erased:77", "{}", "customer_gone"),
        ]
    )
    func badToken(customer: String, body: String, code: String) async throws {
        let answer = try await self.send(.post, "/v1/customers/\(customer)/tokens", body)
        #expect(answer.code == code, "\(answer.text)")
    }

    // MARK: Merging

    @Test("A merge shows what it would do, does it, and can be undone once")
    func merge() async throws {
        try await self.buy("guest")
        let body = #"{"into":"anna","reason":"she signed in"}"#
        let shown = try await self.send(.post, "/v1/customers/guest/merge?dryRun=true", body)
        #expect(shown.status == .ok, "\(shown.text)")
        #expect(shown["dryRun"] == .bool(true))
        #expect(shown["newCustomer"] == .bool(true))
        #expect(shown.text.contains(#""from":"guest""#) && shown.text.contains(#""to":"anna""#))
        #expect(try await self.server.shop.entitlements(of: "anna").isEmpty)
        let done = try await self.send(.post, "/v1/customers/guest/merge", body)
        guard case .string(let change)? = done["change"] else {
            Issue.record("\(done.text)")
            return
        }
        #expect(try await self.server.shop.entitlements(of: "anna").map(\.isActive) == [true])
        let profile = try await self.send(.get, "/v1/customers/anna")
        #expect(profile.text.contains(#""mergedCustomers":["guest"]"#), "\(profile.text)")
        let guest = try await self.send(.get, "/v1/customers/guest")
        #expect(guest["mergedInto"] == .string("anna"))
        let undone = try await self.send(.post, "/v1/ownership-changes/\(change)/undo")
        #expect(undone.status == .ok, "\(undone.text)")
        #expect(try await self.server.shop.entitlements(of: "guest").map(\.isActive) == [true])
        let again = try await self.send(.post, "/v1/ownership-changes/\(change)/undo")
        #expect(again.status == .conflict)
        #expect(again.code == "ownership_change_undone")
    }

    @Test("A customer cannot be merged into itself, in a circle, twice, or into an erased customer")
    func badMerge() async throws {
        try await self.buy("a", id: "2000000000000001")
        try await self.buy("b", id: "2000000000000002")
        try await self.buy("c", id: "2000000000000003")
        let own = try await self.send(.post, "/v1/customers/a/merge", #"{"into":"a"}"#)
        #expect(own.code == "customer_merged_into_itself")
        #expect(own["field"] == .string("into"))
        #expect(try await self.send(.post, "/v1/customers/a/merge", #"{"into":"b"}"#).status == .ok)
        #expect(try await self.send(.post, "/v1/customers/b/merge", #"{"into":"c"}"#).status == .ok)
        let circle = try await self.send(.post, "/v1/customers/c/merge", #"{"into":"a"}"#)
        #expect(circle.status != .ok, "\(circle.text)")
        let twice = try await self.send(.post, "/v1/customers/a/merge", #"{"into":"c"}"#)
        #expect(twice.code == "customer_gone", "\(twice.text)")
        let erased = try await self.send(.post, "/v1/customers/c/merge", #"{"into":"erased:00"}"#)
        #expect(erased.code == "customer_gone")
        let nobody = try await self.send(.post, "/v1/customers/nobody/merge", #"{"into":"c"}"#)
        #expect(nobody.code == "customer_unknown")
        let missing = try await self.send(.post, "/v1/customers/c/merge", "{}")
        #expect(missing.code == "field_missing")
        #expect(missing["field"] == .string("into"))
        #expect(try await self.server.shop.entitlements(of: "c").map(\.isActive) == [true])
    }

    // MARK: Erasing

    @Test("Erasing needs the id once more, shows first what goes and what stays, and leaves no name")
    func erase() async throws {
        try await self.buy("anna")
        _ = try await self.send(.put, "/v1/customers/anna/facts", #"{"playTimeMinutes":3}"#)
        for path in ["", "?confirm=", "?confirm=ben", "?confirm=anna%20"] {
            let refused = try await self.send(.delete, "/v1/customers/anna\(path)")
            #expect(refused.code == "confirmation_missing", "\(path)")
            #expect(refused["field"] == .string("confirm"))
        }
        let shown = try await self.send(.delete, "/v1/customers/anna?dryRun=true")
        #expect(shown.text.contains(#""facts":1"#) && shown.text.contains(#""purchases":1"#), "\(shown.text)")
        #expect(try await self.server.shop.entitlements(of: "anna").map(\.isActive) == [true])
        let done = try await self.send(.delete, "/v1/customers/anna?confirm=anna&reason=asked")
        #expect(done.status == .ok, "\(done.text)")
        #expect(try await self.send(.get, "/v1/customers/anna").status == .notFound)
        #expect(try await self.server.shop.entitlements(of: "anna").isEmpty)
        let again = try await self.send(.delete, "/v1/customers/anna?confirm=anna")
        #expect(again.code == "customer_unknown")
        guard case .object? = done["ownership"], case .string(let change)? = done["ownership"]?["change"] else {
            Issue.record("\(done.text)")
            return
        }
        let undone = try await self.send(.post, "/v1/ownership-changes/\(change)/undo")
        #expect(undone.status == .conflict)
        #expect(undone.code == "ownership_change_irreversible")
    }

    // MARK: Transfers

    @Test("The transfers of a customer come newest first, in pages")
    func transfers() async throws {
        try await self.buy("guest", id: "2000000000000001")
        try await self.buy("visitor", id: "2000000000000002")
        _ = try await self.send(.post, "/v1/customers/guest/merge", #"{"into":"anna"}"#)
        _ = try await self.send(.post, "/v1/customers/visitor/merge", #"{"into":"anna"}"#)
        let first = try await self.send(.get, "/v1/customers/anna/transfers?limit=1")
        #expect(first.text.contains("2000000000000002") && !first.text.contains("2000000000000001"), "\(first.text)")
        #expect(first["next"] == .string("1"))
        let second = try await self.send(.get, "/v1/customers/anna/transfers?limit=1&cursor=1")
        #expect(second.text.contains("2000000000000001"))
        #expect(second["next"] == nil)
        for (query, code) in [
            ("limit=0", "field_wrong_type"), ("limit=201", "field_wrong_type"), ("limit=x", "field_wrong_type"),
            ("cursor=-1", "cursor_invalid"), ("cursor=x", "cursor_invalid"),
        ] {
            #expect(try await self.send(.get, "/v1/customers/anna/transfers?\(query)").code == code, "\(query)")
        }
    }
}
