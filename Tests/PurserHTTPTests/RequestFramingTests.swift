import Foundation
import Testing

/// What the parser takes and RFC 9112 does not, said over a bare connection.
@Suite struct RequestFramingTests {
    private static let path = "/apple/shop/notifications"

    private static func post(_ fields: [String], _ body: String = "", version: String = "1.1") -> String {
        "POST \(Self.path) HTTP/\(version)\r\n" + fields.map { $0 + "\r\n" }.joined() + "\r\n" + body
    }

    @Test(
        "A request whose framing could be read in two ways is refused, and the connection ends",
        arguments: [
            (["content-length: 2"], "{}", "1.1", "400", "host_invalid"),
            (["host: a", "host: a", "content-length: 2"], "{}", "1.1", "400", "host_invalid"),
            (["host: a", "host: b", "content-length: 2"], "{}", "1.0", "400", "host_invalid"),
            (["host: a b", "content-length: 2"], "{}", "1.1", "400", "host_invalid"),
            (["host: a/b", "content-length: 2"], "{}", "1.1", "400", "host_invalid"),
            (
                ["host: a", "transfer-encoding: gzip, chunked"], "2\r\n{}\r\n0\r\n\r\n", "1.1", "501",
                "transfer_encoding_unsupported"
            ),
            (
                ["host: a", "transfer-encoding: gzip", "transfer-encoding: chunked"], "2\r\n{}\r\n0\r\n\r\n", "1.1",
                "501", "transfer_encoding_unsupported"
            ),
            (
                ["host: a", "transfer-encoding: chunked, chunked"], "2\r\n{}\r\n0\r\n\r\n", "1.1", "400", "bad_request"
            ),
            (["host: a", "transfer-encoding: gzip"], "{}", "1.1", "400", "bad_request"),
            (["host: a", "transfer-encoding: chunked"], "2\r\n{}\r\n0\r\n\r\n", "1.0", "400", "bad_request"),
            (["transfer-encoding: chunked"], "2\r\n{}\r\n0\r\n\r\n", "1.0", "400", "bad_request"),
            (
                ["host: a", "transfer-encoding: chunked", "content-length: 2"], "2\r\n{}\r\n0\r\n\r\n", "1.1", "400",
                "bad_request"
            ),
        ] as [([String], String, String, String, String)]
    )
    func refused(fields: [String], body: String, version: String, status: String, code: String) async throws {
        // The data behind it on the connection is not taken for a request.
        let smuggled = Self.post(["host: a", "connection: close", "content-length: 2"], "{}")
        let answer = try #require(
            try await RawConversation.answers(to: [Self.post(fields, body, version: version) + smuggled]).first
        )
        #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
        #expect(answer.contains(#""code":"\#(code)""#))
        #expect(answer.components(separatedBy: "HTTP/1.1 ").count == 2, "\(answer)")
    }

    @Test(
        "What RFC 9112 allows is answered",
        arguments: [
            (["host: a", "connection: close", "content-length: 2"], "{}", "1.1"),
            (["host:", "connection: close", "content-length: 2"], "{}", "1.1"),
            (["host: [::1]:8080", "connection: close", "content-length: 2"], "{}", "1.1"),
            (["host: a", "connection: Close", "Transfer-Encoding: Chunked"], "2;x=y\r\n{}\r\n0\r\n\r\n", "1.1"),
            // A request of HTTP/1.0 is the last one, unless it says otherwise.
            (["content-length: 2"], "{}", "1.0"),
            (["host: a", "content-length: 2"], "{}", "1.0"),
        ] as [([String], String, String)]
    )
    func allowed(fields: [String], body: String, version: String) async throws {
        let answer = try #require(
            try await RawConversation.answers(to: [Self.post(fields, body, version: version)]).first
        )
        #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(answer)")
        #expect(answer.contains(#""code":"signed_payload_missing""#))
    }

    @Test("Chunk extensions and trailers count, and too much of them is too large a body")
    func extensions() async throws {
        let head = Self.post(["host: a", "connection: close", "transfer-encoding: chunked"])
        // Far beyond what comes in one read with the head.
        let long = "1;x=" + String(repeating: "y", count: 1024 * 1024) + "\r\n{\r\n1\r\n}\r\n0\r\n\r\n"
        let many = String(repeating: "1;" + String(repeating: "z", count: 200) + "\r\n \r\n", count: 3000) + "0\r\n\r\n"
        // One byte in each chunk is a strange way to send a body, and an honest one.
        let honest =
            String(repeating: "1\r\n \r\n", count: 60_000) + "2\r\n{}\r\n0\r\n\r\n"
        let answers = try await RawConversation.answers(to: [head + long, head + many, head + honest])
        #expect(answers[0].contains(#""code":"body_too_large""#), "\(answers[0])")
        #expect(answers[1].contains(#""code":"body_too_large""#), "\(answers[1])")
        #expect(answers[2].contains(#""code":"signed_payload_missing""#), "\(answers[2])")
    }
}
