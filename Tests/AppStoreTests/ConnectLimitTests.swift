import AppStore
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10))) struct ConnectLimitTests {
    static let minute: Int64 = 60_000
    static let now = AppStoreStage.opening

    static func header(_ remaining: Int, of limit: Int = 3500) -> [(name: String, value: String)] {
        [(name: "X-Rate-Limit", value: "user-hour-lim:\(limit);user-hour-rem:\(remaining);")]
    }

    @Test("The header is read only with both of its numbers")
    func header() {
        let whole = ConnectLimit(requestsPerHour: 3500, remaining: 100)
        for text in [
            "user-hour-lim:3500;user-hour-rem:100;", " User-Hour-Lim : 3500 ; USER-HOUR-REM: 100",
            "user-minute-lim:9;user-hour-rem:100;user-hour-lim:3500",
        ] {
            #expect(ConnectLimit(header: text) == whole, "\(text)")
        }
        #expect(ConnectLimit(header: "user-hour-lim:10;user-hour-rem:20;")?.remaining == 10)
        for text in [
            nil, "", ";", "user-hour-lim:3500", "user-hour-rem:100", "user-hour-lim:0;user-hour-rem:0",
            "user-hour-lim:-1;user-hour-rem:1", "user-hour-lim:x;user-hour-rem:1",
            "user-hour-lim:99999999999999999999;user-hour-rem:1",
            "user-hour-lim:3500;user-hour-rem:100;" + String(repeating: "x", count: 300),
        ] {
            #expect(ConnectLimit(header: text) == nil, "\(text ?? "none")")
        }
        #expect(whole.reserve == 175 && ConnectLimit(requestsPerHour: 5, remaining: 5).reserve == 1)
    }

    @Test("Requests pass until the reserve is reached, then one in five minutes")
    func allowance() {
        var allowance = ConnectAllowance()
        #expect(allowance.take(at: Self.now) == .granted)
        allowance.keep(ConnectLimit(requestsPerHour: 100, remaining: 7), at: Self.now)
        #expect(allowance.take(at: Self.now) == .granted && allowance.take(at: Self.now) == .granted)
        #expect(allowance.limit?.remaining == 5)
        let next = Self.now + 5 * Self.minute
        #expect(allowance.take(at: Self.now) == .notBefore(next))
        #expect(allowance.take(at: next - 1) == .notBefore(next))
        #expect(allowance.take(at: next) == .granted)
        #expect(allowance.take(at: next) == .notBefore(next + 5 * Self.minute))
        allowance.keep(ConnectLimit(requestsPerHour: 100, remaining: 60), at: next)
        #expect(allowance.take(at: next) == .granted)
    }

    @Test("The limit is forgotten after an hour, or when the clock is set back")
    func forgetting() {
        let used = ConnectLimit(requestsPerHour: 100, remaining: 0)
        var old = ConnectAllowance(limit: used, asOf: Self.now)
        #expect(old.take(at: Self.now + 60 * Self.minute) == .granted && old.limit == nil)
        var ahead = ConnectAllowance(limit: used, asOf: Self.now, pausedUntil: Self.now + 100 * Self.minute)
        #expect(ahead.take(at: Self.now - Self.minute) == .granted && ahead.limit == nil)
    }

    @Test("A pause lasts until its instant, and a shorter one does not end it")
    func pause() {
        var allowance = ConnectAllowance()
        allowance.pause(until: Self.now + 10 * Self.minute)
        allowance.pause(until: Self.now + Self.minute)
        #expect(allowance.take(at: Self.now) == .notBefore(Self.now + 10 * Self.minute))
        #expect(allowance.take(at: Self.now + 10 * Self.minute) == .granted)
    }

    @Test("A client stops before Apple's limit and names the next instant, and so does another client of the same key")
    func stopping() async throws {
        let body = ConnectClientTests.territories
        let stage = ConnectStage([
            .reply(200, body, headers: Self.header(176)), .reply(200, body, headers: Self.header(175)),
            .reply(200, body, headers: Self.header(3000)), .reply(200, body),
        ])
        let clients = [try stage.client(), try stage.client()]
        func send(_ index: Int) async -> Result<[String], ConnectError> {
            await ConnectStage.outcome { () throws(ConnectError) in
                try await clients[index].send(.territories()).items.map(\.id)
            }
        }
        #expect(await send(0) == .success(["USA"]))
        #expect(await send(1) == .success(["USA"]))
        let until = Self.now + 5 * Self.minute
        #expect(await send(0) == .failure(.rateLimited(until: until)))
        #expect(await send(1) == .failure(.rateLimited(until: until)))
        #expect(stage.calls.count == 2)
        stage.advance(milliseconds: 5 * Self.minute)
        #expect(await send(0) == .success(["USA"]))
        #expect(await send(1) == .success(["USA"]))
        #expect(stage.calls.count == 4)
    }

    @Test("After a 429 the client sends nothing until the instant that Apple names, or for five minutes")
    func rateLimited() async throws {
        for (headers, pause) in [([], 5 * Self.minute), ([(name: "Retry-After", value: "90")], 90_000)]
            as [([(name: String, value: String)], Int64)]
        {
            let stage = ConnectStage([
                .refusal(429, "RATE_LIMIT_EXCEEDED", "Words.", headers: headers), .gzip(),
            ])
            let limited = Result<[UInt8], ConnectError>.failure(.rateLimited(until: Self.now + pause))
            #expect(try await ConnectClientTests.send(stage) == limited)
            stage.advance(milliseconds: pause - 1)
            #expect(try await ConnectClientTests.send(stage) == limited)
            #expect(stage.calls.count == 1)
            stage.advance(milliseconds: 1)
            #expect(try await ConnectClientTests.send(stage).get().count == 40)
        }
        let named = ConnectStage([.refusal(403, "RATE_LIMIT_EXCEEDED", "Words.")])
        #expect(try await ConnectClientTests.send(named) == .failure(.rateLimited(until: Self.now + 5 * Self.minute)))
    }

    @Test("Without an available budget the client sends nothing")
    func unavailable() async throws {
        struct Closed: ConnectBudget {
            func take(_ keyID: String, at now: Int64) async -> RequestDecision { .unavailable }
            func keep(_ limit: ConnectLimit, of keyID: String, at now: Int64) async {}
            func pause(_ keyID: String, until instant: Int64) async {}
        }
        let stage = ConnectStage([.gzip()])
        let client = try stage.client(budget: Closed())
        let result = await ConnectStage.outcome { () throws(ConnectError) in
            try await client.send(.territories()).items
        }
        #expect(result == .failure(.budgetUnavailable))
        #expect(stage.calls.isEmpty)
    }
}
