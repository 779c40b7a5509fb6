import AppStore
import Foundation
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import PurserHTTP
import Testing

/// What is said over a bare connection, and all that comes back until the server ends it.
@Suite struct ParserErrorHandlerTests {
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
        for (given, answer) in zip(cases, try await RawConversation.answers(to: cases.map(\.text))) {
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

    @Test("A client that still sends a far too large header gets the complete response")
    func longHeader() async throws {
        let answer = try #require(
            try await RawConversation.answers(to: [Self.request([Self.field(0, 1024 * 1024)])]).first
        )
        #expect(answer.hasPrefix("HTTP/1.1 431 "))
        #expect(answer.hasSuffix("}"), "\(answer)")
        #expect(answer.contains(#""code":"headers_too_large""#))
    }

    @Test("A client that continues to send unread data is waited for only for a moment")
    func farewell() throws {
        let channel = EmbeddedChannel(handler: ParserErrorHandler())
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 80)).wait()
        channel.pipeline.fireErrorCaught(HTTPParserError.headerOverflow)
        let refusal = HTTPResponse(status: .badRequest, headerFields: [.contentLength: "0"])
        channel.write(HTTPResponsePart.head(refusal), promise: nil)
        channel.flush()
        channel.embeddedEventLoop.advanceTime(by: ParserErrorHandler.farewell - .nanoseconds(1))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .nanoseconds(1))
        #expect(!channel.isActive)
    }

    @Test("What is within the limits is answered, and what follows it and is no HTTP is refused after it")
    func afterwards() async throws {
        let good = Self.request([Self.field(0, 7 * 1024), Self.field(1, 7 * 1024)])
        let answer = try #require(try await RawConversation.answers(to: [good + "What is this?\r\n\r\n"]).first)
        #expect(answer.hasPrefix("HTTP/1.1 200 "))
        let rest = try #require(answer.range(of: "HTTP/1.1 400 "))
        #expect(answer[rest.lowerBound...].contains(#""code":"bad_request""#))
        let last = good.replacing("host:", with: "connection: close\r\nhost:")
        let only = try #require(try await RawConversation.answers(to: [last]).first)
        #expect(only.hasPrefix("HTTP/1.1 200 "))
        #expect(!only.contains("problem+json"))
    }
}
