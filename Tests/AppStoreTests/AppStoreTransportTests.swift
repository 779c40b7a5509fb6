import AppStore
import AsyncHTTPClient
import Foundation
import PurserTesting
import Testing

@Suite(.timeLimit(.minutes(10))) struct AppStoreTransportTests {
    /// Returns the result of the live transport for a reply.
    func exchange(
        _ reply: String
    ) async throws -> (Result<AppStoreHTTPResponse, AppStoreTransportError>, request: String) {
        let server = try await RevocationCannedServer(reply: reply, lastByte: UInt8(ascii: "\n"))
        let result = try await self.ask("http://127.0.0.1:\(server.port)/inApps/v1/transactions/1")
        let request = server.request
        try await server.close()
        return (result, request)
    }

    func ask(
        _ url: String,
        timeout: Duration = TestTimeout.duration
    ) async throws -> Result<AppStoreHTTPResponse, AppStoreTransportError> {
        let client = HTTPClient(
            eventLoopGroupProvider: .singleton,
            configuration: AppStoreTransport.configuration
        )
        let call = AppStoreHTTPRequest(method: "GET", url: url, headers: [("Authorization", "Bearer t")], body: nil)
        let result: Result<AppStoreHTTPResponse, AppStoreTransportError>
        do throws(AppStoreTransportError) {
            result = .success(try await AppStoreTransport.http(client).exchange(call, timeout))
        } catch {
            result = .failure(error)
        }
        try await client.shutdown()
        return result
    }

    static func failure(_ result: Result<AppStoreHTTPResponse, AppStoreTransportError>) -> AppStoreTransportError? {
        guard case .failure(let error) = result else { return nil }
        return error
    }

    @Test("A reply is returned with its status, header fields, and body", arguments: [200, 404, 429, 500])
    func reply(status: Int) async throws {
        let (result, request) = try await self.exchange(
            "HTTP/1.1 \(status) Word\r\nRetry-After: 5\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}"
        )
        let reply = try result.get()
        #expect(reply.status == status && reply.header("retry-after") == "5" && reply.body == Array("{}".utf8))
        #expect(request.hasPrefix("GET /inApps/v1/transactions/1 HTTP/1.1\r\n"))
        #expect(request.contains("\r\nAuthorization: Bearer t\r\n"))
    }

    @Test(
        "The transport returns a redirection and does not send the token elsewhere",
        arguments: [301, 302, 303, 307, 308]
    )
    func redirect(status: Int) async throws {
        let other = try await RevocationCannedServer(reply: "", lastByte: UInt8(ascii: "\n"))
        let (result, _) = try await self.exchange(
            "HTTP/1.1 \(status) Word\r\nLocation: http://127.0.0.1:\(other.port)/\r\nContent-Length: 0\r\n"
                + "Connection: close\r\n\r\n"
        )
        #expect(try result.get().status == status)
        #expect(other.request.isEmpty)
        try await other.close()
    }

    @Test("A reply of more than a mebibyte is refused")
    func tooLarge() async throws {
        let body = String(repeating: "x", count: AppStoreTransport.maximumReplyByteCount)
        let fitting = try await self.exchange("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + body).0
        #expect(try fitting.get().body.count == AppStoreTransport.maximumReplyByteCount)
        let over = try await self.exchange("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + body + "x").0
        #expect(Self.failure(over) == .tooLarge)
    }

    @Test(
        "A reply that breaks off means that the request may have arrived",
        arguments: [
            "", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort", "HTTP/1.1 200 OK\r\nContent-Le",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab", "nonsense\r\n\r\n",
        ]
    )
    func interrupted(reply: String) async throws {
        #expect(Self.failure(try await self.exchange(reply).0) == .interrupted)
    }

    @Test("If no server listens, or the name is unknown, the request was not sent")
    func unreachable() async throws {
        let server = try await RevocationCannedServer(reply: "", lastByte: 0)
        let port = server.port
        try await server.close()
        #expect(Self.failure(try await self.ask("http://127.0.0.1:\(port)/")) == .unreachable)
        #expect(Self.failure(try await self.ask("http://unknown.invalid/")) == .unreachable)
        #expect(Self.failure(try await self.ask("no address")) == .unreachable)
    }

    @Test("A server without TLS counts as unreachable")
    func noTLS() async throws {
        let server = try await RevocationCannedServer(reply: "HTTP/1.1 400 No\r\n\r\n", lastByte: 0)
        #expect(Self.failure(try await self.ask("https://127.0.0.1:\(server.port)/", timeout: .seconds(5))) != nil)
        try await server.close()
    }

    @Test("The transport gives up on a server that does not respond within the timeout")
    func timeout() async throws {
        let server = try await RevocationCannedServer(reply: "", lastByte: 0)
        let result = try await self.ask("http://127.0.0.1:\(server.port)/", timeout: .milliseconds(100))
        #expect(Self.failure(result) == .timedOut)
        try await server.close()
    }

    @Test("The cancellation of the task ends the exchange immediately")
    func canceled() async throws {
        let server = try await RevocationCannedServer(reply: "", lastByte: 0)
        let url = "http://127.0.0.1:\(server.port)/"
        let task = Task { try await self.ask(url) }
        while server.request.isEmpty { await Task.yield() }
        task.cancel()
        #expect(Self.failure(try await task.value) == .canceled)
        try await server.close()
    }
}
