import AppStore
import HTTPTypes
import Ledger
import PurserService
import PurserTesting
import Testing

@Suite struct FigureControllerTests {
    private let server: TestServer

    init() throws {
        self.server = try TestServer()
    }

    private static func rows(_ value: JSONValue?) -> [JSONValue] {
        guard case .array(let rows)? = value else { return [] }
        return rows
    }

    private func record() async throws {
        let now = self.server.shop.ambient.now()
        for (id, storefront) in [("21", "USA"), ("22", "JPN")] {
            var sale = Sample.period(id, of: id, at: now - .days(2))
            sale.storefront = storefront
            _ = try await self.server.shop.repository.record(Sample.facts([sale]))
        }
    }

    @Test("Flows and stocks of the last days are listed by currency, and by what they are split by")
    func list() async throws {
        let empty = try await self.server.send(.get, "/v1/figures")
        #expect(empty.status == .ok && Self.rows(empty["spans"]).count == 30, "\(empty.text)")
        try await self.record()
        let answer = try await self.server.send(.get, "/v1/figures")
        let spans = Self.rows(answer["spans"])
        #expect(answer["timeZone"] == .string("UTC") && spans.count == 30, "\(answer.text)")
        let begun = try #require(Self.rows(spans[27]["rows"]).first, "\(answer.text)")
        #expect(begun["currency"] == .string("USD") && begun["product"] == nil)
        #expect(begun["figures"]?["newSales"] == .number("2") && begun["figures"]?["starts"] == .number("2"))
        #expect(begun["figures"]?["newAmountMilliunits"] == .number("19980"))
        let current = try #require(Self.rows(spans[29]["rows"]).first, "\(answer.text)")
        #expect(current["figures"]?["paid"] == .number("2") && current["figures"]?["newSales"] == nil)
        #expect(current["figures"]?["recurringMilliunits"] == .number("19980"))
        let split = try await self.server.send(
            .get,
            "/v1/figures?by=month&split=storefront,product&figures=starts,newAmountMilliunits"
        )
        let found = Self.rows(split["spans"]).flatMap { Self.rows($0["rows"]) }
        #expect(found.contains { $0["storefront"] == .string("JPN") && $0["figures"]?["starts"] == .number("1") })
        #expect(found.allSatisfy { $0["figures"]?["paid"] == nil }, "\(split.text)")
        let tested = try await self.server.send(.get, "/v1/figures?environment=Sandbox&by=week")
        #expect(Self.rows(tested["spans"]).allSatisfy { Self.rows($0["rows"]).isEmpty }, "\(tested.text)")
    }

    @Test("Stocks are in each span, so too many of them are refused, and flows alone are not")
    func tooMany() async throws {
        let now = self.server.shop.ambient.now()
        let sales = (1...251).map { number in
            var sale = Sample.period("\(1000 + number)", of: "\(1000 + number)", at: now - .days(900))
            sale.productID = ProductID("plus.\(number)")
            sale.expiresAt = now + .days(30)
            return sale
        }
        _ = try await self.server.shop.repository.record(Sample.facts(sales))
        // 800 days, in each of which 251 products have a subscription.
        let days = "/v1/figures?from=2023-12-23&to=2026-03-01&split=product"
        for query in ["", "&figures=paid", "&figures=starts,paid"] {
            let answer = try await self.server.send(.get, days + query)
            #expect(answer.status == .unprocessableContent && answer.code == "figures_too_many", "\(answer.text)")
        }
        let flows = try await self.server.send(.get, "\(days)&figures=starts,newSales")
        #expect(flows.status == .ok && Self.rows(flows["spans"]).count == 800)
        let months = try await self.server.send(.get, "\(days)&by=month&figures=paid")
        #expect(Self.rows(months["spans"]).allSatisfy { Self.rows($0["rows"]).count == 251 }, "\(months.status)")
    }

    @Test("Cohorts have the number of subscriptions that began and that reached each paid period")
    func cohorts() async throws {
        try await self.record()
        let answer = try await self.server.send(.get, "/v1/figures/cohorts")
        let row = try #require(Self.rows(answer["cohorts"]).first, "\(answer.text)")
        #expect(row["product"] == .string("com.example.plus.monthly") && row["starts"] == .number("2"))
        #expect(row["periods"] == .array([.number("2")]), "\(answer.text)")
        #expect(row["completePeriods"] == nil, "The catalog does not state the period.")
        let revenue = try #require(Self.rows(row["revenue"]).first, "\(answer.text)")
        #expect(revenue["currency"] == .string("USD") && revenue["starts"] == .number("2"))
        #expect(revenue["amountMilliunits"] == .number("19980"))
        let month = "from=2026-02&to=2026-02"
        let one = try await self.server.send(.get, "/v1/figures/cohorts?\(month)&product=com.example.plus.monthly")
        #expect(Self.rows(one["cohorts"]).count == 1, "\(one.text)")
        for query in ["\(month)&product=other", "to=2026-01", "from=2026-03"] {
            let none = try await self.server.send(.get, "/v1/figures/cohorts?\(query)")
            #expect(none.status == .ok && Self.rows(none["cohorts"]).isEmpty, "\(query): \(none.text)")
        }
    }

    @Test(
        "Months of cohorts that cannot be answered have their code and the field",
        arguments: [
            ("from=2026-03&to=2026-02", "to"), ("from=2010-01&to=2026-01", "to"), ("from=2026-13", "from"),
            ("to=2026-02-01", "to"), ("to=march", "to"),
        ]
    )
    func refusedCohorts(query: String, field: String) async throws {
        let answer = try await self.server.send(.get, "/v1/figures/cohorts?\(query)")
        #expect(answer.code == "field_invalid" && answer["field"] == .string(field), "\(answer.text)")
    }

    @Test("A rebuild in a canceled task ends early")
    func canceled() async throws {
        let shop = self.server.shop
        let service = FigureService(repository: shop.repository, apps: [shop.app], ambient: shop.ambient)
        #expect(try await service.rebuild(app: nil) { _ in }.isClean)
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await service.rebuild(app: nil) { _ in }
        }
        task.cancel()
        await #expect(throws: RepositoryError.unavailable) { try await task.value }
    }

    @Test(
        "What cannot be answered has its code and the field",
        arguments: [
            ("from=2026-02-02&to=2026-02-01", "field_invalid", "to"),
            ("from=2016-01-01&to=2026-02-01", "field_invalid", "to"), ("from=today", "field_invalid", "from"),
            ("by=year", "field_invalid", "by"), ("split=customer", "field_invalid", "split"),
            ("figures=money", "field_invalid", "figures"), ("currency=US", "field_invalid", "currency"),
            ("storefront=cn", "storefront_unknown", "storefront"),
            ("environment=Moon", "environment_invalid", "environment"), ("other=1", "parameter_unknown", "other"),
        ]
    )
    func refused(query: String, code: String, field: String) async throws {
        let answer = try await self.server.send(.get, "/v1/figures?\(query)")
        #expect(answer.code == code && answer["field"] == .string(field), "\(answer.text)")
    }
}
