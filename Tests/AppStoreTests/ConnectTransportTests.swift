import AppStore
import AsyncHTTPClient
import Foundation
import PurserTesting
import Testing

@Suite(.timeLimit(.minutes(10))) struct ConnectTransportTests {
    /// Returns the client's result for a reply over HTTP, and the request that it sent.
    static func ask<Answer: Sendable>(
        _ request: ConnectRequest<Answer>,
        reply: String,
        budget: LocalConnectBudget
    ) async throws -> (Result<Answer, ConnectError>, request: String) {
        let server = try await RevocationCannedServer(reply: reply, lastByte: UInt8(ascii: "\n"))
        let http = HTTPClient(eventLoopGroupProvider: .singleton, configuration: AppStoreTransport.configuration)
        let client = ConnectClient(
            key: try AppStoreStage([]).key(),
            address: "http://127.0.0.1:\(server.port)",
            transport: .http(http, maximumReplyByteCount: ConnectClient.maximumReportByteCount),
            budget: budget,
            time: AppStoreTime(
                now: { AppStoreStage.opening },
                wallNow: { AppStoreStage.opening },
                sleep: { _ in }
            )
        )
        let result = await ConnectStage.outcome { () throws(ConnectError) in
            try await client.send(request, within: TestTimeout.duration)
        }
        try await http.shutdown()
        let heard = server.request
        try await server.close()
        return (result, heard)
    }

    @Test("Over HTTP the address arrives unchanged, and the client obeys the header with the limit")
    func limit() async throws {
        let budget = LocalConnectBudget()
        let body = ConnectClientTests.territories
        let reply =
            "HTTP/1.1 200 OK\r\nX-Rate-Limit: user-hour-lim:3500;user-hour-rem:175;\r\n"
            + "Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n" + body
        let request = ConnectRequest.automaticPrices(of: "7", in: ["USA", "JPN"])
        let (first, heard) = try await Self.ask(request, reply: reply, budget: budget)
        #expect(try first.get().items.map(\.id) == ["USA"])
        #expect(
            heard.hasPrefix(
                "GET /v1/inAppPurchasePriceSchedules/7/automaticPrices?filter%5Bterritory%5D=USA%2CJPN"
                    + "&include=inAppPurchasePricePoint%2Cterritory&limit=200 HTTP/1.1\r\n"
            )
        )
        let (second, silence) = try await Self.ask(request, reply: reply, budget: budget)
        guard case .failure(let error) = second else {
            Issue.record("The second request was sent.")
            return
        }
        #expect(error == .rateLimited(until: AppStoreStage.opening + 300_000) && silence.isEmpty)
    }

    @Test("Over HTTP a day without sales differs from a redirection, which is not followed")
    func absence() async throws {
        let request = ConnectRequest.salesReport(try ConnectClientTests.report(), vendorNumber: "80012345")
        let body = #"{"errors":[{"code":"NOT_FOUND","detail":"There were no sales for the date specified."}]}"#
        let missing = "HTTP/1.1 404 Not Found\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n" + body
        let (zero, heard) = try await Self.ask(request, reply: missing, budget: LocalConnectBudget())
        #expect(zero == .failure(.noSales))
        #expect(heard.contains("\r\nAccept: application/a-gzip\r\n") && heard.contains("\r\nAuthorization: Bearer "))
        let moved =
            "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        let (redirected, _) = try await Self.ask(request, reply: moved, budget: LocalConnectBudget())
        #expect(redirected == .failure(.redirected))
    }
}
