import AppStore
import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

@Suite struct DashboardCustomerActTests {
    private static let customers = "/dashboard/apps/shop/customers"

    private static let anna = Sample.customer("anna")

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

    /// The value of a hidden field in a page.
    private func hidden(_ name: String, in page: TestServer.TestResponse) -> String {
        let field = try? Regex("name=\"\(name)\" value=\"([^\"]*)\"", as: (Substring, Substring).self)
        return field.flatMap { page.text.firstMatch(of: $0) }.map { String($0.output.1) } ?? ""
    }

    /// Previews an act, and returns the preview with the fields that confirm it.
    private func preview(
        _ path: String,
        _ fields: [String: String],
        in browser: DashboardBrowser
    ) async throws -> (page: TestServer.TestResponse, fields: [String: String]) {
        let form = try await browser.get(path)
        #expect(form.status == .ok, "\(form.text)")
        var all = fields
        all["reason"] = fields["reason"] ?? "asked on the phone"
        all["once"] = self.hidden("once", in: form)
        let page = try await browser.post(path, all)
        #expect(page.status == .ok, "\(page.text)")
        all["stamp"] = self.hidden("stamp", in: page)
        return (page, all)
    }

    // MARK: Acts

    @Test("An entitlement is previewed, given once, and revoked, each with the operator's name in the audit log")
    func grant() async throws {
        try await self.fill()
        let browser = try await self.stage.signedIn()
        let path = "\(Self.customers)/anna/grant"
        let fields = ["entitlement": "frame", "until": "2027-10-06"]
        let (page, confirmation) = try await self.preview(path, fields, in: browser)
        #expect(page.text.contains("anna gets frame until 2027-10-06."))
        let done = try await browser.post(path, confirmation)
        #expect(done.status == .seeOther, "\(done.text)")
        let again = try await browser.post(path, confirmation)
        #expect(again.status == .conflict && again.text.contains("has it already by another grant"))
        let customer = try await browser.get("\(Self.customers)/anna?done=doneGrant")
        #expect(customer.text.contains("Active until 2027-10-06, because an operator granted it."))
        #expect(customer.text.contains("Granted by ada on") && customer.text.contains("The entitlement is granted."))
        let link = #/href="([^"]*\/grants\/[^"]*\/revoke)"/#
        let revoke = String(try #require(customer.text.firstMatch(of: link)).output.1)
        let (effects, confirm) = try await self.preview(revoke, [:], in: browser)
        #expect(effects.text.contains("anna loses frame at once"))
        #expect(try await browser.post(revoke, confirm).status == .seeOther)
        let second = try await browser.post(revoke, confirm)
        #expect(second.text.contains("revoked before"))
        #expect(try await browser.get("\(Self.customers)/anna").text.contains("an operator revoked the grant"))
    }

    @Test("A wrong field keeps what was typed, and says at the field what is wrong")
    func wrongFields() async throws {
        try await self.fill()
        let browser = try await self.stage.signedIn()
        _ = try await browser.get("\(Self.customers)/anna/grant")
        let day = try await browser.post(
            "\(Self.customers)/anna/grant",
            ["entitlement": "frame", "until": "tomorrow", "reason": "a good one"]
        )
        #expect(day.status == .unprocessableContent && day.text.contains("id=\"p-until\""))
        #expect(day.text.contains("value=\"tomorrow\"") && day.text.contains("value=\"a good one\""))
        let coins = try await browser.post(
            "\(Self.customers)/anna/wallets/gems/adjust",
            ["quantity": "-700", "reason": "a good one"]
        )
        #expect(coins.text.contains("id=\"p-quantity\"") && coins.text.contains("Only 600 coins can be spent."))
        for quantity in ["0", "99999999999999999999", "many"] {
            let range = try await browser.post(
                "\(Self.customers)/anna/wallets/gems/grant",
                ["quantity": quantity, "reason": "a good one"]
            )
            #expect(range.text.contains("Enter a whole number from 1 to 9,007,199,254,740,991."), "\(range.text)")
        }
        let transfer = try await browser.post(
            "\(Self.customers)/anna/transfer",
            ["transaction": "1", "to": "bert", "reach": "purchase", "setAccountToken": "no", "reason": "a good one"]
        )
        #expect(transfer.status == .notFound && transfer.text.contains("id=\"p-transaction\""))
    }

    @Test("A purchase is transferred after a preview that says who loses what, and the transfer is undone")
    func transfer() async throws {
        try await self.fill()
        let browser = try await self.stage.signedIn()
        let path = "\(Self.customers)/anna/transfer"
        let fields = [
            "transaction": "2000000000000001", "to": "bert", "reach": "purchase", "setAccountToken": "no",
        ]
        let (page, confirmation) = try await self.preview(path, fields, in: browser)
        for part in [
            "This moves 1 purchase from anna to bert.", "anna loses pro.", "bert gains pro until 2026-04-01.",
            "is not known here yet",
        ] {
            #expect(page.text.contains(part), "\(part) is missing in \(page.text)")
        }
        let done = try await browser.post(path, confirmation)
        #expect(done.status == .seeOther, "\(done.text)")
        let twice = try await browser.post(path, confirmation)
        #expect(twice.text.contains("Nothing would change."))
        #expect(try await browser.get("\(Self.customers)/bert").text.contains("Active, because pro.monthly is paid"))
        let transfers = try await browser.get("\(Self.customers)/anna/transfers")
        let link = #/href="(\/dashboard\/apps\/shop\/ownership-changes\/[^"]*\/undo)"/#
        let undo = String(try #require(transfers.text.firstMatch(of: link)).output.1)
        let (back, confirm) = try await self.preview(undo, [:], in: browser)
        #expect(back.text.contains("bert loses pro."))
        #expect(try await browser.post(undo, confirm).status == .seeOther)
        #expect(try await browser.get("\(Self.customers)/anna").text.contains("Active, because pro.monthly is paid"))
        let again = try await browser.post(undo, confirm)
        #expect(again.status == .conflict && again.text.contains("undone before"))
    }

    @Test("A merged customer leads to the one who remains")
    func merge() async throws {
        try await self.fill()
        let browser = try await self.stage.signedIn("ada", .support)
        let path = "\(Self.customers)/anna/merge"
        let (page, sent) = try await self.preview(path, ["into": "anna b"], in: browser)
        #expect(page.text.contains("anna becomes anna b"))
        #expect(try await browser.post(path, sent).text.contains("The password is wrong."))
        let confirmation = sent.merging(["password": DashboardStage.password]) { $1 }
        #expect(try await browser.post(path, confirmation).status == .seeOther)
        let old = try await browser.get("\(Self.customers)/anna")
        #expect(old.status == .seeOther)
        let target = try #require(old.headers[.location])
        #expect(target == "\(Self.customers)/anna%20b?from=anna")
        let new = try await browser.get(target)
        #expect(new.status == .ok && new.text.contains("anna was merged into this customer."))
        #expect(try await browser.post(path, confirmation).status != .seeOther)
    }

    @Test("An erasure asks for the id and the password, and cannot be undone")
    func erase() async throws {
        try await self.fill()
        let browser = try await self.stage.signedIn()
        let path = "\(Self.customers)/anna/erase"
        _ = try await browser.get(path)
        let reason = "asked by letter"
        let other = try await browser.post(path, ["confirm": "ann", "reason": reason])
        #expect(other.text.contains("id=\"p-confirm\""))
        let page: TestServer.TestResponse
        var confirmation: [String: String]
        (page, confirmation) = try await self.preview(path, ["confirm": "anna", "reason": reason], in: browser)
        #expect(page.text.contains("Kept without a name: 2 purchases."))
        #expect(page.text.contains("This cannot be undone.") && page.text.contains("type=\"password\""))
        for wrong in [nil, "wrong"] {
            confirmation["password"] = wrong
            let refused = try await browser.post(path, confirmation)
            #expect(refused.text.contains("The password is wrong."), "\(refused.text)")
        }
        confirmation["password"] = DashboardStage.password
        let done = try await browser.post(path, confirmation)
        #expect(done.status == .seeOther && done.headers[.location] == "\(Self.customers)?done=doneErase")
        #expect(try await browser.get("\(Self.customers)/anna").status == .notFound)
    }

    @Test("Coins are given once, even if the confirmation is sent twice, and a balance is corrected")
    func coins() async throws {
        try await self.fill()
        let browser = try await self.stage.signedIn()
        let path = "\(Self.customers)/anna/wallets/gems/grant"
        let (page, confirmation) = try await self.preview(path, ["quantity": "40"], in: browser)
        #expect(page.text.contains("anna: gems goes from 600 to 640."))
        #expect(try await browser.post(path, confirmation).status == .seeOther)
        let stale = try await browser.post(path, confirmation)
        #expect(stale.status == .conflict)
        // Confirmed once more nevertheless: the key of the form is the same.
        var again = confirmation
        again["stamp"] = self.hidden("stamp", in: stale)
        #expect(try await browser.post(path, again).status == .seeOther)
        let adjust = "\(Self.customers)/anna/wallets/gems/adjust"
        let (_, correction) = try await self.preview(adjust, ["quantity": "-40"], in: browser)
        #expect(try await browser.post(adjust, correction).status == .seeOther)
        let statement = try await browser.get("\(Self.customers)/anna/wallets/gems")
        #expect(statement.text.contains("<b>600</b>") && statement.text.contains("asked on the phone"))
        #expect(statement.text.contains("Balance corrected") && statement.text.contains("−40"))
    }

    @Test("The preview of coins that expire has the time of the ledger, which the service has too")
    func expiry() async throws {
        try await self.fill()
        let browser = try await self.stage.signedIn()
        let path = "\(Self.customers)/anna/wallets/gems/grant"
        // The ledger's time is March 2026, and real time is a year later.
        let fields = ["quantity": "40", "expiresAt": "2026-06-01"]
        let (page, confirmation) = try await self.preview(path, fields, in: browser)
        #expect(page.text.contains("2026-06-01"), "\(page.text)")
        #expect(try await browser.post(path, confirmation).status == .seeOther)
        let past = ["quantity": "40", "expiresAt": "2026-02-01", "reason": "asked on the phone"]
        let refused = try await browser.post(path, past)
        #expect(refused.status == .unprocessableContent, "\(refused.text)")
        #expect(refused.text.contains("The expiry must be in the future."), "\(refused.text)")
    }

    @Test("Orders are blocked and unblocked, and what is so already cannot be confirmed")
    func block() async throws {
        try await self.fill()
        let browser = try await self.stage.signedIn("ada", .support)
        let block = "\(Self.customers)/anna/block"
        let (_, confirmation) = try await self.preview(block, [:], in: browser)
        #expect(try await browser.post(block, confirmation).status == .seeOther)
        #expect(try await browser.get("\(Self.customers)/anna").text.contains("by ada. asked on the phone"))
        #expect(try await browser.post(block, confirmation).text.contains("Orders are blocked since"))
        let unblock = "\(Self.customers)/anna/unblock"
        let (_, second) = try await self.preview(unblock, [:], in: browser)
        #expect(try await browser.post(unblock, second).status == .seeOther)
        #expect(!(try await browser.get("\(Self.customers)/anna").text.contains("Orders are blocked since")))
    }

    @Test("A consent is recorded once and withdrawn")
    func consent() async throws {
        try await self.fill()
        let browser = try await self.stage.signedIn("ada", .support)
        let record = "\(Self.customers)/anna/consents/record"
        let wrong = try await browser.post(record, ["source": "phone", "storefront": "usa", "reason": "a good one"])
        #expect(wrong.status == .unprocessableContent || wrong.status == .forbidden)
        let (page, confirmation) = try await self.preview(record, ["source": "by phone", "version": "3"], in: browser)
        #expect(page.text.contains("version 3, storefront USA") && page.text.contains("Consents on record before: 0."))
        #expect(try await browser.post(record, confirmation).status == .seeOther)
        var again = confirmation
        again["stamp"] = self.hidden("stamp", in: try await browser.post(record, confirmation))
        #expect(try await browser.post(record, again).status == .seeOther)
        #expect(try await self.stage.services.customers.consents(of: Self.anna, in: self.stage.shop.app).count == 1)
        let withdraw = "\(Self.customers)/anna/consents/withdraw"
        let (_, end) = try await self.preview(withdraw, [:], in: browser)
        #expect(try await browser.post(withdraw, end).status == .seeOther)
        #expect(try await browser.get("\(Self.customers)/anna").text.contains("not in force"))
    }

    @Test("An account token is created; there are no sessions to end")
    func token() async throws {
        try await self.fill()
        let browser = try await self.stage.signedIn("ada", .support)
        let path = "\(Self.customers)/anna/tokens/create"
        let (page, confirmation) = try await self.preview(path, [:], in: browser)
        #expect(page.text.contains("anna has 0 account tokens"))
        #expect(try await browser.post(path, confirmation).status == .seeOther)
        #expect(try await browser.post(path, confirmation).status == .conflict)
        let customer = try await browser.get("\(Self.customers)/anna")
        let actions = try await browser.get("\(Self.customers)/anna/timeline?type=action", language: "zh-Hans")
        #expect(actions.text.contains("已完成") && !actions.text.contains(" · done"), "\(actions.text)")
        #expect(customer.text.firstMatch(of: #/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/#) != nil)
        let (none, _) = try await self.preview("\(Self.customers)/anna/sessions/end", [:], in: browser)
        #expect(none.text.contains("0 sessions end.") && self.hidden("stamp", in: none).isEmpty)
    }
}
