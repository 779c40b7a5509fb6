import AppStore
import Foundation
import PurserTesting
import Testing

/// Prometheus itself reads the alerts of `deploy/prometheus`, and fires one at the real server.
@Suite(
    .onThreadsOfItsOwn,
    .timeLimit(.minutes(30)),
    .enabled(
        if: JudgeInstallation.has(JudgeInstallation.metrics) && JudgeInstallation.has(JudgeInstallation.prometheus),
        "Prometheus is not in .build/judge-metrics: run scripts/setup --tests where Debian's packages are"
    )
)
struct PrometheusTests {
    @Test("The rules are valid, and each alert fires from its cause and not before")
    func rules() throws {
        let (status, text) = try Self.promtool(["check", "rules", "purser.rules.yml"])
        #expect(status == 0, "\(text)")
        let (tested, complaints) = try Self.promtool(["test", "rules", "purser.rules.test.yml"])
        #expect(tested == 0, "\(complaints)")
    }

    @Test("The alerts that compare with other weeks fire too", .enabled(if: TestScale.factor > 1))
    func weeks() throws {
        let (status, text) = try Self.promtool(["test", "rules", "purser.rules.weeks.test.yml"])
        #expect(status == 0, "\(text)")
    }

    @Test("A Prometheus that scrapes the server fires when Apple refuses the key")
    func keyRefused() async throws {
        let shop = try ShopBesideStore()
        try shop.folder.change("shop/purser.yaml") { text in
            text.replacing("server:\n", with: "server:\n  publicDocuments: true\n")
                .replacing("keyId: 721TK3YFGV", with: "keyId: NOTTHEKEY1")
        }
        _ = try await shop.buy("gems.600")
        let server = try RunningServer(in: shop.folder, options: shop.clock)
        let address = server.calls.url.replacing("http://", with: "")
        let rules = JudgeInstallation.alerts.appendingPathComponent("purser.rules.yml").path
        let settings = """
            global: { scrape_interval: 1s, evaluation_interval: 1s }
            rule_files: [alerts.yml]
            scrape_configs: [{ job_name: purser, static_configs: [{ targets: ["\(address)"] }] }]
            """
        _ = try shop.folder.write("prometheus.yml", Array(settings.utf8))
        // The same rules, looked at each second.
        let text = try String(contentsOfFile: rules, encoding: .utf8).replacing("interval: 30s", with: "interval: 1s")
        _ = try shop.folder.write("alerts.yml", Array(text.utf8))
        let prometheus = try RunningPrometheus(in: shop.folder)
        var alerts = ""
        let fires = try await TestTimeout.wait(asking: .milliseconds(500)) {
            // Each run asks Apple with the key that Apple does not know.
            _ = try shop.run(["sync"])
            alerts = try await prometheus.calls.send("/api/v1/alerts").text
            return alerts.contains(#""alertname":"PurserKeyRefused""#)
        }
        #expect(fires, "\(alerts)")
        #expect(alerts.contains(#""app":"shop""#))
        #expect(server.end(SIGTERM) == 0)
    }

    private static func promtool(_ arguments: [String]) throws -> (Int32, String) {
        let process = Process()
        process.executableURL = JudgeInstallation.metrics
        process.arguments = arguments
        process.currentDirectoryURL = JudgeInstallation.alerts
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: text, as: UTF8.self))
    }
}
