import AppStore
import Foundation
import PurserTesting
import Testing

/// Many requests for refunds, an Apple that fails three calls in ten, and two nodes of which one is killed: each
/// request is answered once and in time, by what the store itself has noted of the calls.
@Suite(.onThreadsOfItsOwn, .timeLimit(.minutes(60)))
struct RefundsUnderFaultsTests {
    /// A store, and how long it listens.
    enum Environment: String, CaseIterable {
        case production
        case sandbox

        /// The number of refund requests: a thousand at full scale.
        ///
        /// Among so many are some of whom Apple refuses to hear seven times or more, and whose answer so waits for
        /// minutes.
        var requests: Int {
            switch self {
            case .production: TestScale.factor > 1 ? 1000 : 40
            case .sandbox: TestScale.factor > 1 ? 600 : 20
            }
        }

        /// The time limit of an answer, in milliseconds.
        var window: Int64 { self == .production ? 12 * 3_600_000 : 5 * 60_000 }
    }

    /// A call in the store's journal.
    private struct Call {
        let at: Int64
        let transaction: String
        let body: String
        let isReceived: Bool
    }

    /// The most cases that one node looks after at once.
    private static let capacity = 32

    /// Follows the log after a cursor until so many requests have come to their end.
    private static func follow(_ server: RunningServer, after start: String, until count: Int) async throws -> Bool {
        let end = ContinuousClock.now + TestTimeout.duration * (TestScale.factor > 1 ? 6 : 1)
        var ended = 0
        var cursor = start
        while ended < count, ContinuousClock.now < end {
            let known = ended
            var heard = EventReader.Heard()
            // A busy server may cut a stream short, which is taken up where it ended.
            _ = try? await EventReader.read(
                server.calls,
                after: cursor,
                until: { known + Self.ends($0) >= count },
                during: { heard = $0 }
            )
            ended += Self.ends(heard)
            cursor = heard.cursors.last ?? cursor
        }
        return ended >= count
    }

    /// Returns the number of ended requests according to the events.
    private static func ends(_ heard: EventReader.Heard) -> Int {
        heard.blocks.count { block in
            block.contains("event: refund.answered\n") || block.contains("event: refund.missed\n")
        }
    }

    /// Returns the calls about refunds in the store's journal, in order.
    private static func calls(_ shop: ShopBesideStore) async throws -> [Call] {
        let answer = try await shop.world.send("/_sim/v1/records?kind=request&operation=sendConsumptionInformation")
        guard case .array(let records)? = try JSONValue(json: Array(answer.text.utf8))["records"] else { return [] }
        return records.compactMap { record in
            guard case .number(let at)? = record["at"], let at = Int64(at),
                case .string(let transaction)? = record["transaction"], case .string(let body)? = record["body"]
            else { return nil }
            return Call(at: at, transaction: transaction, body: body, isReceived: record["status"] == .number("202"))
        }
    }

    /// Returns all cases of the ledger, by transaction.
    private static func cases(_ server: RunningServer) async throws -> [String: JSONValue] {
        var found: [String: JSONValue] = [:]
        var path: String? = "/v1/refunds?limit=200"
        while let next = path {
            let page = try JSONValue(json: Array(try await server.calls.send(next).text.utf8))
            guard case .array(let refunds)? = page["refunds"] else { break }
            for refund in refunds {
                if case .string(let id)? = refund["transaction"] { found[id] = refund }
            }
            path = nil
            if case .string(let next)? = page["next"] { path = "/v1/refunds?limit=200&cursor=\(next)" }
        }
        return found
    }

    /// An instant of an answer, in milliseconds since 1970.
    private static func milliseconds(_ text: String) -> Int64? {
        let format = ISO8601DateFormatter()
        let date = format.date(from: text)
        format.formatOptions.insert(.withFractionalSeconds)
        guard let date = date ?? format.date(from: text) else { return nil }
        return Int64((date.timeIntervalSince1970 * 1000).rounded())
    }

    /// Returns the answer to the only request of a case.
    private static func answer(_ refund: JSONValue) -> JSONValue? {
        guard case .array(let requests)? = refund["requests"] else { return nil }
        return requests.first?["answer"]
    }

    /// Makes purchases of customers with consents, and returns the purchases.
    private static func buy(_ count: Int, _ shop: ShopBesideStore, _ server: RunningServer) async throws -> [String] {
        let hash = String(repeating: "a", count: 64)
        var bought: [String] = []
        var token = ""
        for number in 0..<count {
            if number % 10 == 0 {
                let customer = "customer-\(number)"
                let order = Array(#"{"customer":"\#(customer)","product":"gems.600"}"#.utf8)
                let made = try await server.calls.send("/v1/orders", body: order)
                guard case .string(let given)? = try JSONValue(json: Array(made.text.utf8))["appAccountToken"] else {
                    throw RunningServer.NotReady(status: Int32(made.status))
                }
                token = given
                let consent =
                    #"{"textHash":"\#(hash)","version":"1","locale":"en","storefront":"USA","#
                    + #""givenAt":"2020-01-01T00:00:00Z","source":"settings"}"#
                let path = "/v1/customers/\(customer)/consents"
                let agreed = try await server.calls.send(path, body: Array(consent.utf8))
                #expect((200..<300).contains(agreed.status), "\(agreed.text)")
            }
            bought.append(try await shop.buy("gems.600", token: token).transaction)
        }
        return bought
    }

    /// Makes the store fail three calls in ten, and slow.
    private static func fail(_ shop: ShopBesideStore) async throws {
        let faults = [
            #""effect":"error","status":500,"probability":12000"#,
            #""effect":"error","status":503,"probability":11000"#,
            #""effect":"rateLimit","milliseconds":200,"probability":11000"#, #""effect":"latency","milliseconds":150"#,
        ]
        for fault in faults {
            try await shop.act(#"{"action":"addFault","fault":{\#(fault),"match":"sendConsumptionInformation"}}"#)
        }
    }

    @Test("Each of many requests is answered once and in time", arguments: Environment.allCases)
    func answered(_ environment: Environment) async throws {
        let database = try PostgreSQLServer.shared.get()
        let shop = try ShopBesideStore(
            fulfillsFrom: "2020-01-01T00:00:00Z",
            profile: environment.rawValue,
            storage: "postgres://postgres@127.0.0.1:\(database.port)/\(try database.makeDatabase())"
        )
        let other = try TemporaryFolder()
        try FileManager.default.copyItem(atPath: shop.folder.path + "/shop", toPath: other.path + "/shop")
        let first = try RunningServer(in: shop.folder, options: shop.clock)
        // Both sign with one key, as an installation of two nodes requires.
        let key = "/shop/data/purser.webhook-key"
        try FileManager.default.createDirectory(atPath: other.path + "/shop/data", withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: shop.folder.path + key, toPath: other.path + key)
        let second = try RunningServer(in: other, options: shop.clock)
        let hook = "\(second.calls.url)/apple/shop/notifications"
        try await shop.act(#"{"action":"setNotificationURL","url":"\#(hook)"}"#)
        _ = try await shop.world.send("/_sim/v1/clock", body: Array(#"{"rate":1}"#.utf8))
        let bought = try await Self.buy(environment.requests, shop, second)
        try await Self.fail(shop)

        let newest = try await second.calls.send("/v1/events?from=newest").text
        guard case .string(let start)? = try JSONValue(json: Array(newest.utf8))["cursor"] else {
            throw RunningServer.NotReady(status: 0)
        }

        var killedAt: Int64?
        for (place, id) in bought.enumerated() {
            try await shop.act(#"{"action":"requestRefund","transaction":"\#(id)","reason":"OTHER"}"#)
            guard place == bought.count / 2 else { continue }
            let hasBegun = try await TestTimeout.wait { try await Self.calls(shop).contains(where: \.isReceived) }
            #expect(hasBegun)
            #expect(first.end(SIGKILL) == SIGKILL)
            killedAt = try await Self.calls(shop).last?.at
        }
        let isDone = try await Self.follow(second, after: start, until: bought.count)
        #expect(isDone, "Each has been completed.")
        let killed = try #require(killedAt)
        try Self.judge(
            try await Self.calls(shop),
            try await Self.cases(second),
            bought: bought,
            killedAt: killed,
            within: environment.window
        )
        #expect(second.end(SIGTERM) == 0)
    }

    /// Checks the store's journal against the ledger.
    private static func judge(
        _ calls: [Call],
        _ refunds: [String: JSONValue],
        bought: [String],
        killedAt: Int64,
        within window: Int64
    ) throws {
        let byTransaction = Dictionary(grouping: calls, by: \.transaction)
        var doubled = 0
        var doubtful = 0
        for id in bought {
            let all = byTransaction[id] ?? []
            let received = all.filter(\.isReceived)
            let refund = try #require(refunds[id])
            guard case .array(let requests)? = refund["requests"],
                case .string(let requestedAt)? = requests.first?["requestedAt"],
                let signedAt = Self.milliseconds(requestedAt)
            else {
                Issue.record("\(refund)")
                continue
            }
            let answer = Self.answer(refund)
            #expect(Set(all.map(\.body)).count == 1, "\(id) has the same body each time.")
            let effective = try #require(received.first, "\(id) is answered: \(refund)")
            #expect(effective.at <= signedAt + window, "\(id) is answered in time.")
            #expect(answer?["late"] == .bool(false))
            if received.count > 1 {
                doubled += 1
                #expect(
                    effective.at <= killedAt && received.count == 2,
                    "\(id) was under way when the node was killed."
                )
            }
            guard answer?["receivedAt"] == nil || received.count > 1 else { continue }
            doubtful += 1
            #expect(answer?["inDoubt"] == .bool(true), "\(id): the outcome of its attempt is not stored.")
        }
        #expect(doubled <= Self.capacity && doubtful <= Self.capacity, "No more than the node that was killed had.")
        let failed = calls.count { !$0.isReceived }
        #expect(failed > 0, "The store has failed.")
    }
}
