import AppStore
import Foundation
import NIOHTTP1
import PurserTesting
import Testing

/// A request, followed through the answer, the log, webhooks and spans of the real server.
@Suite(.onThreadsOfItsOwn, .timeLimit(.minutes(10)))
struct FollowedRequestTests {
    private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    private static let parent = "00-\(Self.trace)-00f067aa0ba902b7-01"
    private static let token = "7a5d9c1e-43b0-4b6f-9f7c-5f0c6d2e8b11"
    /// The wrapper that redirects the server's standard error into a file.
    private static let wrapper = ["/bin/sh", "-c", #"exec "$@" 2> serve.log"#, "sh"]

    private let shop: ShopBesideStore

    init() throws {
        self.shop = try ShopBesideStore()
    }

    private func configure(collector: String, sample: String) throws {
        let levels = ["http", "apple", "storage", "webhooks", "fulfillments", "other"].map { "\($0): debug" }
        let lines = [
            "webhooks: { allow: 127.0.0.1 }",
            "logs: { format: json, levels: { \(levels.joined(separator: ", ")) } }",
            "tracing: { endpoint: \"\(collector)/v1/traces\", sample: \(sample) }",
        ]
        try self.shop.folder.change("shop/purser.yaml") { $0 + "\n" + lines.joined(separator: "\n") + "\n" }
    }

    private func start() throws -> RunningServer {
        try RunningServer(in: self.shop.folder, through: Self.wrapper, options: self.shop.clock)
    }

    /// The lines of the log, each of which is an object.
    private func log() throws -> (text: String, lines: [[String: Any]]) {
        let text = try String(contentsOfFile: self.shop.folder.path + "/serve.log", encoding: .utf8)
        let lines = try text.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
        }
        return (text, lines)
    }

    @Test("A request's id and trace are in its log, in Apple's calls' log, in webhooks and in spans, and no secret is")
    func followed() async throws {
        let collector = try await CallReceiver()
        let receiver = try await CallReceiver()
        try self.configure(collector: collector.url, sample: "0")
        let server = try self.start()
        let added = try self.shop.run(["webhooks", "create", receiver.url + "/in", "--json"])
        #expect(added.status == 0, "\(added.complaints)")
        let made = try JSONValue(json: Array(added.output.utf8))
        guard case .string(let endpoint)? = made["id"], case .string(let secret)? = made["secret"] else {
            return #expect(Bool(false), "\(added.output)")
        }

        let (id, _) = try await self.shop.buy("frame.gold", token: Self.token)
        let bought = try await server.calls.send(
            "/v1/purchases",
            body: Array(#"{"customer":"anna","transactionId":"\#(id)"}"#.utf8),
            headers: [
                (name: "x-request-id", value: "story-1"), (name: "traceparent", value: Self.parent),
                (name: "tracestate", value: "shop=1"),
            ]
        )
        #expect(bought.status == 200, "\(bought.text)")
        let calls = await receiver.calls { $0.contains { $0.headers["x-request-id"] == "story-1" } }
        let answer = try #require(calls.first { $0.headers["x-request-id"] == "story-1" })
        #expect(answer.headers["tracestate"] == "shop=1")
        let passed = try #require(answer.headers["traceparent"])
        #expect(passed.hasPrefix("00-\(Self.trace)-") && passed.hasSuffix("-01") && passed != Self.parent)

        let before = receiver.calls.count
        let trial = try await server.calls.send(
            "/v1/webhooks/\(endpoint)/test",
            method: .POST,
            headers: [(name: "x-request-id", value: "story-2"), (name: "traceparent", value: "00-nonsense-01")]
        )
        #expect(trial.status == 200, "\(trial.text)")
        let tried = await receiver.calls {
            $0.count > before && $0.contains { $0.headers["x-request-id"] == "story-2" }
        }
        let second = tried.first { $0.headers["x-request-id"] == "story-2" }
        // Nothing is kept of a trace that begins here.
        #expect(second?.headers["traceparent"]?.hasSuffix("-00") == true)
        #expect(second?.headers["tracestate"] == nil)

        let stranger = try SigningAuthority()
        let forged = String(decoding: try stranger.sign(SamplePayloads.consumable(id: "1")).bytes, as: UTF8.self)
        let refused = try await server.calls.send(
            "/apple/shop/notifications",
            body: Array(#"{"signedPayload":"\#(forged)"}"#.utf8),
            headers: [(name: "x-request-id", value: "story-3"), (name: "traceparent", value: Self.parent)]
        )
        #expect(refused.status >= 400, "\(refused.text)")
        #expect(refused.text.contains(#""requestId":"story-3""#))
        #expect(server.end(SIGTERM) == 0)

        let (text, lines) = try self.log()
        for line in lines {
            for member in ["time", "level", "label", "message"] { #expect(line[member] is String, "\(line)") }
        }
        let first = lines.filter { $0["requestId"] as? String == "story-1" }
        #expect(first.contains { $0["label"] as? String == "purser.http" && $0["route"] as? String == "/v1/purchases" })
        #expect(first.contains { $0["label"] as? String == "purser.apple" && $0["traceId"] as? String == Self.trace })
        #expect(lines.contains { $0["requestId"] as? String == "story-3" && $0["level"] as? String == "warning" })
        for hidden in [server.calls.key, secret, Self.token, "eyJ", "whsec_", "purser_sk_", "PRIVATE KEY", "Bearer "] {
            #expect(!text.contains(hidden), "The log has \(hidden).")
        }

        let spans = collector.calls.map { String(decoding: $0.body, as: UTF8.self) }.joined()
        for name in ["POST /v1/purchases", "database write", "webhook attempt", #""name":"apple "#] {
            #expect(spans.contains(name), "There is no span \(name): \(spans)")
        }
        #expect(!spans.contains("/apple/"), "A stranger has a request recorded: \(spans)")
        #expect(collector.calls.allSatisfy { $0.path == "/v1/traces" })
        #expect(spans.contains(#""traceId":"\#(Self.trace)","#))
        #expect(!spans.contains("/test"))
        for hidden in [server.calls.key, secret, Self.token, "eyJ", "anna", id] {
            #expect(!spans.contains(hidden), "The spans have \(hidden).")
        }
    }

    @Test("A collector that takes the spans and never answers hurts nothing, nor does one that is not there")
    func silent() async throws {
        let collector = try await CallReceiver(answering: 0)
        try self.configure(collector: collector.url, sample: "1.0")
        let server = try self.start()
        for _ in 0..<20 { #expect(try await server.calls.send("/v1/products").status == 200) }
        _ = await collector.calls { !$0.isEmpty }
        for _ in 0..<20 { #expect(try await server.calls.send("/v1/products").status == 200) }
        #expect(server.end(SIGTERM) == 0)

        try self.shop.folder.change("shop/purser.yaml") { $0.replacing(collector.url, with: "http://127.0.0.1:9") }
        let again = try self.start()
        #expect(try await again.calls.send("/v1/products").status == 200)
        let dropped = "purser_spans_dropped_total "
        #expect(
            try await TestTimeout.wait {
                let metrics = try await again.calls.send("/metrics").text.split(separator: "\n")
                let line = try #require(metrics.first { $0.hasPrefix(dropped) })
                return (Double(line.dropFirst(dropped.utf8.count)) ?? 0) > 0
            }
        )
        #expect(again.end(SIGTERM) == 0)
    }
}
