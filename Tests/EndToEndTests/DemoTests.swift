import AppStore
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import PurserTesting
import Testing

@Suite(.onThreadsOfItsOwn, .timeLimit(.minutes(10)))
struct DemoTests {
    private static let maximumBody = 1024 * 1024

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
            #expect(summary["alarmsFiring"] == .number("0") && summary["alarmsResolved"] == .number("0"))
            #expect(run.output.contains("EXPIRED/VOLUNTARY"))
            #expect(run.complaints.isEmpty)
        }
        #expect(runs[0].lines.dropLast() == runs[1].lines.dropLast())
    }

    @Test(
        "After the year of many customers every subscriber has what the store says",
        arguments: 7...(6 + TestScale.most(2))
    )
    func year(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        let run = try Binary.run(["demo", "--once", "--customers", "60", "--seed", "\(seed)"], in: folder)
        #expect(run.status == 0 && run.complaints.isEmpty, "\(run.complaints)")
        let summary = try JSONValue(json: Array((run.lines.last ?? "").utf8))
        #expect(summary["agrees"] == .bool(true), "\(run.lines.suffix(2))")
        #expect(summary["customers"]?.integer ?? 0 > 60, "Those of the last hours come in addition.")
        #expect(summary["notificationsSent"]?.integer ?? 0 > 150)
        #expect(summary["daysCompared"]?.integer ?? 0 > 350, "Every day of the year has a report.")
        #expect(summary["daysAgreed"] == summary["daysCompared"])
        // Goods of the last hours wait for the shop, and those of the morning were shipped late.
        #expect(summary["alarmsFiring"]?.integer ?? 0 > 0, "\(run.lines.suffix(2))")
        #expect(summary["alarmsResolved"]?.integer ?? 0 > 0, "\(run.lines.suffix(2))")
        let missing = try Binary.run(["demo", "--once", "--customers", "-1"], in: folder)
        #expect(missing.status == 64 && missing.complaints.contains("--customers"), "\(missing.complaints)")
    }

    @Test("The printed link opens the overview once, signed in as an administrator, with alarms and measurements")
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
        let overview = try await Self.open(url + "/dashboard", cookie: session).body
        #expect(overview.contains("/dashboard/apps/shop/alarms/"), "An alarm fires.")
        #expect(!overview.contains("Apple’s history has not been read"), "The watch has measured within the hour.")
        let catalog = try await Self.open(url + "/dashboard/apps/shop/catalog/edit", cookie: session).body
        #expect(catalog.contains("studio.monthly"), "The catalog in force can be edited.")
        #expect(try await Self.open(link).status == 404)
        #expect(try await Self.open(url + "/dashboard").status == 303, "Without the session it is closed.")
        kill(process.processIdentifier, SIGTERM)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    /// An answer of the server.
    private struct Answer {
        let status: UInt
        let headers: HTTPHeaders
        let body: String
    }

    /// Opens an address without following a redirect.
    private static func open(_ url: String, cookie: String? = nil) async throws -> Answer {
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .disallow
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        var request = HTTPClientRequest(url: url)
        if let cookie { request.headers.add(name: "cookie", value: cookie) }
        do {
            let response = try await client.execute(request, timeout: .seconds(TestTimeout.seconds))
            let body = try await response.body.collect(upTo: Self.maximumBody)
            try await client.shutdown()
            return Answer(
                status: response.status.code,
                headers: response.headers,
                body: String(decoding: body.readableBytesView, as: UTF8.self)
            )
        } catch {
            try? await client.shutdown()
            throw error
        }
    }
}
