import AppStore
import Foundation
import Hummingbird
import HummingbirdTesting
import Ledger
import Logging
import NIOCore
import NIOPosix
import PurserHTTP
import Testing

/// What is said over a bare connection, and all that comes back until the server ends it.
@Suite struct ParserRefusalsTests {
    /// Collects what a connection brings until its end.
    private final class Collector: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private var bytes = ByteBuffer()
        private let whole: EventLoopPromise<ByteBuffer>

        init(_ whole: EventLoopPromise<ByteBuffer>) {
            self.whole = whole
        }

        func channelRead(context _: ChannelHandlerContext, data: NIOAny) {
            var part = self.unwrapInboundIn(data)
            self.bytes.writeBuffer(&part)
        }

        func channelInactive(context: ChannelHandlerContext) {
            self.whole.succeed(self.bytes)
            context.fireChannelInactive()
        }

        func errorCaught(context: ChannelHandlerContext, error _: any Error) {
            context.close(promise: nil)
        }
    }

    private static func say(_ text: String, port: Int) async throws -> String {
        let group = MultiThreadedEventLoopGroup.singleton
        let whole = group.any().makePromise(of: ByteBuffer.self)
        let channel = try await ClientBootstrap(group: group)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Collector(whole))
                }
            }
            .connect(host: "localhost", port: port)
            .get()
        try await channel.writeAndFlush(ByteBuffer(string: text)).get()
        return String(buffer: try await whole.futureResult.get())
    }

    /// Lets a server with the limits of the real one answer what is said.
    private func answers(to texts: [String]) async throws -> [String] {
        let application = PurserApplication.make(
            router: try TestServer().router,
            host: "localhost",
            port: 0,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            onListening: { _ in }
        )
        return try await application.test(.live) { client in
            let port = try #require(client.port)
            var answers: [String] = []
            for text in texts { answers.append(try await Self.say(text, port: port)) }
            return answers
        }
    }

    private static func request(_ fields: [String]) -> String {
        "GET /health/live HTTP/1.1\r\nhost: localhost\r\n" + fields.map { $0 + "\r\n" }.joined() + "\r\n"
    }

    private static func field(_ number: Int, _ bytes: Int) -> String {
        "x-field-\(number): " + String(repeating: "a", count: bytes)
    }

    @Test("What is no HTTP, or has too large a header, is answered with a problem document, and the connection ends")
    func refusals() async throws {
        let cases: [(text: String, status: String, code: String)] = [
            (Self.request([Self.field(0, 9 * 1024)]), "431", "headers_too_large"),
            (Self.request((0..<3).map { Self.field($0, 6 * 1024) }), "431", "headers_too_large"),
            (Self.request((0..<65).map { Self.field($0, 1) }), "431", "headers_too_large"),
            ("What is this?\r\n\r\n", "400", "bad_request"),
            ("GET / HTTP/1.1\r\nno colon\r\n\r\n", "400", "bad_request"),
        ]
        for (given, answer) in zip(cases, try await self.answers(to: cases.map(\.text))) {
            let parts = answer.split(separator: "\r\n\r\n", maxSplits: 1).map(String.init)
            try #require(parts.count == 2, "\(given.text.prefix(40)): \(answer)")
            let head = parts[0].lowercased()
            #expect(head.hasPrefix("http/1.1 \(given.status) "))
            #expect(head.contains("content-type: application/problem+json"))
            #expect(head.contains("connection: close"))
            #expect(head.contains("content-length: \(parts[1].utf8.count)"))
            let document = try JSONValue(json: Array(parts[1].utf8))
            #expect(document["code"] == .string(given.code))
            #expect(document["status"] == .number(given.status))
            #expect(document["requestId"] != nil)
        }
    }

    @Test("What is within the limits is answered, and what follows it and is no HTTP is refused after it")
    func afterwards() async throws {
        let good = Self.request([Self.field(0, 7 * 1024), Self.field(1, 7 * 1024)])
        let answer = try #require(try await self.answers(to: [good + "What is this?\r\n\r\n"]).first)
        #expect(answer.hasPrefix("HTTP/1.1 200 "))
        let rest = try #require(answer.range(of: "HTTP/1.1 400 "))
        #expect(answer[rest.lowerBound...].contains(#""code":"bad_request""#))
        let last = good.replacing("host:", with: "connection: close\r\nhost:")
        let only = try #require(try await self.answers(to: [last]).first)
        #expect(only.hasPrefix("HTTP/1.1 200 "))
        #expect(!only.contains("problem+json"))
    }
}
