import AppStore
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

@Suite struct EventControllerTests {
    let server: TestServer

    init() throws {
        // A stream's pauses are none, so it comes to the end of its life at once.
        self.server = try TestServer(sleep: { _ in })
    }

    /// Records so many notifications, each about so many purchases, of which each makes two events.
    private func record(_ count: Int, of purchases: Int = 1) async throws {
        for number in 1...count {
            let ids = (1...purchases).map { "\(number * 1000 + $0)" }
            let snapshots = ids.map { Sample.period($0, of: $0) }
            var intake = Sample.notification(UInt64(number), about: snapshots[0])
            intake.transactions = snapshots
            intake.app = self.server.app.name
            _ = try await self.server.shop.repository.record(intake)
        }
    }

    private static func names(_ answer: TestServer.TestResponse) -> [String] {
        guard case .array(let events)? = answer["events"] else { return [] }
        return events.compactMap { event in
            if case .string(let id)? = event["id"] { id } else { nil }
        }
    }

    private static func text(_ answer: TestServer.TestResponse, _ field: String) -> String? {
        if case .string(let text)? = answer[field] { text } else { nil }
    }

    @Test("Page by page every event comes once, and the last cursor brings what happens later and nothing else")
    func pages() async throws {
        try await self.record(5)
        let server = self.server
        try await server.run { client in
            var found: [String] = []
            var cursor = ""
            for _ in 0..<20 {
                let page = try await client.send(.get, "/v1/events?limit=3\(cursor)", key: TestServer.key)
                found += Self.names(page)
                cursor = "&cursor=\(Self.text(page, "cursor") ?? "")"
                if page["next"] == nil { break }
            }
            #expect(found.count == 10)
            #expect(Set(found).count == 10)
            let later = try await client.send(.get, "/v1/events?limit=3\(cursor)", key: TestServer.key)
            #expect(Self.names(later) == [])
            var intake = Sample.notification(77, about: Sample.period("771", of: "771"))
            intake.app = server.app.name
            _ = try await server.shop.repository.record(intake)
            let new = try await client.send(.get, "/v1/events?limit=3\(cursor)", key: TestServer.key)
            #expect(Self.names(new) == ["chn_Production_771_1", "chn_Production_771_2"])
            let one = try await client.send(.get, "/v1/events/chn_Production_771_2", key: TestServer.key)
            #expect(one["name"] == .string("subscription.started"))
            let none = try await client.send(.get, "/v1/events/chn_Production_771_3", key: TestServer.key)
            #expect(none.code == "event_not_found")
            let newest = try await client.send(.get, "/v1/events?from=newest", key: TestServer.key)
            #expect(Self.names(newest) == [])
            #expect(newest["cursor"] == new["cursor"])
        }
    }

    @Test("A filter lets its names through and goes on over the rest")
    func filters() async throws {
        try await self.record(4)
        try await self.server.run { client in
            let path = "/v1/events?type=subscription.*&limit=100"
            let found = try await client.send(.get, path, key: TestServer.key)
            #expect(Self.names(found).count == 4)
            #expect(found["next"] == nil)
            let sandbox = try await client.send(.get, "/v1/events?environment=Sandbox", key: TestServer.key)
            #expect(Self.names(sandbox) == [])
        }
    }

    @Test("A list begins with an instant, and is about one product, storefront or currency, in both orders")
    func about() async throws {
        for number in Int64(1)...4 {
            var period = Sample.period("\(number)", of: "\(number)", at: Sample.beginning + .days(number))
            if number.isMultiple(of: 2) { (period.productID, period.storefront) = (ProductID("other"), "DEU") }
            if number == 4 { period.price = Money(amountMilliunits: 8990, currency: "EUR") }
            var intake = Sample.notification(UInt64(number), about: period)
            intake.app = self.server.app.name
            _ = try await self.server.shop.repository.record(intake)
        }
        let third = (Sample.beginning + .days(3)).rfc3339
        try await self.server.run { client in
            func list(_ query: String) async throws -> [String] {
                let oldest = try await client.send(.get, "/v1/events?\(query)", key: TestServer.key)
                let newest = try await client.send(.get, "/v1/events?order=newest&\(query)", key: TestServer.key)
                #expect(Self.names(newest) == Self.names(oldest).reversed(), "\(newest.text)")
                #expect(newest["next"] == nil && oldest["next"] == nil, "\(newest.text)")
                return Self.names(oldest)
            }
            let (transaction, subscription) = (1, 2)
            func id(_ number: Int, _ event: Int) -> String { "chn_Production_\(number)_\(event)" }
            let since = try await list("since=\(third)")
            #expect(since == [3, 4].flatMap { [id($0, transaction), id($0, subscription)] }, "\(since)")
            #expect(try await list("since=2999-01-01T00:00:00Z") == [])
            let product = try await list("product=other&type=subscription.started")
            #expect(product == [id(2, subscription), id(4, subscription)], "\(product)")
            // Subscriptions state no storefront.
            let storefront = try await list("storefront=DEU&since=\(third)")
            #expect(storefront == [id(4, transaction)], "\(storefront)")
            #expect(try await list("currency=EUR") == [id(4, transaction)], "Subscriptions state no price.")
            for nothing in ["product=none", "currency=JPY"] { #expect(try await list(nothing) == [], "\(nothing)") }
            let query = "/v1/events?limit=1&since=\(third)"
            let first = try await client.send(.get, query, key: TestServer.key)
            let cursor = Self.text(first, "cursor") ?? ""
            let second = try await client.send(.get, "\(query)&cursor=\(cursor)", key: TestServer.key)
            #expect(Self.names(first) + Self.names(second) == [id(3, transaction), id(3, subscription)])
        }
    }

    @Test(
        "A wrong question is refused by the field at fault",
        arguments: [
            ("type=sub", "field_invalid", "type"), ("environment=Test", "field_invalid", "environment"),
            ("cursor=x", "cursor_invalid", "cursor"), ("cursor=-1-0", "cursor_invalid", "cursor"),
            ("cursor=5", "cursor_invalid", "cursor"), ("limit=0", "field_wrong_type", "limit"),
            ("limit=501", "field_wrong_type", "limit"), ("from=now", "field_invalid", "from"),
            ("until=now", "field_invalid", "until"), ("since=now", "field_invalid", "since"),
            ("since=2026-01-02T00:00:00Z&until=2026-01-01T00:00:00Z&order=newest", "field_invalid", "until"),
            ("storefront=zz", "storefront_unknown", "storefront"), ("currency=eu", "field_invalid", "currency"),
        ]
    )
    func mistakes(query: String, code: String, field: String) async throws {
        try await self.server.run { client in
            let answer = try await client.send(.get, "/v1/events?\(query)", key: TestServer.key)
            #expect(answer.code == code)
            #expect(answer["field"] == .string(field))
        }
    }

    @Test("A cursor of another app is refused, and does not begin somewhere")
    func otherApp() async throws {
        let stage = try AuthenticationStage()
        let admin = try await stage.key(.operator(.admin), app: nil)
        let other = try await stage.send(.get, "/v1/apps/other/events", key: admin)
        guard case .string(let cursor)? = other["cursor"] else {
            Issue.record("\(other.text)")
            return
        }
        let own = try await stage.send(.get, "/v1/apps/other/events?cursor=\(cursor)", key: admin)
        #expect(own.status == .ok)
        let wrong = try await stage.send(.get, "/v1/events?cursor=\(cursor)", key: TestServer.key)
        #expect(wrong.code == "cursor_invalid")
    }

    @Test("A place after the newest event is refused everywhere, the last number there is too")
    func ahead() async throws {
        try await self.record(1)
        try await self.server.run { client in
            let page = try await client.send(.get, "/v1/events", key: TestServer.key)
            let mark = Self.text(page, "cursor")?.split(separator: "-").last ?? ""
            for position in ["3", "1y2p0ij32e8e7"] {
                let cursor = "\(position)-\(mark)"
                let list = try await client.send(.get, "/v1/events?cursor=\(cursor)", key: TestServer.key)
                #expect(list.code == "cursor_ahead")
                #expect(list.status == .conflict)
                let stream = try await client.send(.get, "/v1/events/feed?cursor=\(cursor)", key: TestServer.key)
                #expect(stream.code == "cursor_ahead")
            }
            let end = try await client.send(.get, "/v1/events?cursor=2-\(mark)", key: TestServer.key)
            #expect(end.status == .ok)
        }
    }

    @Test("A client whose filter excludes everything gets the current cursor")
    func silentStream() async throws {
        try await self.record(11, of: 100)
        try await self.server.run { client in
            let path = "/v1/events/feed?type=ownership.*&cursor="
            let start = try await client.send(.get, "/v1/events?limit=1", key: TestServer.key)
            let stream = try await client.send(.get, path + (Self.text(start, "cursor") ?? ""), key: TestServer.key)
            let published = stream.text.components(separatedBy: "\n\n").filter { $0.hasPrefix("id: ") }
            #expect(published.count >= 1)
            #expect(!stream.text.contains("data: "))
            let last = published.last?.split(separator: "\n").first?.dropFirst("id: ".count) ?? ""
            let newest = try await client.send(.get, "/v1/events?from=newest", key: TestServer.key)
            #expect(Self.text(newest, "cursor") == String(last))
        }
    }

    @Test("The feed sends what comes after a cursor, each event with its own, and is taken up again where it ended")
    func stream() async throws {
        try await self.record(3)
        try await self.server.run { client in
            let start = try await client.send(.get, "/v1/events?limit=2", key: TestServer.key)
            let cursor = Self.text(start, "cursor") ?? ""
            let stream = try await client.send(.get, "/v1/events/feed?cursor=\(cursor)", key: TestServer.key)
            #expect(stream.headers[.contentType] == "text/event-stream")
            let frames = stream.text.components(separatedBy: "\n\n").filter { $0.contains("data: ") }
            #expect(frames.count == 4)
            #expect(stream.text.hasPrefix("retry: "))
            #expect(stream.text.contains(": nothing new"), "A client without events still receives data.")
            let second = frames[1].split(separator: "\n").first.map { $0.dropFirst("id: ".count) } ?? ""
            var headers = HTTPFields()
            let name = try #require(HTTPField.Name("Last-Event-ID"))
            headers[name] = String(second)
            let rest = try await client.send(.get, "/v1/events/feed", key: TestServer.key, headers: headers)
            let restFrames = rest.text.components(separatedBy: "\n\n").filter { $0.contains("data: ") }
            #expect(restFrames == Array(frames[2...]))
            headers[name] = "nonsense"
            let wrong = try await client.send(.get, "/v1/events/feed", key: TestServer.key, headers: headers)
            #expect(wrong.code == "cursor_invalid")
        }
    }
}
