import AppStore
import AsyncHTTPClient
import Testing

@Suite(.timeLimit(.minutes(10))) struct RevocationTransportTests {
    /// Returns the live transport's result for a reply, and the request that it sent.
    func exchange(
        reply: String,
        body: [UInt8] = [0x30, 0x01]
    ) async throws -> (
        result: Result<[UInt8], RevocationError>, request: String
    ) {
        let server = try await RevocationCannedServer(reply: reply, lastByte: body.last ?? 0)
        let result = try await self.ask("http://127.0.0.1:\(server.port)/ocsp", body: body)
        let request = server.request
        try await server.close()
        return (result, request)
    }

    func ask(_ address: String, body: [UInt8]) async throws -> Result<[UInt8], RevocationError> {
        var configuration = HTTPClient.Configuration()
        // Otherwise the client retries until the timeout.
        configuration.connectionPool.retryConnectionEstablishment = false
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        let result: Result<[UInt8], RevocationError>
        do throws(RevocationError) {
            result = .success(try await OCSPTransport.http(client).exchange(address, body))
        } catch {
            result = .failure(error)
        }
        try await client.shutdown()
        return result
    }

    @Test("The request is a POST as in RFC 6960, and the body of the response is returned")
    func post() async throws {
        let (result, request) = try await self.exchange(
            reply: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello"
        )
        #expect(result == .success(Array("hello".utf8)))
        #expect(request.hasPrefix("POST /ocsp HTTP/1.1\r\n"))
        #expect(request.contains("\r\nContent-Type: application/ocsp-request\r\n"))
        #expect(request.contains("\r\nAccept: application/ocsp-response\r\n"))
        #expect(request.lowercased().contains("\r\ncontent-length: 2\r\n"))
        #expect(request.hasSuffix("\r\n\r\n\u{30}\u{01}"))
    }

    @Test("The error contains any status other than 200", arguments: [204, 301, 400, 404, 429, 500, 503])
    func status(code: Int) async throws {
        let (result, _) = try await self.exchange(
            reply: "HTTP/1.1 \(code) Whatever\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        )
        #expect(result == .failure(.httpStatus(code)))
    }

    @Test("A body over the limit is refused, with or without a Content-Length")
    func tooLarge() async throws {
        let limit = OCSPResponse.maximumByteCount
        let fitting = String(repeating: "x", count: limit)
        let announced = "HTTP/1.1 200 OK\r\nContent-Length: \(limit + 1)\r\nConnection: close\r\n\r\n\(fitting)x"
        #expect(try await self.exchange(reply: announced).result == .failure(.tooLarge))
        let open = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n\(fitting)x"
        #expect(try await self.exchange(reply: open).result == .failure(.tooLarge))
        let exact = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n\(fitting)"
        #expect(try await self.exchange(reply: exact).result == .success(Array(fitting.utf8)))
    }

    @Test("A reply that breaks off is an error")
    func interrupted() async throws {
        let (result, _) = try await self.exchange(reply: "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort")
        #expect(result == .failure(.unreachable))
    }

    @Test("Without a listening server the responder is unreachable")
    func nobody() async throws {
        let server = try await RevocationCannedServer(reply: "", lastByte: 0)
        let port = server.port
        try await server.close()
        #expect(try await self.ask("http://127.0.0.1:\(port)/", body: [0]) == .failure(.unreachable))
    }

    @Test(
        "Only HTTP addresses are used",
        arguments: ["ftp://127.0.0.1/", "file:///etc/hosts", "", "http:///x", "::"]
    )
    func addresses(address: String) async throws {
        #expect(try await self.ask(address, body: [0]) == .failure(.addressInvalid))
    }
}
