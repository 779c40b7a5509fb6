import AppStore
import Foundation
import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

@Suite struct DashboardCustomerTests {
    private static let customers = "/dashboard/apps/shop/customers"

    let stage: DashboardStage

    init() throws {
        self.stage = try DashboardStage(walletsOf: TestShop())
    }

    private func submit(_ payload: TransactionPayload, _ customer: String = "anna") async throws {
        let compact = String(decoding: try self.stage.shop.authority.sign(payload).bytes, as: UTF8.self)
        let body = #"{"customer":"\#(customer)","signedTransaction":"\#(compact)"}"#
        let answer = try await self.stage.send(.post, "/v1/purchases", key: TestServer.key, body: body)
        #expect(answer.status == .ok, "\(answer.text)")
    }

    private func notify(_ compact: [UInt8]) async throws {
        let body = #"{"signedPayload":"\#(String(decoding: compact, as: UTF8.self))"}"#
        #expect(try await self.stage.send(.post, "/apple/shop/notifications", body: body).status == .ok)
    }

    /// Anna with a subscription that renews, and coins.
    private func fill() async throws {
        try await self.notify(self.stage.shop.notification())
        try await self.submit(SamplePayloads.transaction())
        try await self.submit(SamplePayloads.consumable())
    }

    // MARK: Pages

    @Test("The entry page says how a customer is found, and invents no list", arguments: ["en", "zh-Hans"])
    func entry(language: String) async throws {
        let page = try await self.stage.signedIn().get(Self.customers, language: language)
        #expect(page.status == .ok)
        #expect(page.text.contains(language == "en" ? "Find a customer" : "查找客户"))
        #expect(page.text.contains("risk.threshold"))
    }

    @Test("The page of a customer has sentences, the time line, purchases, wallets and what happened")
    func page() async throws {
        try await self.fill()
        let page = try await self.stage.signedIn().get("\(Self.customers)/anna")
        #expect(page.status == .ok)
        for part in [
            "<h1>anna</h1>", "Active, because pro.monthly is paid until 2026-04-01. Renews.", "<rect class=\"s1\"",
            "<circle class=\"s4\"", "class=\"now\"", "pro.monthly: paid from 2026-03-01 to 2026-04-01",
            "</time> – <time datetime=\"2026-04-01",
            "Wallet: gems", "<b>600</b>", "No reason for a review.", "USD 9.99", "Purchase recorded",
            "/dashboard/apps/shop/transactions/2000000000000900", "customers/anna/transfer", "customers/anna/erase",
            "theirs, because they submitted it as their purchase within a day",
        ] {
            #expect(page.text.contains(part), "\(part) is missing in \(page.text)")
        }
        #expect(page.text.utf8.count < 60_000 && !page.text.contains("{{") && !page.text.contains("Optional("))
        #expect(page.text.firstMatch(of: #/\sstyle=|\son[a-z]+=/#) == nil)
    }

    @Test("The same in Chinese")
    func chinese() async throws {
        try await self.fill()
        let page = try await self.stage.signedIn().get("\(Self.customers)/anna", language: "zh-Hans")
        for part in ["有效，因为 pro.monthly 已付款至 2026-04-01。将续期。", "钱包：gems", "授予权益", "发生了什么"] {
            #expect(page.text.contains(part), "\(part) is missing")
        }
    }

    @Test("A customer who has nothing yet has a page that says what would be there")
    func empty() async throws {
        let path = "/v1/customers/eve/tokens"
        #expect(try await self.stage.send(.post, path, key: TestServer.key, body: "{}").status == .ok)
        let page = try await self.stage.signedIn().get("\(Self.customers)/eve")
        #expect(page.status == .ok)
        for part in [
            "No entitlements.", "No purchases in this environment yet.", "No orders.", "none recorded", "<dd>none</dd>",
        ] {
            #expect(page.text.contains(part), "\(part) is missing")
        }
    }

    @Test("An unknown customer is a 404 with a hint, also with script in the id or an id that cannot be one")
    func unknown() async throws {
        let browser = try await self.stage.signedIn()
        let page = try await browser.get("\(Self.customers)/zoe")
        #expect(page.status == .notFound && page.text.contains("No customer has the ID zoe."))
        let script = try await browser.get("\(Self.customers)/%3Cscript%3Ealert(1)%3C%2Fscript%3E")
        #expect(script.status == .notFound && !script.text.contains("<script>alert"))
        #expect(try await browser.get("\(Self.customers)/a%00b").status.kind == .clientError)
        #expect(try await browser.get("/dashboard/apps/shop/evidence/12").status == .notFound)
        #expect(try await browser.get("\(Self.customers)/zoe/wallets/stones").status == .notFound)
    }

    @Test("Hidden characters in a customer's name are shown, so that it looks like no other, and copied as they are")
    func hidden() async throws {
        let name = "\u{202E}evil\u{200B}\u{1F468}\u{200D}\u{1F469}"
        let plain = "\\u{202E}evil\\u{200B}\u{1F468}\u{200D}\u{1F469}"
        try await self.submit(SamplePayloads.consumable(), name)
        let browser = try await self.stage.signedIn()
        let encoded = "%E2%80%AEevil%E2%80%8B%F0%9F%91%A8%E2%80%8D%F0%9F%91%A9"
        let page = try await browser.get("\(Self.customers)/\(encoded)")
        #expect(page.text.contains("<h1>\(plain)</h1>"), "\(page.text)")
        #expect(page.text.contains("data-copy=\"\(name)\">\(plain)</span>"), "\(page.text)")
        for path in ["\(encoded)/purchases", "\(encoded)/erase", "\(encoded)/merge"] {
            let answer = try await browser.get("\(Self.customers)/\(path)")
            #expect(answer.status == .ok && answer.text.contains(plain), "\(answer.text)")
        }
        let stranger = DashboardBrowser(stage: self.stage)
        let refused = try await stranger.signIn(name, "wrong")
        #expect(refused.text.contains("value=\"\(name)\""), "A field keeps what was typed.")
    }

    @Test("Script in a customer's name is shown as text on each of their pages")
    func script() async throws {
        let name = "<script>alert(1)</script>"
        try await self.submit(SamplePayloads.consumable(), name)
        let browser = try await self.stage.signedIn()
        let path = "\(Self.customers)/%3Cscript%3Ealert%281%29%3C%2Fscript%3E"
        for page in ["", "/timeline?type=all", "/purchases", "/wallets/gems", "/transfers", "/risk", "/erase"] {
            let answer = try await browser.get(path + page)
            #expect(answer.status == .ok && !answer.text.contains(name), "\(page)")
            #expect(answer.text.contains("&lt;script&gt;"), "\(page)")
        }
    }

    @Test(
        "Links to a customer whose id browsers would resolve as a part of a path lead to that customer",
        arguments: [".", "..", "~.", "~~..", "...", "~"]
    )
    func dots(_ name: String) async throws {
        try await self.submit(SamplePayloads.consumable(), name)
        let browser = try await self.stage.signedIn()
        let path = try #require(try await browser.get("/dashboard/apps/shop/search?q=\(name)").headers[.location])
        let page = try await browser.get(path)
        #expect(page.status == .ok && page.text.contains("<h1>\(name)</h1>"))
        for link in page.text.matches(of: #/(?:href|action)="([^"?]*)/#) {
            let parts = link.output.1.lowercased().replacing("%2e", with: ".").split(separator: "/")
            #expect(!parts.contains(".") && !parts.contains(".."), "\(link.output.1)")
        }
        for list in ["purchases", "wallets/gems", "timeline"] {
            let answer = try await browser.get("\(path)/\(list)")
            #expect(answer.status == .ok && answer.text.contains("href=\"\(path)\""), "\(list)")
        }
    }

    @Test("Since when there is a customer is an instant, and dates in sentences say of which zone they are")
    func since() async throws {
        try await self.fill()
        let page = try await self.stage.signedIn().get("\(Self.customers)/anna")
        #expect(page.text.contains("Customer since <time datetime=\""), "\(page.text)")
        #expect(page.text.contains("Dates without a time are in UTC."))
    }

    @Test("A claim shows the purchase that it brought, with its product and price")
    func claim() async throws {
        try await self.notify(self.stage.shop.notification())
        try await self.submit(SamplePayloads.transaction())
        let page = try await self.stage.signedIn().get("\(Self.customers)/anna/timeline")
        let row = try #require(page.text.split(separator: "<tr>").first { $0.contains("Purchase claimed") })
        #expect(row.contains(">pro.monthly<") && row.contains("USD 9.99"), "\(row)")
        #expect(row.contains("1 transaction without an owner belongs to anna now"), "\(row)")
    }

    @Test("Every list opens, and those with rows are sent as files")
    func lists() async throws {
        try await self.fill()
        let browser = try await self.stage.signedIn()
        let lists = [
            "timeline", "timeline?type=all", "timeline?type=evidence", "timeline?type=submission", "purchases",
            "orders",
            "transfers", "grants", "consents", "held-evidence", "risk", "wallets/gems", "wallets/gems/lots",
        ]
        for list in lists {
            let page = try await browser.get("\(Self.customers)/anna/\(list)")
            #expect(page.status == .ok && page.text.contains("href=\"\(Self.customers)/anna\""), "\(list)")
        }
        let purchases = try await browser.get("\(Self.customers)/anna/purchases?export=csv")
        #expect(purchases.text.contains("gems.600") && purchases.text.contains("2000000000000001"))
        let statement = try await browser.get("\(Self.customers)/anna/wallets/gems?export=json")
        #expect(statement.text.contains("\"coins\":600,"))
    }

    @Test("A refunded part has the decimal places of its currency, and its share is rounded alike on every page")
    func refundedPart() async throws {
        var payload = SamplePayloads.consumable()
        (payload.currency, payload.price) = ("JPY", 1_500_000)
        try await self.submit(payload)
        payload.revocationDate = payload.signedDate
        payload.revocationReason = .other
        payload.revocationPercentage = 95_985
        payload.signedDate = Timestamp(milliseconds: SamplePayloads.signedAt.milliseconds + 1)
        try await self.submit(payload)
        let browser = try await self.stage.signedIn()
        let timeline = try await browser.get("\(Self.customers)/anna/timeline")
        #expect(timeline.text.contains("−JPY 1,440<") && timeline.text.contains("96 %"), "\(timeline.text)")
        let page = try await browser.get("\(Self.customers)/anna")
        #expect(page.text.contains("96 %") && !page.text.contains("95.9 %"), "\(page.text)")
        let transaction = try await browser.get("/dashboard/apps/shop/transactions/2000000000000900")
        #expect(transaction.text.contains("96 %") && !transaction.text.contains("95.98"), "\(transaction.text)")
    }

    @Test("Held evidence has its reason in words on pages and as a code in files")
    func held() async throws {
        try await self.fill()
        let ahead = Timestamp(milliseconds: self.stage.shop.ambient.now().milliseconds + 3_600_000)
        let payload = SamplePayloads.consumable(id: "2000000000000901", signedAt: ahead)
        let compact = String(decoding: try self.stage.shop.authority.sign(payload).bytes, as: UTF8.self)
        let body = #"{"customer":"anna","signedTransaction":"\#(compact)"}"#
        _ = try await self.stage.send(.post, "/v1/purchases", key: TestServer.key, body: body)
        let browser = try await self.stage.signedIn()
        let page = try await browser.get("\(Self.customers)/anna")
        #expect(page.text.contains("Signed in the future, <span class=\"id\">signed_date_in_future</span>"))
        let list = try await browser.get("\(Self.customers)/anna/held-evidence")
        #expect(list.text.contains("<td>Signed in the future</td>"), "\(list.text)")
        let file = try await browser.get("\(Self.customers)/anna/held-evidence?export=csv")
        #expect(file.text.contains(",signed_in_future,"), "\(file.text)")
    }

    @Test("What happened leads to the signed object, decoded and byte for byte")
    func evidence() async throws {
        let compact = try self.stage.shop.authority.sign(SamplePayloads.consumable()).bytes
        try await self.submit(SamplePayloads.consumable())
        let browser = try await self.stage.signedIn()
        let page = try await browser.get("\(Self.customers)/anna")
        let link = #/href="(\/dashboard\/apps\/shop\/evidence\/([0-9a-f]{64}))"/#
        let found = try #require(page.text.firstMatch(of: link))
        let object = try await browser.get(String(found.output.1))
        #expect(object.status == .ok && object.text.contains("gems.600"))
        let raw = try await self.stage.send(.get, "/v1/evidence/\(found.output.2)", key: TestServer.key)
        guard case .string(let signed)? = raw["signed"] else { return #expect(Bool(false), "\(raw.text)") }
        // A signature differs each time; what is signed does not.
        let parts = (signed.split(separator: "."), String(decoding: compact, as: UTF8.self).split(separator: "."))
        #expect(parts.0.count == 3 && parts.0[1] == parts.1[1])
        #expect(object.text.contains(signed))
        let none = String(repeating: "0", count: 64)
        let unknown = try await self.stage.send(.get, "/v1/evidence/\(none)", key: TestServer.key)
        #expect(unknown.status == .notFound && unknown.code == "evidence_unknown")
    }

    @Test("A customer with very many purchases has a page with the newest, which reads no more")
    func many() async throws {
        for number in 0..<(CustomerOverview.maximumChains + 2) {
            try await self.submit(SamplePayloads.consumable(id: "\(3_000_000_000_000_000 + number)"))
        }
        let page = try await self.stage.signedIn().get("\(Self.customers)/anna")
        #expect(page.status == .ok && page.text.utf8.count < 100_000)
        #expect(page.text.contains("The newest 100 are shown.") && page.text.contains("Compute them"))
        let all = try await self.stage.signedIn("bea").get("\(Self.customers)/anna/purchases?cursor=100")
        #expect(all.text.contains("3000000000000001") && all.text.contains("3000000000000000"))
    }

    // MARK: Roles

    @Test("Roles see the acts that are theirs, and are refused the others by request", arguments: OperatorRole.allCases)
    func roles(role: OperatorRole) async throws {
        try await self.fill()
        let browser = try await self.stage.signedIn("ada", role)
        let page = try await browser.get("\(Self.customers)/anna")
        #expect(page.status == .ok)
        let mayWrite = role == .support || role == .admin
        #expect(page.text.contains("customers/anna/grant\"") == mayWrite)
        #expect(page.text.contains("customers/anna/transfer\"") == (role == .admin))
        let writes = [
            "grant", "merge", "erase", "block", "unblock", "wallets/gems/grant", "wallets/gems/adjust",
            "consents/record", "consents/withdraw", "sessions/end", "tokens/create",
        ]
        for act in writes {
            let answer = try await browser.get("\(Self.customers)/anna/\(act)")
            #expect(answer.status == (mayWrite ? .ok : .forbidden), "\(act)")
            let sent = try await browser.post("\(Self.customers)/anna/\(act)")
            #expect(sent.status == (mayWrite ? .unprocessableContent : .forbidden), "\(act)")
        }
        for path in ["customers/anna/transfer", "customers/anna/retire", "ownership-changes/1/undo"] {
            let answer = try await browser.get("/dashboard/apps/shop/\(path)")
            #expect(answer.status == (role == .admin ? .ok : .forbidden), "\(path)")
        }
    }
}
