import AppStore
import HTTPTypes
import Hummingbird
import Ledger
import Logging
import NIOCore
import NIOEmbedded
import PurserHTTP
import PurserTesting
import Synchronization
import Testing

@Suite struct NotificationControllerTests {
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

    @Test("A notification of another form than documented is held, answered 200 and counted")
    func otherForm() async throws {
        let shop = self.server.shop
        func odd(_ payload: some SignedPayload, _ field: String) throws -> SignedData {
            let text = String(decoding: payload.json(), as: UTF8.self)
            return SignedData(try shop.authority.sign(Array((#"{"\#(field)":[0],"# + text.dropFirst()).utf8)))
        }
        let nested = try odd(SamplePayloads.transaction(), "revocationDate")
        for compact in [
            try odd(SamplePayloads.notification(transaction: nil), "summary").bytes,
            try shop.authority.sign(SamplePayloads.notification(transaction: nested)).bytes,
        ] {
            let answer = try await self.server.notify(compact)
            #expect(answer.status == .ok)
            #expect(answer.text == #"{"code":"signed_form_unexpected","outcome":"held"}"#)
        }
        #expect(try await shop.repository.read { view in try view.heldCounts() } == [.missingPart: 2])

        let stranger = try SigningAuthority(name: "Stranger")
        let forged = try stranger.sign(Array(#"{"signedDate":"today"}"#.utf8))
        #expect(try await self.server.notify(forged).status == .badRequest)
        let twice = try shop.authority.sign(Array(#"{"signedDate":"today","signedDate":1}"#.utf8))
        #expect(try await self.server.notify(twice).code == "json_duplicate_key")
        #expect(try await shop.repository.read { view in try view.heldCounts() } == [.missingPart: 2])
    }

    @Test("Forged is 400 with the code of the check that failed, and is not kept")
    func forged() async throws {
        let stranger = try SigningAuthority(name: "Stranger")
        let answer = try await self.server.notify(stranger.sign(SamplePayloads.notification(transaction: nil)).bytes)
        #expect(answer.status == .badRequest)
        #expect(answer.code == "chain_root_not_trusted")
        #expect(answer.headers[.contentType] == "application/problem+json")
        #expect(try await self.server.shop.repository.read { view in try view.heldCounts() }.isEmpty)
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
        #expect(try await self.server.shop.repository.read { view in try view.heldCounts() } == [.notOurs: 3])
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
            // So long a body is taken only where it may be of version 1.
            let costly =
                "{\"notification_type\":\"DID_RENEW\",\"a\":[" + String(repeating: "0,", count: 4_000_000) + "0]}"
            let answer = try await self.server.send(.post, path, body: Array(costly.utf8))
            if path == "/verifyReceipt" {
                #expect(answer["status"] == .number("21000"), "\(answer.text)")
            } else {
                #expect(answer.code == "json_too_many_nodes", "\(path): \(answer.text)")
            }
        }
        let long = "{\"a\":[" + String(repeating: "0,", count: 4_000_000) + "0]}"
        let unlikely = try await self.post(Array(long.utf8))
        #expect(unlikely.status == .contentTooLarge && unlikely.code == "body_too_large", "\(unlikely.text)")
        let huge = [UInt8](repeating: UInt8(ascii: "a"), count: 9_000_000)
        let tooLarge = try await self.post(huge)
        #expect(tooLarge.status == .contentTooLarge)
        #expect(tooLarge.code == "body_too_large")
        #expect(try await self.server.notify(self.server.shop.notification()).status == .ok)
    }

    @Test("An encoded body is refused, regardless of its content")
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

    @Test(
        "A body that breaks off, or is not read to its end, is answered with what happened to it",
        arguments: [
            (nil, 400, "body_incomplete"), (.late, 408, "body_timeout"), (.serverBusy, 503, "server_busy"),
            (.framing, 413, "body_too_large"),
        ] as [(BodyRefusal?, Int, String)]
    )
    func brokenBody(refusal: BodyRefusal?, status: Int, code: String) async throws {
        struct Break: Error {}
        let body = AsyncThrowingStream<ByteBuffer, any Error> { continuation in
            continuation.yield(ByteBuffer(bytes: [UInt8](repeating: 0x20, count: 600)))
            continuation.finish(throwing: refusal.map { $0 as any Error } ?? Break())
        }
        let answer = try await self.respond(RequestBody(asyncSequence: body))
        #expect(answer.status == status)
        #expect(answer.text.contains(#""code":"\#(code)""#))
    }

    @Test("Of a body that has not shown itself to be of version 1, no more than 257 KB is read")
    func longBody() async throws {
        let quarter = 64 * 1024
        for (member, most) in [(#""signedPayload":""#, 5), (#""unified_receipt":{"latest_receipt":""#, 20)] {
            let read = Mutex(0)
            // Asked for one part after the other.
            let body = AsyncThrowingStream<ByteBuffer, any Error>(unfolding: {
                let number = read.withLock { count in
                    count += 1
                    return count
                }
                if number > 20 { return nil }
                let start = number == 1 ? "{" + member : ""
                return ByteBuffer(string: start + String(repeating: "A", count: quarter - start.utf8.count))
            })
            let answer = try await self.respond(RequestBody(asyncSequence: body))
            #expect(answer.status == (most == 5 ? 413 : 400))
            #expect(read.withLock { $0 } >= most && read.withLock { $0 } <= most + 1)
        }
    }

    private func respond(_ body: RequestBody) async throws -> (status: Int, text: String) {
        let request = Request(
            head: HTTPRequest(
                method: .post,
                scheme: "http",
                authority: "localhost",
                path: "/apple/shop/notifications"
            ),
            body: body
        )
        let source = ApplicationRequestContextSource(
            channel: EmbeddedChannel(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        let responder = self.server.router.buildResponder()
        let response = try await responder.respond(to: request, context: PurserContext(source: source))
        let collector = Collector()
        try await response.body.write(collector)
        return (response.status.code, collector.text)
    }

    private final class Collector: ResponseBodyWriter {
        private let collected = Mutex(ByteBuffer())
        var text: String { String(buffer: self.collected.withLock(\.self)) }

        func write(_ buffer: ByteBuffer) async throws {
            self.collected.withLock { collected in _ = collected.writeImmutableBuffer(buffer) }
        }

        func finish(_: HTTPFields?) async throws {}
    }

    @Test("An unknown app is 404")
    func unknownApp() async throws {
        let answer = try await self.server.notify(self.server.shop.notification(), app: "other")
        #expect(answer.status == .notFound)
        #expect(answer.code == "app_unknown")
    }

    private func post(_ body: [UInt8]) async throws -> TestServer.TestResponse {
        try await self.server.send(.post, "/apple/shop/notifications", key: nil, body: body)
    }
}
