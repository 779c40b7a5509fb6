import AppStore
import Crypto
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10))) struct ConnectClientTests {
    static let territories = #"{"data":[{"type":"territories","id":"USA","attributes":{"currency":"USD"}}]}"#

    static func report() throws -> ConnectSalesReport {
        let day = try #require(ReportDate(year: 2026, month: 2, day: 27))
        return try #require(ConnectSalesReport(.sales, of: .day(day)))
    }

    static func send(_ stage: ConnectStage) async throws -> Result<[UInt8], ConnectError> {
        let client = try stage.client()
        let request = ConnectRequest.salesReport(try Self.report(), vendorNumber: "80012345")
        return await ConnectStage.outcome { () throws(ConnectError) in try await client.send(request) }
    }

    @Test("A token is valid for ten minutes and for its own request, and the public key verifies it")
    func token() async throws {
        let stage = ConnectStage([.gzip()])
        let gzip = try await Self.send(stage).get()
        #expect(gzip.count == 40 && gzip.prefix(2) == [0x1F, 0x8B])
        let call = try #require(stage.calls.first)
        let (header, claims) = try #require(ConnectStage.token(of: call))
        #expect(header["alg"] == .string("ES256") && header["typ"] == .string("JWT"))
        #expect(header["kid"] == .string(AppStoreStage.keyID))
        #expect(claims["iss"] == .string(AppStoreStage.issuerID) && claims["aud"] == .string("appstoreconnect-v1"))
        #expect(claims["iat"] == .number("1772323200") && claims["exp"] == .number("1772323800"))
        #expect(claims["bid"] == nil)
        let scope =
            "GET /v1/salesReports?filter[frequency]=DAILY&filter[reportDate]=2026-02-27&filter[reportSubType]=SUMMARY"
            + "&filter[reportType]=SALES&filter[vendorNumber]=80012345&filter[version]=1_0"
        #expect(claims["scope"] == .array([.string(scope)]))
        let text = try #require(call.headers.first { $0.name == "Authorization" }?.value.dropFirst(7))
        let parts = text.utf8.split(separator: UInt8(ascii: "."))
        let signature = try P256.Signing.ECDSASignature(
            rawRepresentation: try #require(Base64URL.decode(parts[2]))
        )
        let content = Array(parts[0]) + [UInt8(ascii: ".")] + Array(parts[1])
        #expect(stage.privateKey.publicKey.isValidSignature(signature, for: content))
    }

    @Test("A request has the method, the encoded address, and the header fields of its kind")
    func call() async throws {
        let stage = ConnectStage([.gzip(), .reply(200, Self.territories)])
        let client = try stage.client()
        _ = try await Self.send(stage).get()
        let page = try await client.send(.territories(), within: .seconds(5))
        #expect(page.items.map(\.id) == ["USA"] && page.items.map(\.currency) == ["USD"] && page.nextLink == nil)
        #expect(
            stage.calls.map(\.url) == [
                "https://connect.example/v1/salesReports?filter%5Bfrequency%5D=DAILY&filter%5BreportDate%5D=2026-02-27"
                    + "&filter%5BreportSubType%5D=SUMMARY&filter%5BreportType%5D=SALES"
                    + "&filter%5BvendorNumber%5D=80012345&filter%5Bversion%5D=1_0",
                "https://connect.example/v1/territories?limit=200",
            ]
        )
        #expect(stage.calls.allSatisfy { $0.method == "GET" && $0.body == nil })
        #expect(stage.calls[0].headers.map(\.name) == ["User-Agent", "Authorization", "Accept"])
        #expect(stage.calls.map { $0.headers[2].value } == ["application/a-gzip", "application/json"])
        #expect(stage.timeouts == [ConnectClient.defaultTimeout, .seconds(5)])
        #expect(ConnectClient.address == "https://api.appstoreconnect.apple.com")
    }

    @Test("A trailing slash of the base address is not part of the path")
    func slash() async throws {
        let stage = ConnectStage([.reply(200, Self.territories)])
        _ = try await stage.client(address: ConnectStage.address + "//").send(.territories())
        #expect(stage.targets == ["/v1/territories?limit=200"])
    }

    @Test("A request without a reply states the reason and whether a repetition may succeed")
    func transport() async throws {
        let meanings: [(AppStoreTransportError, ConnectError)] = [
            (.unreachable, .unreachable), (.interrupted, .interrupted),
            (.timedOut, .timedOut(ConnectClient.defaultTimeout)),
            (.tooLarge, .tooLarge), (.redirected, .redirected), (.canceled, .canceled),
        ]
        for (failure, error) in meanings {
            let stage = ConnectStage([.failure(failure)])
            #expect(try await Self.send(stage) == .failure(error))
            #expect(stage.calls.count == 1)
            #expect(error.canRetry == (failure != .tooLarge && failure != .redirected))
        }
    }

    @Test(
        "The client sends no request whose parts would change the meaning of its address",
        arguments: ["", ".", "..", "a/b", "a&b", "ä"]
    )
    func invalid(text: String) async throws {
        let stage = ConnectStage([])
        let client = try stage.client()
        let report = try Self.report()
        let asked: [Result<[UInt8], ConnectError>] = [
            await ConnectStage.outcome { () throws(ConnectError) in
                try await client.send(.salesReport(report, vendorNumber: text))
            },
            await ConnectStage.outcome { () throws(ConnectError) in
                try await client.send(.salesReport(report, vendorNumber: "1", version: text))
            },
            await ConnectStage.outcome { () throws(ConnectError) in
                _ = try await client.send(.inAppPurchasePricePoints(of: text))
                return []
            },
            await ConnectStage.outcome { () throws(ConnectError) in
                _ = try await client.send(.manualPrices(of: "1", in: ["USA", text + "#"]))
                return []
            },
        ]
        #expect(asked == Array(repeating: .failure(.requestInvalid), count: 4))
        #expect(stage.calls.isEmpty)
    }

    @Test("The client sends no request of a canceled task")
    func canceled() async throws {
        let stage = ConnectStage([.reply(200, Self.territories)])
        let client = try stage.client()
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return await ConnectStage.outcome { () throws(ConnectError) in try await client.send(.territories()).items }
        }
        task.cancel()
        #expect(await task.value == .failure(.canceled))
        #expect(stage.calls.isEmpty)
    }

    @Test("A response that is not gzip, or longer than allowed, is refused")
    func hostileReports() async throws {
        let bodies: [[UInt8]] = [[], [0x1F], [0x1F, 0x8B], Array("Provider\tProvider Country\n".utf8)]
        for body in bodies {
            let stage = ConnectStage([.success(AppStoreHTTPResponse(status: 200, body: body))])
            #expect(try await Self.send(stage) == .failure(.unreadable))
        }
        let report = try Self.report()
        for (byteCount, isTaken) in [(1000, true), (1001, false)] {
            let client = try ConnectStage([.gzip(byteCount: byteCount)]).client()
            let result = await ConnectStage.outcome { () throws(ConnectError) in
                try await client.send(.salesReport(report, vendorNumber: "1", maximumByteCount: 1000)).count
            }
            #expect(result == (isTaken ? .success(1000) : .failure(.tooLarge)))
        }
    }

    @Test("A JSON response that is too long, too deep, invalid, an error, or without data is refused")
    func hostileJSON() async throws {
        let long = String(repeating: " ", count: ConnectClient.maximumJSONByteCount)
        let bodies = [
            long + "{}", String(repeating: "[", count: 100), "", "[]", "{}", "<html>", #"{"data":{}}"#,
            #"{"data":[{"type":"territories"}]}"#, #"{"data":[{"id":7}]}"#, #"{"data":[{"id":""}]}"#,
            #"{"data":[],"errors":[]}"#, #"{"data":[],"links":{"next":7}}"#,
            #"{"data":[{"id":"USA","attributes":{"currency":7}}]}"#,
        ]
        for (index, body) in bodies.enumerated() {
            let client = try ConnectStage([.reply(200, body)]).client()
            let result = await ConnectStage.outcome { () throws(ConnectError) in
                try await client.send(.territories()).items
            }
            #expect(result == .failure(index == 0 ? .tooLarge : .unreadable), "\(body.prefix(60))")
        }
    }
}
