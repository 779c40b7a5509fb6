import Foundation
import Ledger
import Logging
import PersistenceSQL
import PersistenceSQLite
import PurserService

/// The time until a large daily report is read and on disk.
struct ReportBenchmark {
    /// The folder for the database.
    let folder: String

    private static let rows = 200_000
    private static let logger = Logger(label: "benchmark") { _ in SwiftLogNoOpLogHandler() }

    /// Measures on a fresh database.
    func measure() async throws -> [Measurement] {
        let repository = try SQLiteRepository(path: "\(self.folder)/reports.db", logger: Self.logger) { error in
            preconditionFailure("The disk failed: \(error.code)")
        }
        let service = ReportService(
            repository: repository,
            ambient: Ambient(
                now: { Instant(milliseconds: 1_767_225_600_000) },
                randomBytes: { [UInt8](repeating: 7, count: $0) }
            )
        )
        var seconds: [Double] = []
        for run in 0..<3 {
            let text = Self.text(run)
            let began = ContinuousClock.now
            _ = try await service.add(
                text,
                named: "S_D_85123456_20260301.txt",
                to: AppName("shop"),
                origin: .file,
                by: RequestOrigin(name: "benchmark")
            )
            seconds.append((ContinuousClock.now - began).seconds)
        }
        await repository.close()
        let median = seconds.sorted()[1]
        return [
            .judged("a day's report of \(Self.rows) rows", "\(median.rounded1) s", target: "< 5 s", median < 5)
        ]
    }

    /// Returns a daily sales report whose units differ from run to run.
    private static func text(_ run: Int) -> [UInt8] {
        let columns = [
            "Provider", "Provider Country", "SKU", "Developer", "Title", "Version", "Product Type Identifier", "Units",
            "Developer Proceeds", "Begin Date", "End Date", "Customer Currency", "Country Code",
            "Currency of Proceeds", "Apple Identifier", "Customer Price", "Promo Code", "Parent Identifier",
            "Subscription", "Period", "Category", "CMB", "Device", "Supported Platforms", "Proceeds Reason",
            "Preserved Pricing", "Client", "Order Type",
        ]
        let countries = [("US", "USD"), ("DE", "EUR"), ("CN", "CNY"), ("GB", "GBP"), ("JP", "JPY")]
        var text = Array((columns.joined(separator: "\t") + "\n").utf8)
        for number in 0..<Self.rows {
            let (country, currency) = countries[number % countries.count]
            let row =
                "APPLE\tUS\tcom.example.product.\(number % 997)\tExample\tProduct \(number % 997)\t \tIAY\t"
                + "\(number % 13 + run + 1).00\t7.00\t03/01/2026\t03/01/2026\t\(currency)\t\(country)\t\(currency)\t"
                + "12345\(number % 997)\t\(number % 90).99\t \tcom.example.shop\tRenewal\t1 Month\tGames\t \tiPhone\tiOS"
                + "\t \t \t \t \n"
            text += Array(row.utf8)
        }
        return text
    }
}
