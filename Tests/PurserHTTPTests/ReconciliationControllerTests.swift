import AppStore
import HTTPTypes
import Ledger
import PurserService
import PurserTesting
import Testing

@Suite struct ReconciliationControllerTests {
    private static let day = PacificDay(number: 20_522)
    private static let columns = [
        "SKU", "Product Type Identifier", "Units", "Developer Proceeds", "Begin Date", "End Date", "Customer Currency",
        "Country Code", "Currency of Proceeds", "Customer Price", "Parent Identifier",
    ]

    private let server: TestServer

    init() throws {
        self.server = try TestServer()
        self.server.shop.setNow((Self.day + 9).begin)
    }

    /// Keeps a report of the day about so many gems.
    private func report(_ units: Int) async throws {
        let date = "03/10/2026"
        let row = ["gems.600", "IA1", "\(units)", "0.70", date, date, "USD", "US", "USD", "0.99", "SHOP"]
        let text = [Self.columns, row].map { $0.joined(separator: "\t") + "\n" }.joined()
        let repository = self.server.shop.repository
        _ = try await ReportService(repository: repository, ambient: self.server.shop.ambient).add(
            Array(text.utf8),
            named: "S_D_85123456_20260310.txt",
            to: self.server.app.name,
            origin: .file,
            by: RequestOrigin(name: "erin")
        )
    }

    private func sell(_ id: String) async throws {
        var snapshot = Sample.gems(id, at: Self.day.begin + .hours(9), signedAt: Self.day.begin + .hours(9))
        snapshot.productID = ProductID("gems.600")
        snapshot.price = Money(amountMilliunits: 990, currency: "USD")
        snapshot.storefront = "USA"
        _ = try await self.server.shop.repository.record(Sample.facts([snapshot], app: self.server.app.name))
    }

    @Test("A day is compared, shown, accepted and opened again")
    func life() async throws {
        try await self.sell("1")
        try await self.report(2)
        let server = self.server
        let (from, path) = (Self.day.text, "/v1/reconciliations/\(Self.day.text)")
        try await server.run { client in
            let before = try await client.send(
                .get,
                "/v1/reconciliations?from=\(from)&to=\(from)",
                key: TestServer.key
            )
            #expect(before.status == .ok && before["summary"]?["open"] == .number("1"))
            let body = Array(#"{"from":"\#(from)","to":"2026-03-11","heal":true}"#.utf8)
            let compared = try await client.send(.post, "/v1/reconciliations", key: TestServer.key, body: body)
            #expect(compared.status == .ok && compared["unexplained"] == .number("1"), "\(compared.text)")
            #expect(compared["summary"]?["withoutReport"] == .number("1"))
            guard case .array(let days)? = compared["days"] else { return }
            #expect(days.first?["healing"] == .string("none"))
            let shown = try await client.send(.get, path, key: TestServer.key)
            guard case .array(let differences)? = shown["differences"], case .string(let digest)? = shown["digest"]
            else {
                Issue.record("\(shown.text)")
                return
            }
            #expect(differences.count == 1)
            #expect(differences.first?["cause"] == .string("missingInLedger"))
            #expect(differences.first?["transactions"] == .array([.string("1")]))
            #expect(shown["ours"]?["unitsThousandths"] == .number("1000"))
            #expect(shown["theirs"]?["unitsThousandths"] == .number("2000"))
            let acceptance = Array(#"{"digest":"\#(digest)","reason":"known"}"#.utf8)
            func accept() async throws -> TestServer.TestResponse {
                try await client.send(.post, path + "/acceptance", key: TestServer.key, body: acceptance)
            }
            let accepted = try await accept()
            #expect(accepted.status == .ok && accepted["state"] == .string("accepted"), "\(accepted.text)")
            #expect(try await accept()["nothing"] == .string("reconciliation_already_accepted"))
            let undone = try await client.send(.delete, path + "/acceptance", key: TestServer.key)
            #expect(undone["state"] == .string("open"), "\(undone.text)")
            let again = try await client.send(.delete, path + "/acceptance", key: TestServer.key)
            #expect(again["nothing"] == .string("reconciliation_not_accepted"))
            try await self.report(1)
            #expect(try await client.send(.get, path, key: TestServer.key)["state"] == .string("matched"))
            let late = try await accept()
            #expect(late.status == .conflict && late.code == "reconciliation_day_changed")
        }
    }

    @Test("With details each day has both sides and its differences, in the language that is asked for")
    func details() async throws {
        try await self.sell("1")
        try await self.report(2)
        func compare(_ body: String) async throws -> [JSONValue] {
            let compared = try await self.server.send(.post, "/v1/reconciliations", body: Array(body.utf8))
            guard compared.status == .ok, case .array(let days)? = compared["days"] else {
                Issue.record("\(compared.text)")
                return []
            }
            return days
        }
        // Without days it is the 31 before today.
        let days = try await compare(#"{"details":true,"language":"zh-Hans"}"#)
        #expect(days.count == 31)
        let day = try #require(days.first { $0["day"] == .string(Self.day.text) })
        #expect(day["theirs"]?["unitsThousandths"] == .number("2000"), "\(day)")
        guard case .array(let differences)? = day["differences"], case .string(let found)? = differences.first?["found"]
        else {
            Issue.record("\(day)")
            return
        }
        #expect(differences.count == 1 && found.contains("报告为"), "\(found)")
        #expect(try await compare(#"{"from":"2026-03-10","to":"2026-03-10"}"#).first?["differences"] == nil)
        let path = "/v1/reconciliations/\(Self.day.text)?language="
        #expect(try await self.server.send(.get, path + "zh-Hans").text.contains("报告为"))
        #expect(try await self.server.send(.get, path + "tlh").code == "field_invalid")
    }

    @Test("A fiscal month says what Apple owes and what is in transit")
    func fiscalMonth() async throws {
        try await self.sell("1")
        try await self.sell("2")
        let columns = [
            "Start Date", "End Date", "Vendor Identifier", "Quantity", "Partner Share", "Extended Partner Share",
            "Partner Share Currency", "Sales or Return", "Country Of Sale",
        ]
        let row = ["03/01/2026", "03/28/2026", "gems.600", "1", "0.70", "0.70", "USD", "S", "US"]
        let text = [columns, row].map { $0.joined(separator: "\t") + "\n" }.joined()
        _ = try await ReportService(
            repository: self.server.shop.repository,
            ambient: self.server.shop.ambient
        ).add(
            Array(text.utf8),
            named: "85123456_0626_ZZ.txt",
            to: self.server.app.name,
            origin: .file,
            by: RequestOrigin(name: "erin")
        )
        let month = try await self.server.send(.get, "/v1/reconciliations/months/2026-06")
        #expect(month.status == .ok, "\(month.text)")
        #expect(month["inTransitUnitsThousandths"] == .number("1000"))
        guard case .array(let owed)? = month["owed"] else { return }
        #expect(owed.first?["totalMilliunits"] == .number("700"), "\(month.text)")
        let none = try await self.server.send(.get, "/v1/reconciliations/months/2026-07")
        #expect(none.status == .notFound && none.code == "reconciliation_finance_missing")
        #expect(try await self.server.send(.get, "/v1/reconciliations/months/2026").code == "field_invalid")
    }

    @Test("What cannot be is refused with a code")
    func refusals() async throws {
        let server = self.server
        try await server.run { client in
            func code(_ method: HTTPRequest.Method, _ path: String, _ body: String = "") async throws -> String? {
                try await client.send(method, path, key: TestServer.key, body: Array(body.utf8)).code
            }
            let base = "/v1/reconciliations"
            #expect(try await code(.get, base + "/2026-03-10") == "reconciliation_report_missing")
            #expect(try await code(.get, base + "/yesterday") == "field_invalid")
            #expect(try await code(.get, base + "?from=2026-03-02&to=2026-03-01") == "reconciliation_days_invalid")
            #expect(try await code(.get, base + "?from=2020-03-02&to=2026-03-01") == "reconciliation_days_invalid")
            #expect(try await code(.get, base + "?from=1") == "field_invalid")
            #expect(try await code(.post, base, #"{"to":"2026-03-01"}"#) == "field_missing")
            #expect(try await code(.post, base, #"{"from":"2026-03-01","to":"x"}"#) == "field_invalid")
            let acceptance = base + "/2026-03-10/acceptance"
            let digest = String(repeating: "0", count: 64)
            #expect(try await code(.post, acceptance, #"{"digest":"0","reason":"x"}"#) == "field_invalid")
            #expect(try await code(.post, acceptance, #"{"digest":"\#(digest)"}"#) == "field_missing")
            let missing = try await code(.post, acceptance, #"{"digest":"\#(digest)","reason":"x"}"#)
            #expect(missing == "reconciliation_report_missing")
        }
    }
}
