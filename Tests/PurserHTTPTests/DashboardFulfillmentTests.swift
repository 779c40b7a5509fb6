import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

/// The pages of fulfillments, and what operators do with them.
@Suite struct DashboardFulfillmentTests {
    private static let base = "/dashboard/apps/shop"

    /// A shop whose fulfiller has not been called yet for what anna paid; returns the path of the fulfillment.
    private static func due(
        from: Span = .days(-365)
    ) async throws -> (paid: PaidStage, stage: DashboardStage, path: String) {
        let paid = try PaidStage(from: from, coins: .fulfiller)
        let id = try paid.pay()
        _ = try await paid.submit(id)
        let fulfillment = FulfillmentID(TransactionID(id), in: .production)
        return (paid, try DashboardStage(paid), "\(Self.base)/fulfillments/\(fulfillment)")
    }

    @Test("Fulfillments are listed by state and customer, and each has a page")
    func list() async throws {
        let (_, stage, path) = try await Self.due()
        let browser = try await stage.signedIn("ada", .viewer)
        let filtered = "\(Self.base)/fulfillments?state=due&customer=anna"
        for address in ["\(Self.base)/fulfillments", filtered] {
            let list = try await browser.get(address)
            #expect(list.status == .ok && list.text.contains("href=\"\(path)\""), "\(list.text)")
        }
        for address in ["state=confirmed", "customer=bert"] {
            let list = try await browser.get("\(Self.base)/fulfillments?\(address)")
            #expect(list.text.contains("No fulfillment matches the filter."), "\(address)")
        }
        #expect(try await browser.get(filtered).text.contains("value=\"anna\""))
        #expect(try await browser.get("\(Self.base)/fulfillments?state=lost").status == .unprocessableContent)
        let csv = try await browser.get("\(filtered)&export=csv")
        #expect(csv.text.contains("anna") && csv.text.contains("due"), "\(csv.text)")

        let page = try await browser.get(path)
        for part in [
            "It is paid and due to be fulfilled.", "The pending call fulfills", "customers/anna", "Failed attempts",
        ] {
            #expect(page.text.contains(part), "\(part)")
        }
        #expect(!page.text.contains("\(path)/confirm"), "A viewer confirms nothing.")
        let chinese = try await browser.get(path, language: "zh-Hans")
        #expect(chinese.text.contains("已付款，待交付。"))
        #expect(try await browser.get("\(Self.base)/fulfillments/none").status == .notFound)
        let empty = try await DashboardStage().signedIn("ada", .viewer).get("\(Self.base)/fulfillments")
        #expect(empty.text.contains("No fulfillment is open."))
        let none = try await DashboardStage().signedIn("ada", .viewer).get("\(Self.base)/fulfillments?state=all")
        #expect(none.text.contains("Nothing was to be fulfilled yet."))
    }

    @Test("The first page lists what is open, what needs a person first, and each filter its own")
    func open() async throws {
        let (paid, stage, due) = try await Self.due()
        var paths = [due]
        for _ in 0..<2 {
            let id = try paid.pay()
            _ = try await paid.submit(id)
            paths.append("\(Self.base)/fulfillments/\(FulfillmentID(TransactionID(id), in: .production))")
        }
        let browser = try await stage.signedIn("ada", .support)
        for (path, act) in [(paths[1], "suspend"), (paths[2], "confirm")] {
            let done = try await browser.perform("\(path)/\(act)", ["reason": "because"])
            #expect(done.status == .seeOther, "\(done.text)")
        }
        func shown(_ query: String) async throws -> [String] {
            let list = try await browser.get("\(Self.base)/fulfillments\(query)")
            let rows = list.text.matches(of: #/href="([^"?]+\/fulfillments\/[^"\/?]+)"/#)
            return rows.map { String($0.output.1) }
        }
        #expect(try await shown("") == [paths[1], paths[0]])
        #expect(try await shown("?state=all") == paths)
        #expect(try await shown("?state=confirmed") == [paths[2]])
        #expect(try await shown("?cursor=2-0") == [paths[0]], "The cursor has the place of a state.")
        #expect(try await browser.get("\(Self.base)/fulfillments?cursor=2-x").status == .unprocessableContent)
        let csv = try await browser.get("\(Self.base)/fulfillments?export=csv")
        #expect(csv.text.contains("suspended") && !csv.text.contains("confirmed"), "\(csv.text)")
        let first = try await browser.get("\(Self.base)/fulfillments")
        #expect(first.text.contains("href=\"\(Self.base)/fulfillments\" aria-current=\"true\">Open<"))
        #expect(first.text.contains("href=\"\(Self.base)/fulfillments?state=all\">All<"))
    }

    @Test("A fulfillment is suspended, retried, failed and confirmed, each with the operator and the reason")
    func acts() async throws {
        let (paid, stage, path) = try await Self.due()
        let browser = try await stage.signedIn("ada", .support)
        let id = FulfillmentID(String(path.split(separator: "/").last ?? ""))
        func state() async throws -> FulfillmentState {
            try await stage.services.fulfillments.fulfillment(id, in: paid.world.app.name).state
        }
        let steps: [(act: String, notice: String, state: FulfillmentState)] = [
            ("suspend", "doneFulfillmentSuspend", .suspended), ("retry", "doneFulfillmentRetry", .due),
            ("fail", "doneFulfillmentFail", .due), ("confirm", "doneFulfillmentConfirm", .confirmed),
        ]
        for step in steps {
            let page = try await browser.get(path)
            #expect(page.text.contains("\(path)/\(step.act)\""), "\(step.act)")
            let typed = ["reason": "because of \(step.act)", "failureCode": "warehouse_closed"]
            let done = try await browser.perform("\(path)/\(step.act)", typed)
            #expect(done.headers[.location] == "\(path)?done=\(step.notice)", "\(step.act): \(done.text)")
            #expect(try await state() == step.state, "\(step.act)")
            guard step.act == "fail" else { continue }
            let list = try await browser.get("\(Self.base)/fulfillments")
            #expect(list.text.contains("warehouse_closed"), "\(list.text)")
        }
        let entries = try await stage.audited("fulfillment.")
        #expect(entries.map(\.operatorName) == Array(repeating: "ada", count: steps.count))
        #expect(entries.map(\.reason?.text) == steps.map { "because of \($0.act)" })
        let page = try await browser.get(path)
        #expect(page.text.contains("The customer has received it.") && page.text.contains("by an operator"))
        #expect(!page.text.contains("\(path)/retry"))
        let late = try await browser.preview("\(path)/retry", ["reason": "again"])
        #expect(late.page.text.contains("This action is not possible in this state."))
        #expect(late.fields["stamp"] == nil)
    }

    @Test("What changed since its preview is shown again, and a form sent twice is no second action")
    func stale() async throws {
        let (_, stage, path) = try await Self.due()
        let browser = try await stage.signedIn("ada", .support)
        let act = try await browser.preview("\(path)/suspend", ["reason": "first"])
        #expect(act.page.text.contains("Retry it to continue."))
        #expect(try await browser.confirm(act).status == .seeOther)
        let twice = try await browser.confirm(act)
        #expect(twice.status == .conflict && twice.text.contains("This form was carried out before"))
        #expect(try await stage.audited("fulfillment.").count == 1)
        let unreasoned = try await browser.preview("\(path)/retry", ["reason": ""])
        #expect(unreasoned.page.status == .unprocessableContent && unreasoned.fields["stamp"] == nil)
    }

    @Test("Only an administrator with their password releases what the server would not fulfill")
    func release() async throws {
        let (_, stage, path) = try await Self.due(from: .days(30))
        let support = try await stage.signedIn("sam", .support)
        #expect(try await support.get(path).text.contains("It is not to be fulfilled."))
        #expect(try await support.get("\(path)/release").status == .forbidden)
        #expect(try await support.post("\(path)/release", ["reason": "a"]).status == .forbidden)
        let browser = try await stage.signedIn("ada", .admin)
        #expect(try await browser.get(path).text.contains("\(path)/release\""))
        let wrong = try await browser.perform("\(path)/release", ["reason": "never given", "password": "wrong"])
        #expect(wrong.status == .unprocessableContent && wrong.text.contains("The password is wrong."))
        let typed = ["reason": "never given", "password": DashboardStage.password]
        let done = try await browser.perform("\(path)/release", typed)
        #expect(done.headers[.location] == "\(path)?done=doneFulfillmentRelease", "\(done.text)")
        #expect(try await browser.get(path).text.contains("It is paid and due to be fulfilled."))
        #expect(try await stage.audited("fulfillment.release").map(\.operatorName) == ["ada"])
    }

    @Test("A viewer is refused by request")
    func refused() async throws {
        let (paid, stage, path) = try await Self.due()
        let browser = try await stage.signedIn("vera", .viewer)
        _ = try await browser.get(path)
        for act in ["retry", "confirm", "fail", "suspend", "release"] {
            #expect(try await browser.get("\(path)/\(act)").status == .forbidden, "\(act)")
            #expect(try await browser.post("\(path)/\(act)", ["reason": "a"]).status == .forbidden, "\(act)")
        }
        let name = paid.world.app.name
        let all = try await stage.services.fulfillments.list(FulfillmentFilter(), after: 0, limit: 9, in: name)
        #expect(all.map(\.fulfillment.state) == [.due])
    }
}
