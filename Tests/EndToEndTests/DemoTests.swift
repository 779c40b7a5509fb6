import AppStore
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import PurserTesting
import Testing

@Suite(.onThreadsOfItsOwn, .timeLimit(.minutes(10)))
struct DemoTests {
    @Test("The story is played to the end, the two sides agree, and the same seed gives the same story")
    func once() throws {
        let folder = try TemporaryFolder()
        let runs = try (0..<2).map { _ in try Binary.run(["demo", "--once", "--customers", "0"], in: folder) }
        for run in runs {
            #expect(run.status == 0)
            let summary = try JSONValue(json: Array((run.lines.last ?? "").utf8))
            #expect(summary["agrees"] == .bool(true))
            #expect(summary["coinsRefunded"] == .number("1200"))
            #expect(summary["customers"] == .number("2"))
            #expect(run.output.contains("EXPIRED/VOLUNTARY"))
            #expect(run.complaints.isEmpty)
        }
        #expect(runs[0].lines.dropLast() == runs[1].lines.dropLast())
    }

    @Test("After the year of many customers every subscriber has what the store says", arguments: [7, 8])
    func year(seed: Int) throws {
        let folder = try TemporaryFolder()
        let run = try Binary.run(["demo", "--once", "--customers", "60", "--seed", "\(seed)"], in: folder)
        #expect(run.status == 0 && run.complaints.isEmpty, "\(run.complaints)")
        let summary = try JSONValue(json: Array((run.lines.last ?? "").utf8))
        #expect(summary["agrees"] == .bool(true), "\(run.lines.suffix(2))")
        #expect(summary["customers"]?.integer ?? 0 > 60, "Those of the last hours come in addition.")
        #expect(summary["notificationsSent"]?.integer ?? 0 > 150)
        let missing = try Binary.run(["demo", "--once", "--customers", "-1"], in: folder)
        #expect(missing.status == 64 && missing.complaints.contains("--customers"), "\(missing.complaints)")
    }

    @Test("The printed link opens the overview once, signed in as an administrator")
    func link() async throws {
        let folder = try TemporaryFolder()
        let process = Binary.process(["demo", "--customers", "5"], in: folder)
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
        var link = ""
        while link.isEmpty, let line = try output.fileHandleForReading.line() {
            link = line.split(separator: " ").first { $0.contains("/dashboard/demo/") }.map(String.init) ?? ""
        }
        let url = try #require(link.firstRange(of: "/dashboard/demo/").map { String(link[..<$0.lowerBound]) })
        let begun = try await Self.open(link)
        #expect(begun.status == 303 && begun.headers.first(name: "location") == "/dashboard")
        let cookie = try #require(begun.headers["set-cookie"].first { $0.hasPrefix("purser_session=") })
        let session = String(cookie.prefix { $0 != ";" })
        for path in ["/dashboard", "/dashboard/operators"] {
            #expect(try await Self.open(url + path, cookie: session).status == 200, "\(path)")
        }
        #expect(try await Self.open(link).status == 404)
        #expect(try await Self.open(url + "/dashboard").status == 303, "Without the session it is closed.")
        kill(process.processIdentifier, SIGTERM)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    /// Opens an address without following a redirect.
    private static func open(_ url: String, cookie: String? = nil) async throws -> (status: UInt, headers: HTTPHeaders)
    {
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .disallow
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        var request = HTTPClientRequest(url: url)
        if let cookie { request.headers.add(name: "cookie", value: cookie) }
        do {
            let response = try await client.execute(request, timeout: .seconds(TestTimeout.seconds))
            try await client.shutdown()
            return (response.status.code, response.headers)
        } catch {
            try? await client.shutdown()
            throw error
        }
    }
}
