import AppStore
import Foundation
import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

@Suite struct DashboardSearchTests {
    let stage: DashboardStage

    init() throws {
        self.stage = try DashboardStage()
    }

    private func stock() async throws {
        let token = "7e3fb20b-4cdb-47cc-936d-99d65f608138"
        var payload = SamplePayloads.transaction(id: "2000000000000002", originalID: "2000000000000001", token: token)
        payload.appTransactionId = "7000000000000001"
        let body = #"{"appAccountToken":"\#(token)"}"#
        _ = try await self.stage.send(.post, "/v1/customers/anna/tokens", key: TestServer.key, body: body)
        try await self.stage.submit(payload, customer: "anna")
    }

    @Test(
        "Each id that a person can be given leads to its page in one step",
        arguments: [
            ("anna", "customers/anna"), (" anna ", "customers/anna"),
            ("7e3fb20b-4cdb-47cc-936d-99d65f608138", "customers/anna"),
            ("7E3FB20B-4CDB-47CC-936D-99D65F608138", "customers/anna"), ("7000000000000001", "customers/anna"),
            ("2000000000000002", "transactions/2000000000000002"),
        ]
    )
    func found(id: String, path: String) async throws {
        try await self.stock()
        let browser = try await self.stage.signedIn("ada", .viewer)
        let answer = try await browser.get("/dashboard/apps/shop/search?q=\(id.replacing(" ", with: "+"))")
        #expect(answer.status == .seeOther, "\(answer.text)")
        #expect(answer.headers[.location] == "/dashboard/apps/shop/\(path)")
    }

    @Test("A transaction that is also an original is one thing, and a signed object is found by its digest")
    func once() async throws {
        let original = "2000000000000001"
        try await self.stage.submit(SamplePayloads.transaction(id: original, originalID: original), customer: "anna")
        try await self.stage.submit(
            SamplePayloads.transaction(id: "2000000000000002", originalID: original),
            customer: "anna"
        )
        let browser = try await self.stage.signedIn("ada", .viewer)
        let answer = try await browser.get("/dashboard/apps/shop/search?q=\(original)")
        #expect(answer.headers[.location] == "/dashboard/apps/shop/transactions/\(original)", "\(answer.text)")
        let name = self.stage.shop.app.name
        let events = try await self.stage.services.repository.read { view in
            try view.events(of: name, after: 0, limit: 9)
        }
        let digest = try #require(events.lazy.compactMap(\.event.cause).first?.hexadecimal)
        for typed in [digest, digest.uppercased()] {
            let found = try await browser.get("/dashboard/apps/shop/search?q=\(typed)")
            #expect(found.headers[.location] == "/dashboard/apps/shop/evidence/\(digest)", "\(found.text)")
        }
        let none = try await browser.get("/dashboard/apps/shop/search?q=\(String(repeating: "0", count: 64))")
        #expect(none.text.contains("Nothing has the ID"))
    }

    @Test("An event is found by its id")
    func event() async throws {
        try await self.stock()
        let name = self.stage.shop.app.name
        let first = try await self.stage.services.repository.read { view in
            try view.events(of: name, after: 0, limit: 1)
        }
        let id = try #require(first.first?.event.id.rawValue)
        let browser = try await self.stage.signedIn("ada", .viewer)
        let answer = try await browser.get("/dashboard/apps/shop/search?q=\(id)")
        #expect(answer.headers[.location] == "/dashboard/apps/shop/events/\(id)")
    }

    @Test("An id of several things lists them, with what each is")
    func several() async throws {
        try await self.stock()
        var payload = SamplePayloads.transaction(id: "2000000000000009", originalID: "2000000000000009")
        payload.appTransactionId = "7000000000000001"
        try await self.stage.submit(payload, customer: "bert")
        let browser = try await self.stage.signedIn("ada", .viewer)
        let answer = try await browser.get("/dashboard/apps/shop/search?q=7000000000000001")
        #expect(answer.status == .ok && answer.text.contains("Several things have the ID 7000000000000001."))
        for name in ["anna", "bert"] { #expect(answer.text.contains("/dashboard/apps/shop/customers/\(name)\"")) }
        #expect(answer.text.contains("used this Apple Account"))
    }

    @Test("Nothing found says so, says what can be searched, and shows what was typed as text")
    func nothing() async throws {
        let browser = try await self.stage.signedIn("ada", .viewer)
        let script = "%3Cscript%3Ealert(1)%3C/script%3E"
        let answer = try await browser.get("/dashboard/apps/shop/search?q=\(script)")
        #expect(answer.status == .ok)
        #expect(answer.text.contains("Nothing has the ID &lt;script&gt;alert(1)&lt;/script&gt;."))
        #expect(answer.text.contains("value=\"&lt;script&gt;alert(1)&lt;/script&gt;\""))
        #expect(answer.text.contains("What you can search for"))
        let order = try await browser.get("/dashboard/apps/shop/search?q=MVXYZ12345")
        #expect(order.text.contains("Ask Apple about it"), "A link of another site asks Apple nothing.")
        let asked = try await browser.post("/dashboard/apps/shop/search", ["q": "MVXYZ12345"])
        #expect(asked.text.contains("It looks like an order number, but Apple could not be asked"))
        let long = try await browser.get("/dashboard/apps/shop/search?q=\(String(repeating: "a", count: 300))")
        #expect(long.status == .unprocessableContent && long.text.contains("too long"))
        let empty = try await browser.get("/dashboard/apps/shop/search?q=++")
        #expect(empty.status == .ok && empty.text.contains("What you can search for"))
        let chinese = try await browser.get("/dashboard/apps/shop/search?q=none", language: "zh-CN")
        #expect(chinese.text.contains("没有任何内容的 ID 是 none。"))
    }

    @Test(
        "An order number is understood as people copy it, and Apple is asked about it when they say so",
        arguments: [
            "m29si4fivd9", "M29SI4F IVD9", "#M29SI4FIVD9", "Order ID: M29SI4FIVD9", "订单号：M29SI4FIVD9",
            " M29SI4FIVD9 ",
        ]
    )
    func orderNumber(typed: String) async throws {
        let browser = try await self.stage.signedIn("ada", .viewer)
        let query = try #require(typed.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        let answer = try await browser.get("/dashboard/apps/shop/search?q=\(query)")
        #expect(answer.text.contains("Ask Apple about it"), "\(answer.text)")
        #expect(answer.text.contains("name=\"q\" value=\"M29SI4FIVD9\""), "\(answer.text)")
        #expect(answer.text.contains("Nothing is stored under the ID M29SI4FIVD9."))
        #expect(!answer.text.contains("Nothing has the ID"))
        #expect(answer.text.contains("Apple is asked about it each time"))
        let asked = try await browser.post("/dashboard/apps/shop/search", ["q": typed])
        #expect(asked.text.contains("It looks like an order number, but Apple could not be asked"))
    }

    @Test("An unknown app has no pages, and a stranger learns nothing about which there are")
    func unknownApp() async throws {
        let browser = try await self.stage.signedIn("ada", .viewer)
        let answer = try await browser.get("/dashboard/apps/other/search?q=anna")
        #expect(answer.status == .notFound && answer.text.contains("This server has no such app."))
        let stranger = DashboardBrowser(stage: self.stage)
        for app in ["shop", "other"] {
            #expect(try await stranger.get("/dashboard/apps/\(app)/search?q=anna").status == .seeOther)
        }
    }

    @Test("The environment of a page stays in its links, and Production is the one without a name")
    func environment() async throws {
        try await self.stock()
        let browser = try await self.stage.signedIn("ada", .viewer)
        let production = try await browser.get("/dashboard/apps/shop")
        #expect(production.text.contains("href=\"/dashboard/apps/shop?environment=Sandbox\""))
        let sandbox = try await browser.get("/dashboard/apps/shop?environment=Sandbox")
        #expect(sandbox.text.contains("name=\"environment\" value=\"Sandbox\""))
        #expect(sandbox.text.contains("href=\"/dashboard/apps/shop?environment=Sandbox\" aria-current"))
    }
}
