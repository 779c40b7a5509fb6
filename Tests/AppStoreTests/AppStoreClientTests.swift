import AppStore
import Foundation
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10))) struct AppStoreClientTests {
    static let found = #"{"signedTransactionInfo":"a.b.c"}"#
    static let answer = TransactionInfoResponse.with { $0.signedTransactionInfo = SignedData("a.b.c") }

    static func error(_ number: Int64) -> AppStoreStage.Turn {
        .reply(Int(number / 10_000), #"{"errorCode":\#(number),"errorMessage":"Words."}"#)
    }

    static func send(
        _ stage: AppStoreStage,
        within deadline: Duration = .seconds(60)
    ) async throws -> Result<TransactionInfoResponse, AppStoreError> {
        let client = try stage.client()
        return await outcome { () throws(AppStoreError) in
            try await client.send(.transactionInfo("1000"), to: .production, within: deadline)
        }
    }

    static func token(_ text: String) throws -> (header: JSONValue, claims: JSONValue) {
        let parts = try #require(text.split(separator: " ").last).utf8.split(separator: UInt8(ascii: "."))
        return (
            try JSONValue(json: try #require(Base64URL.decode(parts[0]))),
            try JSONValue(json: try #require(Base64URL.decode(parts[1])))
        )
    }

    @Test("A request has the method, address, and header fields of Apple's clients")
    func call() async throws {
        let stage = AppStoreStage([.reply(200, Self.found)])
        #expect(try await Self.send(stage) == .success(Self.answer))
        let call = try #require(stage.calls.first)
        #expect(call.method == "GET")
        #expect(call.url == "https://api.storekit.apple.com/inApps/v1/transactions/1000")
        #expect(call.body == nil)
        #expect(call.headers.map(\.name) == ["User-Agent", "Authorization", "Accept"])
        #expect(call.headers[0].value == "purser" && call.headers[2].value == "application/json")
        #expect(stage.timeouts == [.seconds(30)])
        #expect("\(call)" == "AppStoreHTTPRequest(GET)")
        var shown = ""
        dumped(call, to: &shown)
        #expect(!shown.contains("Bearer"))
    }

    private func dumped(_ value: some Any, to text: inout String) {
        for child in Mirror(reflecting: value).children { text += "\(child)" }
    }

    @Test("The client uses a token for twenty minutes of the wall clock, then creates another one")
    func tokens() async throws {
        let stage = AppStoreStage(Array(repeating: .reply(200, Self.found), count: 5))
        let client = try stage.client()
        for minutes in [0, 10, 9, 1, 0] as [Int64] {
            stage.advance(milliseconds: minutes * 60_000)
            _ = try await client.send(.transactionInfo("1"), to: .production)
        }
        let tokens = stage.tokens
        #expect(tokens[0] == tokens[1] && tokens[1] == tokens[2])
        #expect(tokens[2] != tokens[3] && tokens[3] == tokens[4])
        let (header, claims) = try Self.token(tokens[0])
        #expect(header["alg"] == .string("ES256") && header["typ"] == .string("JWT"))
        #expect(header["kid"] == .string(AppStoreStage.keyID))
        #expect(claims["iss"] == .string(AppStoreStage.issuerID) && claims["bid"] == .string("com.example.shop"))
        #expect(claims["aud"] == .string("appstoreconnect-v1"))
        #expect(claims["iat"] == .number("1772323200") && claims["exp"] == .number("1772325000"))
    }

    @Test("After the clock is set back, the client creates a new token and does not use one from the future")
    func clockSetBack() async throws {
        let stage = AppStoreStage([.reply(200, Self.found), .reply(200, Self.found)])
        let client = try stage.client()
        _ = try await client.send(.transactionInfo("1"), to: .production)
        stage.advance(milliseconds: -7_200_000)
        _ = try await client.send(.transactionInfo("1"), to: .production)
        #expect(stage.tokens[0] != stage.tokens[1])
    }

    @Test("After a 401 the client tries one new token immediately, and no third")
    func unauthorized() async throws {
        let healed = AppStoreStage([.reply(401, ""), .reply(200, Self.found)])
        #expect(try await Self.send(healed) == .success(Self.answer))
        #expect(healed.tokens.count == 2 && healed.tokens[0] != healed.tokens[1] && healed.sleeps.isEmpty)
        let refused = AppStoreStage([.reply(401, ""), .reply(401, ""), .reply(200, Self.found)])
        #expect(try await Self.send(refused) == .failure(.unauthorized))
        #expect(refused.calls.count == 2)
    }

    @Test(
        "The client repeats requests that may succeed later, with growing pauses",
        arguments: [
            error(5_000_001), error(5_000_000), error(4_040_002), error(4_040_004), error(4_040_006), .reply(503, ""),
            .reply(502, "<html>"), .fails(.interrupted), .fails(.timedOut), .reply(200, "<!DOCTYPE html><html>"),
            .reply(200, ""), .reply(200, "{"), .reply(200, "\r\n<html>"),
        ]
    )
    func again(turn: AppStoreStage.Turn) async throws {
        let stage = AppStoreStage([turn, turn, turn, .reply(200, Self.found)])
        #expect(try await Self.send(stage) == .success(Self.answer))
        #expect(stage.sleeps == [500, 1000, 2000])
    }

    @Test(
        "The pause is random up to its maximum",
        arguments: [(0.0, 0), (0.25, 125), (1.0, 500)] as [(Double, Int64)]
    )
    func jitter(jitter: Double, pause: Int64) async throws {
        let stage = AppStoreStage([.reply(503, ""), .reply(200, Self.found)], jitter: jitter)
        #expect(try await Self.send(stage) == .success(Self.answer))
        #expect(stage.sleeps == [pause])
    }

    @Test(
        "The client does not repeat a request that cannot succeed",
        arguments: [
            (error(4_000_006), "appstore_refused"), (error(4_030_004), "appstore_forbidden"),
            (error(4_040_010), "appstore_not_found"), (error(4_090_000), "appstore_conflict"),
            (error(4_099_999), "appstore_conflict"), (.reply(404, ""), "appstore_not_found"),
            (.reply(302, ""), "appstore_redirected"), (.fails(.redirected), "appstore_redirected"),
            (.fails(.tooLarge), "appstore_too_large"), (.reply(200, "[]"), "appstore_unreadable"),
            (.reply(200, "{}"), "appstore_unreadable"),
            (.reply(200, #"{"errorCode":4040010,"signedTransactionInfo":"a"}"#), "appstore_unreadable"),
            (.reply(200, #"{"signedTransactionInfo":7}"#), "appstore_unreadable"),
            (.reply(100, Self.found), "appstore_unreadable"), (.fails(.canceled), "appstore_canceled"),
        ] as [(AppStoreStage.Turn, String)]
    )
    func never(turn: AppStoreStage.Turn, code: String) async throws {
        let stage = AppStoreStage([turn, .reply(200, Self.found)])
        let result = try await Self.send(stage)
        #expect(Self.code(result) == code)
        #expect(stage.calls.count == 1 && stage.sleeps.isEmpty)
    }

    static func code<Answer>(_ result: Result<Answer, AppStoreError>) -> String? {
        guard case .failure(let error) = result else { return nil }
        return error.code
    }

    @Test("The client gives up after eight failures and throws the last error")
    func eightFailures() async throws {
        let stage = AppStoreStage(Array(repeating: Self.error(5_000_001), count: 20))
        let result = try await Self.send(stage, within: .seconds(3600))
        guard case .failure(let error) = result else {
            Issue.record("The request cannot succeed.")
            return
        }
        #expect(error.number?.name == "GeneralInternalRetryable" && error.canRetry && error.code == "appstore_failed")
        #expect(stage.calls.count == 8)
        #expect(stage.sleeps == [500, 1000, 2000, 4000, 8000, 16_000, 30_000])
    }

    @Test("The client begins no wait that would exceed the deadline")
    func deadline() async throws {
        let failing = AppStoreStage(Array(repeating: Self.error(5_000_001), count: 20))
        #expect(Self.code(try await Self.send(failing, within: .seconds(2))) == "appstore_failed")
        #expect(failing.sleeps == [500, 1000])
        let slow = AppStoreStage([.after(7000, .fails(.timedOut)), .reply(200, Self.found)])
        #expect(try await Self.send(slow, within: .seconds(7)) == .failure(.timedOut(.seconds(7))))
        #expect(slow.timeouts == [.seconds(7)])
        let none = AppStoreStage([.reply(200, Self.found)])
        #expect(try await Self.send(none, within: .zero) == .failure(.timedOut(.zero)))
        #expect(none.calls.isEmpty)
    }

    @Test("Each exchange is timed without the pauses, and those after the first count as repetitions")
    func wireTime() async throws {
        let stage = AppStoreStage([
            .after(300, Self.error(5_000_001)), .after(20, .fails(.unreachable)), .after(40, .reply(200, Self.found)),
        ])
        #expect(try await Self.send(stage) == .success(Self.answer))
        let requestMetrics = try #require(stage.allRequestMetrics.first)
        #expect(requestMetrics.exchangeMilliseconds == [300, 20, 40])
        #expect(requestMetrics.retryCount == 2)
        // Only the total time includes the wait after the first failure.
        #expect(requestMetrics.milliseconds == 300 + 500 + 20 + 40)
        let failing = AppStoreStage([.after(70, .reply(404, ""))])
        _ = try await Self.send(failing)
        #expect(failing.allRequestMetrics.map(\.exchangeMilliseconds) == [[70]])
        #expect(failing.allRequestMetrics.first?.retryCount == 0)
        // A request that was not sent has no exchange.
        let none = AppStoreStage([])
        _ = try await Self.send(none, within: .zero)
        #expect(none.allRequestMetrics.map(\.exchangeMilliseconds) == [[]])
        #expect(none.allRequestMetrics.first?.retryCount == 0)
    }

    @Test("A 429 holds back all requests of the operation until the instant that Apple names")
    func rateLimit() async throws {
        let until = AppStoreStage.opening + 20_000
        let wait = AppStoreStage.Turn.reply(
            429,
            #"{"errorCode":4290000}"#,
            headers: [("Retry-After", String(until))]
        )
        let stage = AppStoreStage([wait, .reply(200, Self.found)])
        #expect(try await Self.send(stage) == .success(Self.answer))
        #expect(stage.now >= until && stage.calls.count == 2)
        // Other clients of the budget are held back too, before they send anything.
        let late = AppStoreStage([wait, .reply(200, Self.found)])
        let client = try late.client()
        for _ in 0..<2 {
            let result = await outcome { () throws(AppStoreError) in
                try await client.send(.transactionInfo("1"), to: .production, within: .seconds(10))
            }
            guard case .failure(.rateLimited(let instant)) = result else {
                Issue.record("The deadline is before the instant.")
                return
            }
            #expect(instant >= until)
        }
        #expect(late.calls.count == 1)
        // The earlier attempt may have arrived, so its error is thrown.
        let doubtful = AppStoreStage([.fails(.interrupted), wait])
        let careful = try doubtful.client()
        let broken = await outcome { () throws(AppStoreError) in
            try await careful.send(.transactionInfo("1"), to: .production, within: .seconds(10))
        }
        #expect(Self.code(broken) == "appstore_interrupted")
        // Another operation is not held back.
        late.script([.reply(200, #"{"data":[]}"#)])
        let other = await outcome { () throws(AppStoreError) in
            try await client.send(.subscriptionStatuses(of: "1"), to: .production, within: .seconds(10))
        }
        #expect(Self.code(other) == "appstore_unreadable" || Self.code(other) == nil)
        #expect(late.calls.count == 2)
    }

    @Test(
        "A missing or invalid Retry-After also causes a pause",
        arguments: [
            (nil, 60_000), ("", 60_000), ("soon", 60_000), ("-5", 60_000), ("7", 7000), ("0", 1000),
            ("99999", 3_600_000), ("1772323230", 30_000), ("1772323230000", 30_000), ("1772000000000", 1000),
            ("9999999999999", 3_600_000), ("99999999999999999999", 60_000),
        ] as [(String?, Int64)]
    )
    func retryAfter(value: String?, pause: Int64) async throws {
        let headers = value.map { [(name: "retry-after", value: $0)] } ?? []
        let stage = AppStoreStage([.reply(429, "", headers: headers), .reply(200, Self.found)])
        #expect(try await Self.send(stage, within: .seconds(7200)) == .success(Self.answer))
        // Ordinary requests wait for the capacity that is reserved for urgent ones.
        let waited = stage.now - AppStoreStage.opening
        #expect(waited >= pause && waited <= pause + 10_000)
    }

    @Test("If a host cannot be reached, the client tries the next one immediately and prefers it for ten minutes")
    func hosts() async throws {
        let stage = AppStoreStage([
            .fails(.unreachable), .reply(200, Self.found), .reply(200, Self.found), .reply(200, Self.found),
        ])
        let client = try stage.client()
        for minutes in [0, 9, 2] as [Int64] {
            stage.advance(milliseconds: minutes * 60_000)
            _ = try await client.send(.transactionInfo("1"), to: .production)
        }
        let new = "api.storekit.apple.com"
        let old = "api.storekit.itunes.apple.com"
        #expect(stage.hosts == [new, old, old, new])
        #expect(stage.sleeps.isEmpty)
    }

    @Test("If no host can be reached, the client pauses between the rounds")
    func noHost() async throws {
        let stage = AppStoreStage([])
        #expect(try await Self.send(stage, within: .seconds(4)) == .failure(.unreachable))
        #expect(stage.sleeps == [500, 1000, 2000] && stage.calls.count == 8)
    }

    @Test("The client repeats a request for a test notification only if no connection was established")
    func unsafe() async throws {
        for (turn, count) in [
            (AppStoreStage.Turn.fails(.interrupted), 1), (.fails(.timedOut), 1), (.reply(503, ""), 1),
            (Self.error(5_000_000), 1), (Self.error(5_000_001), 2), (.fails(.unreachable), 2),
            (.reply(200, "<html>"), 1),
        ] {
            let stage = AppStoreStage([turn, .reply(200, #"{"testNotificationToken":"t"}"#)])
            let client = try stage.client()
            _ = await outcome { () throws(AppStoreError) in try await client.send(.testNotification(), to: .sandbox) }
            #expect(stage.calls.count == count)
        }
    }

    @Test("A web page is no success of a request whose response has no body")
    func webPage() async throws {
        let healed = AppStoreStage([.reply(200, "<html>"), .reply(202, "")])
        let client = try healed.client()
        try await client.send(.finishTransaction("1000"), to: .production)
        #expect(healed.calls.count == 2)
        let down = try AppStoreStage(Array(repeating: .reply(200, "<html>"), count: 20)).client()
        let result = await outcome { () throws(AppStoreError) in
            try await down.send(.finishTransaction("1000"), to: .production)
        }
        #expect(Self.code(result) == "appstore_not_json")
        let ignored = try AppStoreStage([.reply(200, #"{"words":1}"#)]).client()
        try await ignored.send(.finishTransaction("1000"), to: .production)
    }

    @Test("The client reports each attempt without a reply, regardless of the result of later ones")
    func doubt() async throws {
        for (turns, doubts) in [
            ([.fails(.interrupted), .reply(503, ""), Self.error(4_000_006)], 1),
            ([.fails(.timedOut), .fails(.interrupted), .reply(200, Self.found)], 2),
            ([.fails(.unreachable), .reply(503, ""), Self.error(4_000_006)], 0),
            ([.reply(200, "<html>"), .reply(200, Self.found)], 1),
        ] as [([AppStoreStage.Turn], Int)] {
            let count = Mutex(0)
            let client = try AppStoreStage(turns).client()
            _ = await outcome { () throws(AppStoreError) in
                try await client.send(
                    .transactionInfo("1"),
                    to: .production,
                    onDoubt: { count.withLock { $0 += 1 } }
                )
            }
            #expect(count.withLock { $0 } == doubts)
        }
    }

    @Test("If the first upload arrived, the conflict of its repetition is a success; otherwise it is an error")
    func arrived() async throws {
        let id = try #require(UUID(uuidString: "00000000-0000-4000-8000-000000000001"))
        let arrived = AppStoreStage([.fails(.interrupted), Self.error(4_090_000)])
        try await arrived.client().send(.uploadImage([1], as: id), to: .production)
        #expect(arrived.calls[0].headers.last?.value == "image/png")
        let taken = AppStoreStage([Self.error(4_090_000)])
        let client = try taken.client()
        let result = await outcome { () throws(AppStoreError) in
            try await client.send(.uploadImage([1], as: id), to: .production)
        }
        #expect(Self.code(result) == "appstore_conflict")
        let gone = AppStoreStage([.fails(.timedOut), Self.error(4_040_015)])
        try await gone.client().send(.deleteMessage(id), to: .production)
    }

    @Test("The client asks the Sandbox only about an id that is unknown in Production")
    func whereKnown() async throws {
        let sandbox = AppStoreStage([Self.error(4_040_010), .reply(200, Self.found)])
        let found = try await sandbox.client().sendTryingEnvironments(.transactionInfo("1"))
        #expect(found.environment == .sandbox && found.response == Self.answer)
        #expect(sandbox.hosts == ["api.storekit.apple.com", "api.storekit-sandbox.apple.com"])
        let production = AppStoreStage([.reply(200, Self.found)])
        #expect(try await production.client().sendTryingEnvironments(.transactionInfo("1")).environment == .production)
        for (turns, code, count) in [
            ([Self.error(4_040_010), Self.error(4_040_010)], "appstore_not_found", 2),
            ([Self.error(4_000_006)], "appstore_refused", 1), ([.reply(404, "")], "appstore_not_found", 1),
        ] {
            let stage = AppStoreStage(turns)
            let client = try stage.client()
            let result = await outcome { () throws(AppStoreError) in
                try await client.sendTryingEnvironments(.transactionInfo("1")).environment
            }
            #expect(Self.code(result) == code && stage.calls.count == count)
        }
        // Production refuses the token of an app without a release; with a wrong key both environments do.
        let refused = AppStoreStage.Turn.reply(401, "")
        let unreleased = AppStoreStage([refused, refused, .reply(200, Self.found)])
        #expect(try await unreleased.client().sendTryingEnvironments(.transactionInfo("1")).environment == .sandbox)
        let wrong = AppStoreStage(Array(repeating: refused, count: 9))
        let wrongKey = try wrong.client()
        let nowhere = await outcome { () throws(AppStoreError) in
            try await wrongKey.sendTryingEnvironments(.transactionInfo("1")).environment
        }
        #expect(nowhere == .failure(.unauthorized) && wrong.calls.count == 4)
        // Production alone knows orders.
        let order = AppStoreStage([.reply(200, #"{"status":1}"#)])
        #expect(
            try await order.client().sendTryingEnvironments(.orderLookup("M1"), among: [.sandbox, .production])
                .environment == .production
        )
        #expect(order.calls.count == 1)
    }

    @Test("The client does not send an operation to an environment that lacks it")
    func notAvailable() async throws {
        let stage = AppStoreStage([])
        let client = try stage.client()
        let order = await outcome { () throws(AppStoreError) in
            try await client.send(.orderLookup("M1"), to: .sandbox)
        }
        #expect(order == .failure(.notAvailable))
        let groups = await outcome { () throws(AppStoreError) in
            try await client.send(.customerGroups(of: "1"), to: .production)
        }
        #expect(groups == .failure(.notAvailable))
        let xcode = await outcome { () throws(AppStoreError) in
            try await client.send(.transactionInfo("1"), to: .xcode)
        }
        #expect(xcode == .failure(.notAvailable))
        #expect(stage.calls.isEmpty)
    }

    @Test("Cancellation ends a call immediately at every wait")
    func canceled() async throws {
        let hanging = AppStoreStage([.hangs])
        let client = try hanging.client()
        let task = Task {
            await outcome { () throws(AppStoreError) in
                try await client.send(.transactionInfo("1"), to: .production)
            }
        }
        while hanging.calls.isEmpty { await Task.yield() }
        task.cancel()
        #expect(await task.value == .failure(.canceled))
        // A call that is canceled before it begins sends nothing.
        let early = AppStoreStage([.reply(200, Self.found)])
        let second = try early.client()
        let begun = Task { () -> Result<TransactionInfoResponse, AppStoreError> in
            while !Task.isCancelled { await Task.yield() }
            return await outcome { () throws(AppStoreError) in
                try await second.send(.transactionInfo("1"), to: .production)
            }
        }
        begun.cancel()
        #expect(await begun.value == .failure(.canceled))
        #expect(early.calls.isEmpty)
    }

    @Test("Without an available budget the client sends nothing")
    func budgetUnavailable() async throws {
        struct Closed: RequestBudget {
            func take(_ permit: RequestPermit, at now: Int64) async -> RequestDecision { .unavailable }
            func pause(_ permit: RequestPermit, until instant: Int64) async {}
        }
        let stage = AppStoreStage([.reply(200, Self.found)])
        let client = try stage.client(budget: Closed())
        let result = await outcome { () throws(AppStoreError) in
            try await client.send(.transactionInfo("1"), to: .production)
        }
        #expect(result == .failure(.budgetUnavailable))
        #expect(stage.calls.isEmpty)
    }

    @Test("The sequence returns all pages in order, each with the cursor for the next one")
    func pages() async throws {
        let stage = AppStoreStage([
            .reply(200, #"{"revision":"r1","hasMore":true,"signedTransactions":["a"]}"#),
            .reply(200, #"{"revision":"r2","hasMore":false,"signedTransactions":["b"]}"#),
        ])
        var cursors: [String?] = []
        for try await page in try stage.client().transactionHistory(of: "1", after: "r0", in: .production) {
            cursors.append(page.cursor)
        }
        #expect(cursors == ["r1", "r2"])
        #expect(stage.calls.map { $0.url.split(separator: "?").last } == ["revision=r0", "revision=r1"])
        // A cursor that does not advance would cause requests without end.
        let looping = AppStoreStage(
            Array(repeating: .reply(200, #"{"revision":"r1","hasMore":true,"signedTransactions":[]}"#), count: 9)
        )
        let client = try looping.client()
        let result = await outcome { () throws(AppStoreError) in
            var count = 0
            var iterator = client.refundHistory(of: "1", in: .production).makeAsyncIterator()
            while try await iterator.next() != nil { count += 1 }
            return count
        }
        #expect(result == .failure(.unreadableAnswer))
        #expect(looping.calls.count == 2)
    }
}
