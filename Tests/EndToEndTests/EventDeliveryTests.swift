import AppStore
import Foundation
import PurserTesting
import Testing

/// Tests that the real server delivers signed events completely and in order, through kills and restarts.
@Suite(.onThreadsOfItsOwn, .timeLimit(.minutes(10)))
struct EventDeliveryTests {
    let shop: InstalledShop

    init() throws {
        self.shop = try InstalledShop()
        try self.shop.allowReceiversHere()
    }

    /// Runs a command about events and webhooks.
    private func run(_ arguments: String...) throws -> Binary.Run {
        try self.shop.run(arguments)
    }

    /// Adds an endpoint: its id, and its secret if it has one.
    private func add(_ receiver: CallReceiver, _ options: String...) throws -> (id: String, secret: String?) {
        let run = try self.shop.run(["webhooks", "create", receiver.url + "/in", "--json"] + options)
        #expect(run.status == 0, "\(run.complaints)")
        let made = try JSONValue(json: Array(run.output.utf8))
        return (try #require(Self.text(made["id"])), Self.text(made["secret"]))
    }

    /// Submits one purchase of gems.
    private func buy(_ customer: String, _ number: Int, _ calls: ServerCalls) async throws {
        let payload = SamplePayloads.consumable(id: "20000000000\(10_000 + number)")
        let text = String(decoding: try self.shop.authority.sign(payload).bytes, as: UTF8.self)
        let body = Array(#"{"customer":"\#(customer)","signedTransaction":"\#(text)"}"#.utf8)
        #expect(try await calls.send("/v1/purchases", body: body).status == 200)
    }

    /// Returns all events of the app, oldest first: their ids and bodies.
    private func events(_ calls: ServerCalls) async throws -> [(id: String, body: [UInt8])] {
        let page = try JSONValue(json: Array(try await calls.send("/v1/events?limit=500").text.utf8))
        guard case .array(let events)? = page["events"] else { return [] }
        return events.map { event in (Self.text(event["id"]) ?? "", event.json()) }
    }

    private static func text(_ value: JSONValue?) -> String? {
        guard case .string(let text)? = value else { return nil }
        return text
    }

    /// Returns the ids of events by event stream: a customer's, or a chain's.
    private static func streams(_ ids: [String]) -> [String: [String]] {
        Dictionary(grouping: ids) { id in id.split(separator: "_").dropLast().joined(separator: "_") }
    }

    @Test("A purchase's events arrive, signed with the secret that was shown, and in order")
    func purchase() async throws {
        let server = try RunningServer(in: self.shop.folder)
        let receiver = try await CallReceiver()
        let endpoint = try self.add(receiver)
        let secret = try #require(endpoint.secret)
        let trial = try self.run("webhooks", "test", endpoint.id)
        #expect(trial.status == 0, "\(trial.complaints)")
        for number in 1...3 { try await self.buy("anna", number, server.calls) }
        let published = try await self.events(server.calls)
        #expect(published.count > 2)
        let calls = Array(await receiver.calls { $0.count > published.count }.dropFirst())
        #expect(Self.streams(calls.compactMap(\.id)) == Self.streams(published.map(\.id)))
        #expect(Set(calls.map(\.body)) == Set(published.map(\.body)))
        for call in calls {
            #expect(call.path == "/in")
            #expect(call.isSigned(with: secret))
            #expect(!call.isSigned(with: "whsec_" + Data(repeating: 1, count: 32).base64EncodedString()))
        }
        #expect(server.end(SIGTERM) == 0)
    }

    @Test("To end a replay that is not under way does nothing, and nothing else is said")
    func noReplay() async throws {
        let server = try RunningServer(in: self.shop.folder)
        let receiver = try await CallReceiver()
        let endpoint = try self.add(receiver)
        let ended = try self.run("webhooks", "replay", endpoint.id, "--cancel")
        #expect(ended.status == 3 && ended.output.isEmpty, "\(ended.output)")
        #expect(ended.complaints.contains("(webhook_replay_missing)"), "\(ended.complaints)")
        let json = try self.run("webhooks", "replay", endpoint.id, "--cancel", "--json")
        #expect(json.status == 3 && json.output.contains("webhook_replay_missing"), "\(json.output)")
        #expect(!json.output.contains("canceled"), "\(json.output)")
        #expect(server.end(SIGTERM) == 0)
    }

    @Test("After a kill -9 in the middle everything arrives, each customer's first arrivals in order")
    func killed() async throws {
        let receiver = try await CallReceiver(answering: 10)
        let first = try RunningServer(in: self.shop.folder)
        _ = try self.add(receiver)
        for number in 0..<40 { try await self.buy("customer\(number % 5)", number, first.calls) }
        // Ten are answered, the next ones are under way, and most have not been tried.
        _ = await receiver.calls { $0.count > 10 }
        _ = first.end(SIGKILL)
        receiver.answerAll()
        let again = try RunningServer(in: self.shop.folder)
        try await self.buy("customer0", 40, again.calls)
        let published = try await self.events(again.calls).map(\.id)
        #expect(published.count > 40)
        let wanted = Set(published)
        let calls = await receiver.calls { Set($0.compactMap(\.id)).isSuperset(of: wanted) }
        var arrived: [String] = []
        for id in calls.compactMap(\.id) where !arrived.contains(id) { arrived.append(id) }
        #expect(Self.streams(arrived) == Self.streams(published))
        #expect(Self.streams(published).count >= 5)
        #expect(calls.count > published.count, "What was under way has come again.")
        #expect(again.end(SIGTERM) == 0)
    }

    @Test("A relay is sent Apple's body byte for byte, and nothing of ours")
    func relay() async throws {
        let server = try RunningServer(in: self.shop.folder)
        let receiver = try await CallReceiver()
        let relay = try self.add(receiver, "--relay")
        #expect(relay.secret == nil)
        let compact = try self.shop.authority.sign(
            SamplePayloads.notification(
                type: .oneTimeCharge,
                subtype: nil,
                transaction: try self.shop.authority.sign(SamplePayloads.consumable(id: "77")),
                status: nil
            )
        ).bytes
        #expect(try await server.calls.notify(compact).status == 200)
        let call = try #require(await receiver.calls { !$0.isEmpty }.first)
        #expect(call.body == Array(#"{"signedPayload":""#.utf8) + compact + Array(#""}"#.utf8))
        #expect(call.id == nil)
        #expect(call.headers["webhook-signature"] == nil)
        #expect(call.headers["content-type"] == "application/json")
        #expect(try await !self.events(server.calls).isEmpty, "It also became events, which a relay does not get.")
        #expect(server.end(SIGTERM) == 0)
        #expect(receiver.calls.count == 1)
    }

    @Test("purser listen carries events to a program here, signed with the secret that it shows")
    func listened() async throws {
        let server = try RunningServer(in: self.shop.folder)
        let receiver = try await CallReceiver()
        try await self.buy("anna", 1, server.calls)
        let before = try await self.events(server.calls).count
        let listener = try RunningListener(
            ["--forward-to", receiver.url + "/here", "--config", "shop/purser.yaml"],
            in: self.shop.folder
        )
        try await self.buy("berta", 2, server.calls)
        let published = try await Array(self.events(server.calls).dropFirst(before))
        #expect(!published.isEmpty)
        let calls = await receiver.calls { $0.count >= published.count }
        #expect(calls.map(\.id) == published.map(\.id), "What was before is not among them.")
        #expect(calls.map(\.body) == published.map(\.body))
        #expect(calls.allSatisfy { $0.isSigned(with: listener.secret) })
        #expect(server.end(SIGTERM) == 0)
    }

    @Test("The feed ends with a whole event when the server stops, and goes on from its cursor afterwards")
    func streamed() async throws {
        let first = try RunningServer(in: self.shop.folder)
        var wanted = 0
        var isAsked = false
        let heard = try await EventReader.read(
            first.calls,
            during: { heard in
                if !isAsked {
                    isAsked = true
                    try await self.buy("anna", 1, first.calls)
                    wanted = try await self.events(first.calls).count
                }
                if heard.events.count == wanted { kill(first.processID, SIGTERM) }
            }
        )
        // It was signaled to end already; signal 0 is none.
        #expect(first.end(0) == 0)
        #expect(wanted > 0)
        #expect(heard.rest.isEmpty, "The end is that of a block: \(heard.rest)")
        let again = try RunningServer(in: self.shop.folder)
        let before = try await self.events(again.calls)
        #expect(heard.events.map { Array($0.utf8) } == before.map(\.body))
        try await self.buy("anna", 2, again.calls)
        let after = try await self.events(again.calls).dropFirst(before.count)
        let rest = try await EventReader.read(
            again.calls,
            after: heard.cursors.last,
            until: { $0.events.count >= after.count }
        )
        #expect(!after.isEmpty)
        #expect(rest.events.map { Array($0.utf8) } == after.map(\.body))
        #expect(again.end(SIGTERM) == 0)
    }

    @Test("With the key of the secrets lost nothing is sent and none is made, until a secret is rotated")
    func keyLost() async throws {
        let receiver = try await CallReceiver()
        let first = try RunningServer(in: self.shop.folder)
        let endpoint = try self.add(receiver)
        #expect(first.end(SIGTERM) == 0)
        try FileManager.default.removeItem(atPath: self.shop.folder.path + "/shop/data/purser.db.webhook-key")
        let server = try RunningServer(in: self.shop.folder)
        let trial = try self.run("webhooks", "test", endpoint.id)
        #expect(trial.status == 1)
        #expect(trial.output.contains("webhook_key_missing"))
        let more = try self.run("webhooks", "create", receiver.url)
        #expect(more.status == 69)
        #expect(more.complaints.contains("(webhook_key_missing)"))
        try await self.buy("anna", 1, server.calls)
        #expect(receiver.calls.isEmpty)
        let rotated = try self.run("webhooks", "rotate", endpoint.id)
        #expect(rotated.status == 0)
        #expect(rotated.complaints.contains("only the new secret signs from now on"))
        let secret = try #require(rotated.lines.first)
        #expect(secret != endpoint.secret)
        let again = try self.run("webhooks", "rotate", endpoint.id, "--json")
        #expect(again.output.contains("previousSecretUntil"), "Both come from the new key.")
        #expect(try self.run("webhooks", "test", endpoint.id).status == 0)
        #expect(receiver.calls.allSatisfy { $0.isSigned(with: secret) })
        #expect(server.end(SIGTERM) == 0)
    }

    @Test("The exit status distinguishes wrong usage from a refusal")
    func refusals() async throws {
        let server = try RunningServer(in: self.shop.folder)
        let receiver = try await CallReceiver()
        let relay = try self.add(receiver, "--relay").id
        let url = receiver.url
        for (arguments, status, code) in [
            (["webhooks", "create", "ftp://example.com"], 64, "webhook_url_invalid"),
            (["webhooks", "create", "http://10.0.0.1/in"], 64, "webhook_url_invalid"),
            (["webhooks", "create", url, "--event", "nothing.happened"], 64, "webhook_filter_unknown"),
            (["webhooks", "create", url, "--percent", "10"], 64, "webhook_share_not_allowed"),
            (["webhooks", "create", url, "--signature", "rot13"], 64, "field_invalid"),
            (["webhooks", "create", url, "--relay", "--fulfiller"], 64, "webhook_relay_not_allowed"),
            (["webhooks", "show", "we_none"], 1, "webhook_not_found"),
            (["webhooks", "delete", "we_none", "--yes"], 1, "webhook_not_found"),
            (["webhooks", "retry", relay, "--event", "nonsense"], 1, "webhook_stream_not_found"),
            (["webhooks", "deliveries", relay, "--limit", "100000"], 64, "field_"),
            (["webhooks", "rotate", relay], 64, "webhook_relay_not_allowed"),
            (["events", "tail", "--once", "--cursor", "nonsense"], 64, "cursor_invalid"),
            (["events", "tail", "--once", "--type", "nothing.happened"], 64, "field_invalid"),
            (["events", "resend", "cus_nobody_1", "--to", relay], 64, "webhook_relay_not_allowed"),
            (["events", "resend", "cus_nobody_1", "--to", "we_none"], 1, "webhook_not_found"),
            (["listen", "--forward-to", url, "--type", "nothing.happened"], 64, "field_invalid"),
        ] as [([String], Int32, String)] {
            let run = try self.shop.run(arguments)
            #expect(run.status == status, "\(arguments): \(run.complaints)")
            #expect(run.complaints.contains("(\(code)"), "\(arguments): \(run.complaints)")
        }
        #expect(try self.run("webhooks", "retry", relay, "--event", "cus_nobody_1").status == 1)
        let released = try self.run("webhooks", "retry", relay)
        #expect(released.status == 3 && released.output.isEmpty, "\(released.output)")
        #expect(released.complaints.hasPrefix("Nothing was done: "), "\(released.complaints)")
        #expect(server.end(SIGTERM) == 0)
    }

    @Test("Without a server endpoints are added, tried and changed alike; to follow events needs one")
    func alone() async throws {
        let receiver = try await CallReceiver()
        #expect(try RunningServer(in: self.shop.folder).end(SIGTERM) == 0)
        let endpoint = try self.add(receiver)
        let trial = try self.run("webhooks", "test", endpoint.id)
        #expect(trial.status == 0, "\(trial.complaints)")
        let secret = try #require(endpoint.secret)
        #expect(!receiver.calls.isEmpty && receiver.calls.allSatisfy { $0.isSigned(with: secret) })
        let paused = try self.run("webhooks", "pause", endpoint.id, "--reason", "it moves")
        #expect(paused.status == 0 && paused.output.contains("paused"), "\(paused.complaints)")
        #expect(try self.run("webhooks", "pause", endpoint.id).status == 3)
        #expect(try self.run("webhooks", "show", "we_none").status == 1)
        let all = try self.run("events", "tail", "--once", "--cursor", "beginning")
        #expect(all.status == 0, "\(all.complaints)")
        for arguments in [["events", "tail"], ["listen", "--forward-to", receiver.url]] {
            let run = try self.shop.run(arguments)
            #expect(run.status == 69 && run.complaints.contains("purser serve"), "\(arguments): \(run.complaints)")
        }
        let server = try RunningServer(in: self.shop.folder)
        #expect(try self.run("webhooks", "show", endpoint.id).output.contains("paused"))
        #expect(server.end(SIGTERM) == 0)
    }
}
