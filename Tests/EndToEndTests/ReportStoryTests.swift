import AppStore
import Foundation
import PurserTesting
import Testing

/// Reports that the real server fetches from the real simulated App Store Connect, by its clock.
@Suite(.onThreadsOfItsOwn, .timeLimit(.minutes(10)))
struct ReportStoryTests {
    private static func json(_ text: String) -> [JSONValue] {
        text.split(separator: "\n").compactMap { try? JSONValue(json: Array($0.utf8)) }
    }

    /// Polls the server until it has a sales report.
    private static func firstReport(_ calls: ServerCalls) async throws -> JSONValue? {
        var report: JSONValue?
        _ = try await TestTimeout.wait {
            let answer = try await calls.send("/v1/reports?kind=SALES")
            if case .array(let reports)? = try JSONValue(json: Array(answer.text.utf8))["reports"] {
                report = reports.first
            }
            return report != nil
        }
        return report
    }

    @Test("Two days after a purchase its report is there, and commands say what is fetched when")
    func fetches() async throws {
        let shop = try ShopBesideStore()
        let server = try RunningServer(in: shop.folder, options: shop.clock)
        _ = try await shop.buy("gems.600")
        _ = try await shop.world.send("/_sim/v1/clock/advance", body: Array(#"{"by":"P2D"}"#.utf8))
        let report = try #require(try await Self.firstReport(server.calls))
        guard case .string(let day)? = report["period"] else {
            Issue.record("\(report)")
            return
        }
        #expect(report["origin"] == .string("fetched"))
        #expect(report["importedBy"] == .string("schedule"))
        #expect(report["rows"] == .number("1"))

        let again = try shop.run(["reports", "fetch", "--kind", "SALES", "--day", day, "--json"])
        #expect(again.status == 0, "\(again.output)\(again.complaints)")
        #expect(Self.json(again.output).first?["outcome"] == .string("unchanged"), "\(again.output)")
        // A report of a future month does not exist.
        let early = try shop.run(["reports", "fetch", "--kind", "FINANCIAL", "--fiscal", "2090-01", "--json"])
        #expect(early.status == 1, "\(early.output)\(early.complaints)")
        #expect(Self.json(early.output).first?["outcome"] == .string("not_yet"), "\(early.output)")

        let schedule = try shop.run(["reports", "schedule", "--json"])
        #expect(schedule.status == 0, "\(schedule.output)\(schedule.complaints)")
        let sales = try #require(Self.json(schedule.output).first { $0["kind"] == .string("SALES") })
        #expect(sales["newestPeriod"] == .string(day))
        #expect(sales["nextAt"] != nil)
        let answer = try await server.calls.send("/v1/reports/schedule")
        #expect(answer.status == 200 && answer.text.contains("FINANCE_DETAIL"), "\(answer.text)")
        let metrics = try await server.calls.send("/metrics")
        #expect(metrics.text.contains(#"purser_report_fetches_total{app="shop""#), "\(metrics.text)")

        let doctor = try shop.run(["doctor"])
        #expect(doctor.output.contains("(connect)"), "\(doctor.output)\(doctor.complaints)")
    }

    @Test("A missing App Store Connect key and invalid arguments are reported")
    func refusals() async throws {
        let shop = try InstalledShop()
        let server = try RunningServer(in: shop.folder)
        #expect(try await server.calls.send("/v1/reports/schedule").status == 409)
        for arguments in [["reports", "schedule"], ["reports", "fetch"]] {
            let run = try shop.run(arguments)
            #expect(run.status == 78, "\(run.output)\(run.complaints)")
            #expect(run.complaints.contains("apps.shop.appStoreConnect"), "\(run.complaints)")
        }
        for arguments in [
            ["--kind", "SALE"], ["--day", "yesterday"], ["--kind", "FINANCIAL", "--day", "2026-03-01"],
            ["--kind", "SALES", "--fiscal", "2026-05"],
        ] {
            let run = try shop.run(["reports", "fetch"] + arguments)
            #expect(run.status == 64, "\(run.output)\(run.complaints)")
        }
    }
}
