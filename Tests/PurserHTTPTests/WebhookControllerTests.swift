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

@Suite struct WebhookControllerTests {
    let server: TestServer

    init() throws {
        self.server = try TestServer()
    }

    private func with<Answer: Sendable>(
        _ work: @escaping @Sendable (TestServer.Client) async throws -> Answer
    ) async throws -> Answer {
        try await self.server.run { client in try await work(client) }
    }

    @Test("An endpoint is made, its secret shown once, changed, paused, given a new secret, and removed")
    func life() async throws {
        try await self.with { client in
            let body =
                #"{"url":"https://Shop.example.com:443/in","events":["subscription.*"],"environments":["Production"]}"#
            let made = try await client.send(.post, "/v1/webhooks", key: TestServer.key, body: Array(body.utf8))
            #expect(made.status == .created, "\(made.text)")
            #expect(made.headers[.cacheControl] == "no-store")
            #expect(made["state"] == .string("active"))
            guard case .string(let id)? = made["id"], case .string(let secret)? = made["secret"] else {
                Issue.record("No secret: \(made.text)")
                return
            }
            #expect(secret.hasPrefix("whsec_"))
            let path = "/v1/webhooks/\(id)"
            let shown = try await client.send(.get, path, key: TestServer.key)
            #expect(!shown.text.contains(secret), "Never again.")
            #expect(shown["health"]?["waitingStreams"] == .number("0"))
            let list = try await client.send(.get, "/v1/webhooks", key: TestServer.key)
            #expect(list.text.contains(id))
            let paused = try await client.send(
                .patch,
                path,
                key: TestServer.key,
                body: Array(#"{"paused":true,"name":"renamed","events":[]}"#.utf8)
            )
            #expect(paused["state"] == .string("paused"))
            #expect(paused["name"] == .string("renamed"))
            #expect(paused["events"] == .array([]))
            #expect(paused["url"] == made["url"], "What is not named stays.")
            let again = try await client.send(
                .patch,
                path,
                key: TestServer.key,
                body: Array(#"{"paused":true}"#.utf8)
            )
            #expect(paused["nothing"] == nil && again["nothing"] == .string("webhook_unchanged"))
            let replay = try await client.send(.delete, "\(path)/replay", key: TestServer.key)
            #expect(replay["nothing"] == .string("webhook_replay_missing"), "\(replay.text)")
            let released = try await client.send(
                .post,
                "\(path)/retry",
                key: TestServer.key,
                body: Array("{}".utf8)
            )
            #expect(released["nothing"] == .string("webhook_nothing_waiting"), "\(released.text)")
            let rotated = try await client.send(
                .post,
                "\(path)/rotate",
                key: TestServer.key,
                body: Array(#"{"overlapHours":1}"#.utf8)
            )
            #expect(rotated["secret"] != made["secret"])
            #expect(rotated["previousSecretUntil"] != nil)
            let leaked = try await client.send(
                .post,
                "\(path)/rotate",
                key: TestServer.key,
                body: Array(#"{"overlapHours":0}"#.utf8)
            )
            #expect(leaked["previousSecretUntil"] == nil, "After a leak the former counts no more.")
            #expect(try await client.send(.delete, path, key: TestServer.key).status == .noContent)
            #expect(try await client.send(.get, path, key: TestServer.key).code == "webhook_not_found")
        }
        let entries = try await self.server.shop.repository.read { view in try view.auditEntries(after: 0, limit: 20) }
        #expect(
            entries.filter { $0.outcome == .done }.map(\.action)
                == [.webhookCreate, .webhookUpdate, .webhookRotate, .webhookRotate, .webhookDelete],
            "Each is in the log."
        )
        #expect(
            entries.filter { $0.outcome == .nothing }.map(\.action)
                == [.webhookUpdate, .webhookCancelReplay, .webhookRetry],
            "And what was nothing is none of them."
        )
        #expect(
            entries.filter { $0.outcome == .begun }.map(\.action) == [.webhookRetry, .webhookDelete],
            "What takes several steps is entered before the first of them."
        )
        #expect(entries.last?.action == .webhookDelete && entries.last?.details["entry"] == "\(entries.count - 1)")
    }

    @Test(
        "A wrong endpoint names the field and is not made",
        arguments: [
            (#"{}"#, "field_missing", "url"), (#"{"url":7}"#, "field_wrong_type", "url"),
            (#"{"url":"http://8.8.8.8/"}"#, "webhook_url_invalid", "url"),
            (#"{"url":"ftp://shop.example.com/"}"#, "webhook_url_invalid", "url"),
            (#"{"url":"https://10.0.0.1/"}"#, "webhook_url_invalid", "url"),
            (#"{"url":"https://[::1]/"}"#, "webhook_url_invalid", "url"),
            (#"{"url":"https://[::ffff:10.0.0.1]/"}"#, "webhook_url_invalid", "url"),
            (#"{"url":"https://169.254.169.254/latest"}"#, "webhook_url_invalid", "url"),
            (#"{"url":"https://a:b@shop.example.com/"}"#, "webhook_url_invalid", "url"),
            (#"{"url":"https://shop.example.com/","events":["subscription"]}"#, "webhook_filter_unknown", "events"),
            (#"{"url":"https://shop.example.com/","events":["sub.*"]}"#, "webhook_filter_unknown", "events"),
            (#"{"url":"https://shop.example.com/","events":"all"}"#, "field_wrong_type", "events"),
            (#"{"url":"https://shop.example.com/","environments":["Test"]}"#, "field_invalid", "environments"),
            (#"{"url":"https://shop.example.com/","percent":10}"#, "webhook_share_not_allowed", "percent"),
            (#"{"url":"https://shop.example.com/","percent":0,"kind":"relay"}"#, "field_wrong_type", "percent"),
            (#"{"url":"https://shop.example.com/","kind":"pipe"}"#, "field_invalid", "kind"),
            (
                #"{"url":"https://shop.example.com/","kind":"relay","fulfiller":true}"#, "webhook_relay_not_allowed",
                "kind"
            ),
            (#"{"url":"https://shop.example.com/","signature":"rsa"}"#, "field_invalid", "signature"),
            (#"{"url":"https://shop.example.com/","secret":"mine"}"#, "field_unknown", "secret"),
            (#"{"url":"https://shop.example.com/","name":""}"#, "field_invalid", "name"),
        ]
    )
    func mistakes(body: String, code: String, field: String) async throws {
        try await self.with { client in
            let answer = try await client.send(.post, "/v1/webhooks", key: TestServer.key, body: Array(body.utf8))
            #expect(answer.code == code, "\(answer.text)")
            #expect(answer["field"] == .string(field))
            let list = try await client.send(.get, "/v1/webhooks", key: TestServer.key)
            #expect(list["webhooks"] == .array([]))
        }
    }

    @Test("One endpoint of an app fulfills orders, and another is refused by the name of the one")
    func fulfiller() async throws {
        try await self.with { client in
            let body = Array(#"{"url":"https://one.example.com/","fulfiller":true}"#.utf8)
            let one = try await client.send(.post, "/v1/webhooks", key: TestServer.key, body: body)
            let two = try await client.send(.post, "/v1/webhooks", key: TestServer.key, body: body)
            #expect(two.status == .conflict)
            #expect(two.code == "webhook_fulfiller_taken")
            guard case .string(let id)? = one["id"] else { return }
            #expect(two.text.contains(id))
        }
    }

    @Test("Undelivered events are listed, and retried or skipped by their id with a reason")
    func deliveries() async throws {
        let repository = self.server.shop.repository
        let server = self.server
        try await self.with { client in
            let body = Array(#"{"url":"https://one.example.com/"}"#.utf8)
            let made = try await client.send(.post, "/v1/webhooks", key: TestServer.key, body: body)
            guard case .string(let id)? = made["id"] else { return }
            let intake = Sample.notification(1, about: Sample.period("1", of: "1"))
            var own = intake
            own.app = server.app.name
            _ = try await repository.record(own)
            let now = server.shop.ambient.now()
            let sink = SinkName(id)
            let lease = try #require(
                try await repository.leaseStreams(for: sink, of: own.app, at: now, until: now + .minutes(1), limit: 9)
                    .first
            )
            try await repository.write { unit in
                try unit.putBack(
                    lease,
                    until: nil,
                    after: DeliveryFailure(code: "status", status: 500, at: now)
                )
            }
            let path = "/v1/webhooks/\(id)"
            let list = try await client.send(.get, "\(path)/deliveries", key: TestServer.key)
            guard case .array(let found)? = list["deliveries"] else {
                Issue.record("\(list.text)")
                return
            }
            #expect(found.count == 1)
            #expect(found.first?["event"] == .string("chn_Production_1_1"))
            #expect(found.first?["suspendedAt"] != nil)
            #expect(found.first?["failure"]?["status"] == .number("500"))
            func post(_ action: String, _ body: String) async throws -> TestServer.TestResponse {
                try await client.send(.post, "\(path)/\(action)", key: TestServer.key, body: Array(body.utf8))
            }
            #expect(try await post("skip", #"{"event":"chn_Production_1_1"}"#).code == "field_missing")
            #expect(
                try await post("skip", #"{"event":"chn_Production_1_2","reason":"x"}"#).code
                    == "webhook_stream_not_found"
            )
            #expect(try await post("skip", #"{"event":"cus_ada_1","reason":"x"}"#).code == "webhook_stream_not_found")
            let skipped = try await post("skip", #"{"event":"chn_Production_1_1","reason":"the shop is gone"}"#)
            #expect(skipped["skipped"] == .string("chn_Production_1_1"), "\(skipped.text)")
            #expect(try await post("retry", "{}")["streams"] == .number("0"), "There are no more failures.")
            let resend = try await client.send(
                .post,
                "/v1/events/chn_Production_1_2/resend",
                key: TestServer.key,
                body: Array(#"{"webhook":"\#(id)"}"#.utf8)
            )
            #expect(resend.code == "event_pending", "\(resend.text)")
        }
    }

    @Test("A replay by time or by position is queued step by step, and another meanwhile is refused")
    func replay() async throws {
        let server = self.server
        try await self.with { client in
            let made = try await client.send(
                .post,
                "/v1/webhooks",
                key: TestServer.key,
                body: Array(#"{"url":"https://one.example.com/"}"#.utf8)
            )
            guard case .string(let id)? = made["id"] else { return }
            func replay(_ body: String) async throws -> TestServer.TestResponse {
                try await client.send(
                    .post,
                    "/v1/webhooks/\(id)/replay",
                    key: TestServer.key,
                    body: Array(body.utf8)
                )
            }
            #expect(try await replay(#"{"from":"2020-01-01T00:00:00Z"}"#).code == "webhook_replay_empty")
            var intake = Sample.notification(1, about: Sample.period("1", of: "1"))
            intake.app = server.app.name
            _ = try await server.shop.repository.record(intake)
            #expect(try await replay("{}").code == "field_missing")
            #expect(try await replay(#"{"from":"yesterday"}"#).code == "field_invalid")
            #expect(try await replay(#"{"after":"7-zzzz"}"#).code == "cursor_invalid")
            let page = try await client.send(.get, "/v1/events", key: TestServer.key)
            guard case .string(let cursor)? = page["cursor"] else {
                Issue.record("\(page.text)")
                return
            }
            let ahead = "1y2p0ij32e8e7-\(cursor.split(separator: "-").last ?? "")"
            #expect(try await replay(#"{"after":"\#(ahead)"}"#).code == "webhook_replay_empty")
            let begun = try await replay(#"{"from":"2020-01-01T00:00:00Z"}"#)
            #expect(begun.status == .accepted, "\(begun.text)")
            #expect(begun["replay"]?["events"] == .number("2"))
            #expect(try await replay(#"{"from":"2020-01-01T00:00:00Z"}"#).code == "webhook_replay_under_way")
            let canceled = try await client.send(.delete, "/v1/webhooks/\(id)/replay", key: TestServer.key)
            #expect(canceled["replay"] == nil)
        }
    }
}
