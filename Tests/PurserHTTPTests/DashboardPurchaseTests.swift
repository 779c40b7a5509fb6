import AppStore
import AppStoreSimulator
import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

/// The pages of transactions and subscriptions.
@Suite struct DashboardPurchaseTests {
    private static let base = "/dashboard/apps/shop"
    private static let plan = "pro.monthly"

    let paid: PaidStage
    let stage: DashboardStage

    init() throws {
        self.paid = try PaidStage()
        self.stage = try DashboardStage(self.paid)
    }

    /// Anna subscribes, her app submits it, and Apple's notification arrives.
    private func subscribe() async throws -> String {
        let id = try self.paid.pay(Self.plan)
        _ = try await self.paid.submit(id)
        try await self.paid.hear()
        return id
    }

    @Test("A transaction's page says what it is, whose it is and why, and shows what Apple signed")
    func transaction() async throws {
        let id = try await self.subscribe()
        let browser = try await self.stage.signedIn("ada", .viewer)
        let page = try await browser.get("\(Self.base)/transactions/\(id)")
        #expect(page.status == .ok, "\(page.text)")
        for part in [
            "Transaction \(id)", "This transaction began a period of the subscription \(Self.plan).",
            "It belongs to anna, whose app submitted it as a purchase within a day.", "It is paid until 20",
            "href=\"\(Self.base)/customers/anna\"", "href=\"\(Self.base)/subscriptions/\(id)\"",
            "<dt>originalTransactionId</dt>", "href=\"\(Self.base)/customers/anna/timeline\"", "<dt>signedDate</dt>",
            "<span class=\"chip good\">Decides</span>",
            "Its purchases have always belonged to the same customer.", "<span class=\"chip good\">Running</span>",
            "<small>they submitted it as their purchase within a day</small>",
        ] {
            #expect(page.text.contains(part), "\(part)")
        }
        #expect(
            !page.text.contains("{{") && !page.text.contains("/refunds/\(RefundID(TransactionID(id), in: .production))")
        )
        let chinese = try await browser.get("\(Self.base)/transactions/\(id)", language: "zh-Hans")
        #expect(chinese.text.contains("属于 anna") && chinese.text.contains("Apple 签名的内容"))
    }

    @Test("A purchase of coins leads to its fulfillment, and after a refund the page says so")
    func consumable() async throws {
        let id = try self.paid.pay()
        _ = try await self.paid.submit(id)
        let browser = try await self.stage.signedIn("ada", .viewer)
        let path = "\(Self.base)/transactions/\(id)"
        let page = try await browser.get(path)
        #expect(page.text.contains("This transaction bought 1 of the consumable \(PaidStage.coins)."))
        let fulfillment = FulfillmentID(TransactionID(id), in: .production)
        #expect(page.text.contains("href=\"\(Self.base)/fulfillments/\(fulfillment)\""))
        #expect(!page.text.contains("Open the subscription"))
        try self.paid.world.shop.world.refund(id)
        try await self.paid.hear()
        let refunded = try await browser.get(path)
        #expect(refunded.text.contains("Apple refunded 100 % of it on"), "\(refunded.text)")
        #expect(refunded.text.contains("<dt>revocationDate</dt>"))
    }

    @Test("The first page explains what is found there, opens an id, and an unknown id has a page that says so")
    func entry() async throws {
        let id = try await self.subscribe()
        let browser = try await self.stage.signedIn("ada", .viewer)
        for folder in ["transactions", "subscriptions"] {
            let page = try await browser.get("\(Self.base)/\(folder)")
            #expect(page.status == .ok && page.text.contains("name=\"id\""), "\(page.text)")
            #expect(page.text.contains("href=\"\(Self.base)/\(folder)\" aria-current=\"page\""))
            let opened = try await browser.get("\(Self.base)/\(folder)?id=\(id)")
            #expect(opened.headers[.location] == "\(Self.base)/\(folder)/\(id)")
            let unknown = try await browser.get("\(Self.base)/\(folder)/unknown")
            #expect(unknown.status == .notFound && unknown.text.contains("<nav"), "\(unknown.text)")
            #expect(unknown.text.contains("action=\"\(Self.base)/search\""), "An agent can search from there.")
            for other in ["MVXYZ12345", "anna"] {
                let searched = try await browser.get("\(Self.base)/\(folder)?id=\(other)")
                #expect(searched.headers[.location] == "\(Self.base)/search?q=\(other)", "\(other)")
            }
            #expect(try await browser.get("\(Self.base)/\(folder)/\(id)?environment=Sandbox").status == .notFound)
        }
        let chinese = try await browser.get("\(Self.base)/transactions", language: "zh-Hans")
        #expect(chinese.text.contains("交易 ID"))
        let stranger = DashboardBrowser(stage: self.stage)
        #expect(try await stranger.get("\(Self.base)/transactions/\(id)").status == .seeOther)
    }

    @Test("The newest transactions and subscriptions are listed with their customers and present states, also as files")
    func newest() async throws {
        let browser = try await self.stage.signedIn("ada", .viewer)
        let none = try await browser.get("\(Self.base)/transactions")
        #expect(none.text.contains("No purchase is among the newest events."), "\(none.text)")
        let empty = try await browser.get("\(Self.base)/subscriptions", language: "zh-Hans")
        #expect(empty.text.contains("最近的事件中没有新的订阅。"))
        let plan = try await self.subscribe()
        let coins = try self.paid.pay()
        _ = try await self.paid.submit(coins)
        try self.paid.world.shop.world.refund(coins)
        try await self.paid.hear()
        let page = try await browser.get("\(Self.base)/transactions")
        let places = [coins, plan].compactMap { id in
            page.text.firstRange(of: "\(Self.base)/transactions/\(id)\"")?.lowerBound
        }
        #expect(places.count == 2 && places == places.sorted(), "\(page.text)")
        for part in ["href=\"\(Self.base)/customers/anna\"", Self.plan, ">Running<", ">Refunded<"] {
            #expect(page.text.contains(part), "\(part)")
        }
        let csv = try await browser.get("\(Self.base)/transactions?export=csv")
        let lines = csv.text.split(whereSeparator: \.isNewline)
        #expect(lines.count == 3 && lines[1].contains(coins) && lines[1].contains("refunded"), "\(csv.text)")
        let subscriptions = try await browser.get("\(Self.base)/subscriptions")
        #expect(subscriptions.text.contains("href=\"\(Self.base)/subscriptions/\(plan)\""), "\(subscriptions.text)")
        #expect(subscriptions.text.contains(">Active<") && !subscriptions.text.contains(coins))
        let sandbox = try await browser.get("\(Self.base)/transactions?environment=Sandbox")
        #expect(sandbox.text.contains("No purchase is among the newest events."))
        #expect(try await browser.get("\(Self.base)/transactions?cursor=x").status == .unprocessableContent)
    }

    @Test("What Apple signed about a transaction and a renewal leads to the stored object")
    func objects() async throws {
        let id = try await self.subscribe()
        let browser = try await self.stage.signedIn("ada", .viewer)
        for (folder, part) in [("transactions", "transactionId"), ("subscriptions", "autoRenewStatus")] {
            let page = try await browser.get("\(Self.base)/\(folder)/\(id)")
            let link = #/href="([^"]+\/evidence\/[0-9a-f]{64})">Open the signed object/#
            let found = try #require(page.text.firstMatch(of: link), "\(page.text)")
            let object = try await browser.get(String(found.output.1))
            #expect(object.status == .ok && object.text.contains("&quot;\(part)&quot;"), "\(object.text)")
        }
    }

    @Test("Each table of a page is a file of its own")
    func export() async throws {
        let id = try await self.subscribe()
        let browser = try await self.stage.signedIn("ada", .viewer)
        let path = "\(Self.base)/transactions/\(id)"
        #expect(try await browser.get(path).text.contains("\(path)?export=csv&amp;table=purchaseChain"))
        let csv = try await browser.get("\(path)?table=purchaseChain&export=csv")
        #expect(csv.headers[.contentType] == "text/csv; charset=utf-8")
        let lines = csv.text.split(whereSeparator: \.isNewline)
        #expect(lines.count == 2 && lines[0].hasPrefix("purchased,ends,product"), "\(csv.text)")
        #expect(lines[1].contains(Self.plan) && lines[1].contains("running") && lines[1].contains(id))
        let json = try await browser.get("\(path)?table=purchaseTransfers&export=json")
        #expect(json.body == .array([]), "\(json.text)")
    }

    @Test("A subscription's page says the state with its reason, what comes next, and what Apple signed about it")
    func subscription() async throws {
        let id = try await self.subscribe()
        let browser = try await self.stage.signedIn("ada", .viewer)
        let page = try await browser.get("\(Self.base)/subscriptions/\(id)")
        #expect(page.status == .ok, "\(page.text)")
        for part in [
            "Subscription \(id)", "Active: \(Self.plan) is paid until 20", "It renews on 20", "Auto-renew is on: on 20",
            "<dt>autoRenewStatus</dt>", "href=\"\(Self.base)/transactions/\(id)\"", "Ask Apple for the status",
        ] {
            #expect(page.text.contains(part), "\(part)")
        }
        #expect(!page.text.contains("/extend\""), "A viewer cannot extend.")
        let chinese = try await browser.get("\(Self.base)/subscriptions/\(id)", language: "zh-Hans")
        #expect(chinese.text.contains("有效：\(Self.plan) 已付款至"))
        let coins = try self.paid.pay()
        _ = try await self.paid.submit(coins)
        let single = try await browser.get("\(Self.base)/subscriptions/\(coins)")
        #expect(single.headers[.location] == "\(Self.base)/transactions/\(coins)")
    }

    @Test("Apple is asked for the status after a preview, and the answer is recorded")
    func status() async throws {
        let id = try self.paid.pay(Self.plan)
        _ = try await self.paid.submit(id)
        let browser = try await self.stage.signedIn("ada", .viewer)
        let path = "\(Self.base)/subscriptions/\(id)"
        #expect(!(try await browser.get(path).text.contains("<h3>Apple’s status</h3>")))
        let act = try await browser.preview("\(path)/status")
        #expect(act.page.text.contains("Apple is asked for the present status"))
        let done = try await browser.confirm(act)
        #expect(done.headers[.location] == "\(path)?done=doneSubscriptionChecked", "\(done.text)")
        let entries = try await self.stage.audited("subscription.check")
        #expect(entries.map(\.outcome) == [.begun, .done])
        #expect(entries.allSatisfy { $0.operatorName == "ada" && $0.subject == "\(id)" })
        let page = try await browser.get("\(path)?done=doneSubscriptionChecked")
        #expect(page.text.contains("Apple was asked, and its answer is recorded."))
        #expect(page.text.contains("<h3>Apple’s status</h3>") && page.text.contains("Active (1)"))
    }

    @Test("A renewal date is extended once, after a preview, with the operator and the reason in the audit log")
    func extend() async throws {
        let id = try await self.subscribe()
        let browser = try await self.stage.signedIn("ada", .support)
        let path = "\(Self.base)/subscriptions/\(id)/extend"
        let wrong = try await browser.preview(path, ["days": "91", "reasonCode": "outage", "reason": "we were down"])
        #expect(wrong.page.status == .unprocessableContent && wrong.page.text.contains("1 to 90 days."))
        #expect(wrong.page.text.contains("value=\"we were down\"") && wrong.page.text.contains("value=\"91\""))
        let act = try await browser.preview(path, ["days": "7", "reasonCode": "outage", "reason": "we were down"])
        #expect(act.page.text.contains("by 7 days.") && act.page.text.contains("The renewal moves from 20"))
        #expect(act.page.text.contains("This cannot be undone."))
        let done = try await browser.confirm(act)
        #expect(
            done.headers[.location] == "\(Self.base)/subscriptions/\(id)?done=doneSubscriptionExtended",
            "\(done.text)"
        )
        #expect(try await browser.confirm(act).status == .conflict)
        let name = self.paid.world.app.name
        let all = try await self.stage.services.store.extensions(of: name, environment: .production)
        #expect(all.count == 1 && all[0].days == 7 && all[0].orderedBy == "ada")
        let page = try await browser.get("\(Self.base)/subscriptions/\(id)?done=doneSubscriptionExtended")
        #expect(page.text.contains("The extension is recorded.") && page.text.contains("7 days, requested by ada"))
        #expect(page.text.contains("Apple has not accepted it yet; the server sends it again."))
        // The form of an extension that is done cannot become another one.
        var changed = act.fields
        changed["days"] = "8"
        let shown = try await browser.post(path, changed)
        #expect(shown.status == .conflict && shown.text.contains("by 8 days."))
        let stamp = try #require(shown.text.firstMatch(of: #/name="stamp" value="([^"]+)"/#)?.output.1)
        changed["stamp"] = String(stamp)
        #expect(try await browser.post(path, changed).status == .conflict)
        #expect(try await self.stage.services.store.extensions(of: name, environment: .production) == all)
        let entries = try await self.stage.audited("subscription.")
        // Each of the two wishes has an entry before Apple is asked and one after.
        #expect(entries.map(\.operatorName) == Array(repeating: "ada", count: 4))
        #expect(entries.first?.reason?.text == "we were down")
        #expect(entries.last?.outcome == .refused(code: "idempotency_key_reused"))
    }

    @Test("A role that may not write is refused by request, and so is an app without a key for Apple's API")
    func refused() async throws {
        let id = try await self.subscribe()
        let viewer = try await self.stage.signedIn("vera", .viewer)
        let path = "\(Self.base)/subscriptions/\(id)/extend"
        #expect(try await viewer.get(path).status == .forbidden)
        let answer = try await viewer.post(path, ["days": "7", "reasonCode": "outage", "reason": "a"])
        #expect(answer.status == .forbidden)
        #expect(try await self.stage.audited("subscription.").isEmpty)

        let keyless = try DashboardStage()
        let period = Sample.period("1", of: "1")
        let facts = Sample.facts([period], renewals: [Sample.renewal(of: period)], app: AppName("shop"))
        _ = try await keyless.services.repository.record(facts)
        let browser = try await keyless.signedIn()
        let page = try await browser.get("\(Self.base)/subscriptions/1")
        #expect(page.status == .ok && !page.text.contains("/extend\""), "\(page.text)")
        #expect(page.text.contains(#"<a class="btn"#) == false)
        #expect(try await browser.get("\(Self.base)/subscriptions/1/status").status == .conflict)
        let unclaimed = try await browser.get("\(Self.base)/transactions/1")
        #expect(unclaimed.text.contains("It has no owner yet: no evidence names one."))
    }
}
