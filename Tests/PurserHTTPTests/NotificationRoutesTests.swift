import AppStore
import HTTPTypes
import Hummingbird
import Ledger
import Logging
import NIOCore
import NIOEmbedded
import PurserHTTP
import PurserTesting
import Testing

@Suite struct NotificationRoutesTests {
    let server: TestServer

    init() throws {
        self.server = try TestServer()
    }

    @Test("Authentic, duplicate and held notifications are answered 200, each with its word")
    func accepted() async throws {
        let compact = try self.server.shop.notification()
        let first = try await self.server.notify(compact)
        #expect(first.status == .ok)
        #expect(first.text == #"{"outcome":"recorded"}"#)
        let second = try await self.server.notify(compact)
        #expect(second.status == .ok)
        #expect(second.text == #"{"outcome":"duplicate"}"#)

        let ahead = Timestamp(milliseconds: SamplePayloads.signedAt.milliseconds + 3_600_000)
        let future = try await self.server.notify(
            self.server.shop.notification(uuid: "future", transaction: nil, signedAt: ahead)
        )
        #expect(future.status == .ok)
        #expect(future.text == #"{"code":"signed_date_in_future","outcome":"held"}"#)
    }

    @Test("Forged is 400 with the code of the check that failed, and is not kept")
    func forged() async throws {
        let stranger = try SigningAuthority(name: "Stranger")
        let answer = try await self.server.notify(stranger.sign(SamplePayloads.notification(transaction: nil)).bytes)
        #expect(answer.status == .badRequest)
        #expect(answer.code == "chain_root_not_trusted")
        #expect(answer.headers[.contentType] == "application/problem+json")
        #expect(try await self.server.shop.repository.heldCounts().isEmpty)
    }

    @Test("Authentic but of another bundle, app or environment is 503, so that Apple sends it again")
    func notOurs() async throws {
        var other = SamplePayloads.notification(transaction: nil)
        other.data?.bundleId = "com.example.other"
        let bundle = try await self.server.notify(self.server.shop.authority.sign(other).bytes)
        #expect(bundle.status == .serviceUnavailable)
        #expect(bundle.code == "bundle_id_mismatch")
        #expect(bundle.headers[.retryAfter] != nil)

        var number = SamplePayloads.notification(transaction: nil)
        number.data?.appAppleId = 1
        #expect(
            try await self.server.notify(self.server.shop.authority.sign(number).bytes).code == "app_apple_id_mismatch"
        )
        let environment = SamplePayloads.notification(transaction: nil, environment: .xcode)
        #expect(
            try await self.server.notify(self.server.shop.authority.sign(environment).bytes).code
                == "environment_mismatch"
        )
        #expect(try await self.server.shop.repository.heldCounts() == [.notOurs: 3])
    }

    @Test("Parts that disagree with the whole are 400")
    func disagreeing() async throws {
        let compact = try self.server.shop.notification(
            renewalInfo: SamplePayloads.renewalInfo(originalID: "2000000000000777")
        )
        let answer = try await self.server.notify(compact)
        #expect(answer.status == .badRequest)
        #expect(answer.code == "nested_subscription_mismatch")
    }

    @Test(
        "A body that is not Apple's is 400 with its own code",
        arguments: [
            ("", "json_invalid"),
            ("hello", "json_invalid"),
            ("[]", "json_wrong_type"),
            ("{}", "signed_payload_missing"),
            (#"{"signedPayload":5}"#, "json_wrong_type"),
            (#"{"signedPayload":"a","signedPayload":"b"}"#, "json_duplicate_key"),
            (#"{"signedPayload":"a.b"}"#, "jws_malformed"),
            (#"{"notification_type":"DID_RENEW"}"#, "notification_secret_wrong"),
        ]
    )
    func bodies(text: String, code: String) async throws {
        let answer = try await self.server.send(
            .post,
            "/apple/shop/notifications",
            key: nil,
            body: Array(text.utf8)
        )
        #expect(answer.status == .badRequest)
        #expect(answer.code == code)
    }

    @Test("Deep nesting, invalid UTF-8 and huge bodies are refused and the server lives on")
    func hostileBodies() async throws {
        let deep = Array(String(repeating: #"{"a":"#, count: 20_000).utf8)
        #expect(try await self.post(deep).code == "json_too_deep")
        let notUTF8 = Array(#"{"signedPayload":""#.utf8) + [0xFF, 0xFE] + Array(#""}"#.utf8)
        #expect(try await self.post(notUTF8).code == "json_not_utf8")
        for path in ["/apple/shop/notifications", "/verifyReceipt", "/v1/purchases"] {
            let costly = "{\"a\":[" + String(repeating: "0,", count: 4_000_000) + "0]}"
            let answer = try await self.server.send(.post, path, body: Array(costly.utf8))
            if path == "/verifyReceipt" {
                #expect(answer["status"] == .number("21000"), "\(answer.text)")
            } else {
                #expect(answer.code == "json_too_many_nodes", "\(path): \(answer.text)")
            }
        }
        let huge = [UInt8](repeating: UInt8(ascii: "a"), count: 9_000_000)
        let tooLarge = try await self.post(huge)
        #expect(tooLarge.status == .contentTooLarge)
        #expect(tooLarge.code == "body_too_large")
        #expect(try await self.server.notify(self.server.shop.notification()).status == .ok)
    }

    @Test("An encoded body is refused, whatever it holds")
    func contentEncoding() async throws {
        let answer = try await self.server.send(
            .post,
            "/apple/shop/notifications",
            key: nil,
            headers: [.contentEncoding: "gzip"],
            body: [1, 2, 3]
        )
        #expect(answer.status == .unsupportedMediaType)
        #expect(answer.code == "content_encoding_unsupported")
    }

    @Test("When all bodies together would be too much, the answer is 503 and the memory is given back")
    func bodyBudget() async throws {
        let tight = try TestServer(limits: BodyLimits(total: 1000))
        let compact = try tight.shop.notification()
        let answer = try await tight.notify(compact)
        #expect(answer.status == .serviceUnavailable)
        #expect(answer.code == "server_busy")
        for _ in 0..<5 {
            let small = try await tight.send(.post, "/apple/shop/notifications", key: nil, body: Array("{}".utf8))
            #expect(small.code == "signed_payload_missing")
        }
    }

    @Test("A body that breaks off is the client's fault, and its memory is given back")
    func brokenBody() async throws {
        struct Break: Error {}
        let tight = try TestServer(limits: BodyLimits(total: 1000))
        let responder = tight.router.buildResponder()
        for _ in 0..<5 {
            let body = AsyncThrowingStream<ByteBuffer, any Error> { continuation in
                continuation.yield(ByteBuffer(bytes: [UInt8](repeating: 0x20, count: 600)))
                continuation.finish(throwing: Break())
            }
            let request = Request(
                head: HTTPRequest(
                    method: .post,
                    scheme: "http",
                    authority: "localhost",
                    path: "/apple/shop/notifications"
                ),
                body: RequestBody(asyncSequence: body)
            )
            let source = ApplicationRequestContextSource(
                channel: EmbeddedChannel(),
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            )
            let response = try await responder.respond(to: request, context: PurserContext(source: source))
            #expect(response.status == .badRequest)
        }
    }

    @Test("An app that nobody configured is 404")
    func unknownApp() async throws {
        let answer = try await self.server.notify(self.server.shop.notification(), app: "other")
        #expect(answer.status == .notFound)
        #expect(answer.code == "app_unknown")
    }

    private func post(_ body: [UInt8]) async throws -> TestServer.Exchange {
        try await self.server.send(.post, "/apple/shop/notifications", key: nil, body: body)
    }
}
