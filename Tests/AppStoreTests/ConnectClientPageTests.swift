import AppStore
import AsyncHTTPClient
import Foundation
import Testing

/// The example of the reference page, compiled.
@Suite struct ConnectClientPageTests {
    /// The lines of the page's example.
    private static func example(
        key: AppStoreKey,
        httpClient: HTTPClient,
        time: AppStoreTime,
        date: ReportDate
    ) async throws {
        let client = ConnectClient(
            key: key,
            transport: .http(httpClient, maximumReplyByteCount: ConnectClient.maximumReportByteCount),
            budget: LocalConnectBudget(),
            time: time
        )
        guard let day = ConnectSalesReport(.sales, of: .day(date)) else { return }
        let report = try await client.salesReport(day, vendorNumber: "80012345")
        let prices = try await client.priceSchedule(of: "6448683045")
        _ = (report, prices)
    }

    @Test("The page's example is this code")
    func page() throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
        let page = tests.deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "docs/reference/app-store-client.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let own = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8).split(separator: "\n")
            .map { $0.trimmingCharacters(in: .whitespaces) }
        let start = try #require(text.range(of: "## App Store Connect"))
        let lines = text[start.upperBound...].split(separator: "\n").drop { !$0.hasPrefix("    ") }
            .prefix { $0.hasPrefix("    ") }.map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(lines.count > 3)
        for line in lines { #expect(own.contains(line), "\(line)") }
    }
}
