import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import PurserTesting

/// Talks to a running server as Apple and the shop do.
struct ServerCalls: Sendable {
    /// The server's address.
    let url: String
    /// The shop's secret key.
    let key: String

    /// Posts a notification as Apple does: the status and the answer.
    func notify(_ compact: [UInt8], app: String = "shop") async throws -> (status: Int, text: String) {
        let body = Array(#"{"signedPayload":""#.utf8) + compact + Array(#""}"#.utf8)
        return try await self.send("/apple/\(app)/notifications", body: body)
    }

    /// Sends a request with the shop's key: the status and the answer.
    func send(
        _ path: String,
        body: [UInt8]? = nil,
        method: HTTPMethod? = nil,
        headers: [(name: String, value: String)] = []
    ) async throws -> (status: Int, text: String) {
        var request = HTTPClientRequest(url: self.url + path)
        request.headers.add(name: "authorization", value: "Bearer \(self.key)")
        for header in headers { request.headers.add(name: header.name, value: header.value) }
        if let body {
            request.method = .POST
            request.body = .bytes(body)
        }
        if let method { request.method = method }
        let client = HTTPClient(eventLoopGroupProvider: .singleton)
        do {
            let response = try await client.execute(request, timeout: .seconds(TestTimeout.seconds))
            let answer = try await response.body.collect(upTo: 16 * 1024 * 1024)
            try await client.shutdown()
            return (Int(response.status.code), String(buffer: answer))
        } catch {
            try? await client.shutdown()
            throw error
        }
    }
}
