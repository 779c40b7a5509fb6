import AppStore
import HTTPTypes
import Ledger
import Logging
import PurserHTTP
import PurserService
import PurserTesting
import Testing

/// The possible abuse of a publishable key with many requests.
@Suite struct OrderLimitControllerTests {
    let stage: AuthenticationStage

    init() throws {
        self.stage = try AuthenticationStage()
    }

    private func order(_ key: String, _ token: String) async throws -> TestServer.TestResponse {
        let product = try #require(self.stage.shop.app.catalog.products.keys.min()).rawValue
        let body = #"{"product":"\#(product)"}"#
        return try await self.stage.send(.post, "/v1/orders", key: key, token: token, body: body)
    }

    @Test("With a publishable key so many orders of a customer are open, and so many are made in an hour")
    func orders() async throws {
        let key = try await self.stage.key(.publishable)
        let token = self.stage.token(for: "anna")
        let limits = OrderLimits()
        var last = ""
        for _ in 0..<limits.open {
            let made = try await self.order(key, token)
            #expect(made.status == .created, "\(made.text)")
            if case .string(let id)? = made["id"] { last = id }
        }
        for _ in 1...3 {
            let refused = try await self.order(key, token)
            #expect(refused.status == .tooManyRequests)
            #expect(refused.code == "orders_open_full")
        }
        #expect(try await self.order(key, self.stage.token(for: "ben")).status == .created, "Another is not concerned.")
        for _ in limits.open..<limits.perHour {
            let cancel = try await self.stage.send(
                .post,
                "/v1/orders/\(last)/cancel",
                key: key,
                token: token,
                body: "{}"
            )
            #expect(cancel.status == .ok)
            let made = try await self.order(key, token)
            #expect(made.status == .created, "\(made.text)")
            if case .string(let id)? = made["id"] { last = id }
        }
        let refused = try await self.order(key, token)
        #expect(refused.status == .tooManyRequests)
        #expect(refused.code == "order_rate_limited")
        #expect(refused.headers[.retryAfter] == "3600", "The first was made now.")
        let orders = try await self.stage.shop.repository.read { view in
            try view.orders(
                of: Sample.customer("anna"),
                app: Sample.app,
                before: .max,
                limit: 1000
            )
        }
        #expect(orders.count == limits.perHour)
    }

    @Test("Customers whom an app makes and never uses leave nothing behind, and one who is seen stays")
    func customers() async throws {
        let key = try await self.stage.key(.publishable)
        let repository = self.stage.shop.repository
        var tokens: [(customer: String, token: String)] = []
        for _ in 1...5 {
            let made = try await self.stage.send(.post, "/v1/customers/anonymous", key: key)
            guard case .string(let customer)? = made["customer"], case .string(let token)? = made["token"] else {
                Issue.record("No customer: \(made.text)")
                return
            }
            tokens.append((customer, token))
        }
        func isOpen(_ place: Int) async throws -> Bool {
            let path = "/v1/customers/\(tokens[place].customer)/entitlements"
            return try await self.stage.send(.get, path, key: key, token: tokens[place].token).status == .ok
        }
        // The first orders, the second is seen half a year later.
        #expect(try await self.order(key, tokens[0].token).status == .created)
        self.stage.pass(.days(200))
        #expect(try await isOpen(1))
        self.stage.pass(.days(201))
        let worker = AccessKeyWorker(
            keys: self.stage.keys,
            repository: repository,
            now: self.stage.wall.now,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            clock: .continuous
        )
        // It works once more when it is canceled.
        let work = Task { try await worker.run() }
        work.cancel()
        try await work.value
        var open: [Int] = []
        for place in tokens.indices where try await isOpen(place) { open.append(place) }
        #expect(open == [0, 1])
        for place in 2..<5 {
            let customer = try #require(CustomerID(tokens[place].customer))
            #expect(try await repository.read { view in try view.record(of: customer, app: Sample.app) } == nil)
        }
    }
}
