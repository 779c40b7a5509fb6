import AppStore
import Foundation
import Ledger
import Logging
import PersistenceSQL
import PersistenceSQLite
import PurserService
import PurserTesting

/// The time and memory to compare a month of three million sales in SQLite with Apple's daily reports.
///
/// Another process compares, because this one has unused memory from earlier work. The sales are written in bulk and
/// not recorded from evidence, which would take hours.
struct ReconciliationBenchmark {
    /// The part of this program that compares the month in a process of its own, and prints its time and its memory.
    static let part = "reconciliation-month"

    /// The folder for files.
    let folder: String

    private static let first = PacificDay(number: 20_513)
    private static let dayCount: Int64 = 30
    private static let salesPerDay = 100_000
    private static let page = 10_000
    private static let productCount = 12
    private static let devices = ["iPhone", "iPad", "Desktop"]
    private static let logger = Logger(label: "benchmark") { _ in SwiftLogNoOpLogHandler() }

    /// The reason why nothing can be measured.
    enum Refusal: Error {
        /// The output of the other process is not two numbers.
        case unreadable(String)
        /// The kernel does not report the memory.
        case unknownMemory
    }

    /// Measures on a fresh database.
    func measure() async throws -> [Measurement] {
        let clock = ContinuousClock()
        let start = clock.now
        try await self.sell()
        let filling = (clock.now - start).seconds
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let output = try ChildProgram.run([program, Self.part, self.folder])
        let numbers = output.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        guard numbers.count == 2 else { throw Refusal.unreadable(output) }
        let megabytes = numbers[1] / 1_000_000
        return [
            .judged(
                "a month of 3 million sales against its reports",
                "\(numbers[0].rounded1) s",
                target: "< 30 s",
                numbers[0] < 30
            ),
            .judged("  memory at most", "\(megabytes.rounded1) MB", target: "< 500 MB", megabytes < 500),
            .scale("  writing the sales in bulk", "\(filling.rounded1) s"),
        ]
    }

    // MARK: The other process

    /// Compares the month in a folder, and prints the seconds and the peak memory in bytes.
    static func printMonth(folder: String) async throws {
        let repository = try Self.repository(in: folder)
        let clock = ContinuousClock()
        let start = clock.now
        var ours = SalesTally()
        let span = Self.first.begin..<(Self.first + Self.dayCount).begin
        var pages = SalePages(in: repository, of: Sample.app, within: span, limit: Self.page)
        while let sales = try await pages.next() {
            for sale in sales { ours.add(sale) }
        }
        var theirs = SalesTally()
        for day in Self.days {
            let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: Self.path(of: day, in: folder))))
            try theirs.add(try SalesReport(ReportTable(bytes)), of: day)
        }
        let found = Reconciliation(ours: ours, theirs: theirs, reported: Set(Self.days), products: [])
        let seconds = (clock.now - start).seconds
        precondition(found.days.allSatisfy { $0.outcome == .matched }, "A report of the same sales matches.")
        await repository.close()
        print(seconds, try Self.peakBytes())
    }

    private static func peakBytes() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        guard let number = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Int($0) }) else {
            throw Refusal.unknownMemory
        }
        return number * 1024
    }

    // MARK: The month

    private static var days: [PacificDay] { (0..<Self.dayCount).map { Self.first + $0 } }

    private static func repository(in folder: String) throws -> SQLiteRepository {
        try SQLiteRepository(path: "\(folder)/month.db", logger: Self.logger) { error in
            preconditionFailure("The disk failed: \(error.code)")
        }
    }

    private static func path(of day: PacificDay, in folder: String) -> String { "\(folder)/sales-\(day.number).txt" }

    /// Writes the sales of the month, and a report of each day.
    private func sell() async throws {
        let repository = try Self.repository(in: self.folder)
        var generator = SeededGenerator(seed: 26)
        var lastID: Int64 = 2_000_000_000_000_000
        for day in Self.days {
            var tally = SalesTally()
            for start in stride(from: 0, to: Self.salesPerDay, by: Self.page) {
                let sales = (start..<(start + Self.page)).map { number in
                    lastID += 1
                    return Self.sale(number, of: day, id: lastID, &generator)
                }
                for sale in sales { tally.add(sale) }
                try await repository.write { unit in
                    guard let session = unit as? Session else { throw RepositoryError.corrupt }
                    try session.insert(sales, of: Sample.app, environment: .production)
                }
            }
            let text = try Self.report(of: tally, on: day)
            try text.write(toFile: Self.path(of: day, in: self.folder), atomically: false, encoding: .utf8)
        }
        await repository.close()
    }

    /// Returns the sale of a day with this number; a fiftieth are refunds.
    private static func sale(
        _ number: Int,
        of day: PacificDay,
        id: Int64,
        _ generator: inout SeededGenerator
    ) -> Sale {
        let product = generator.number(below: Self.productCount)
        let storefront = Storefront.all[generator.number(below: Storefront.all.count)]
        let isRefund = generator.happens(percent: 2)
        let isSubscription = product % 3 != 0
        let length = day.hourCount * 3_600_000
        return Sale(
            at: Instant(milliseconds: day.begin.milliseconds + Int64(number) * length / Int64(Self.salesPerDay)),
            transactionID: TransactionID("\(id)"),
            direction: isRefund ? .refund : .sale,
            part: .money,
            product: ProductID("product.\(product)"),
            storefront: storefront.code,
            price: Money(amountMilliunits: Int64(product + 1) * 1000 - 10, currency: storefront.currency ?? "EUR"),
            quantity: 1,
            unitsThousandths: isRefund ? -1000 : 1000,
            period: isSubscription ? (generator.happens(percent: 20) ? .new : .renewal) : .none,
            hasOffer: false
        )
    }

    // MARK: Its reports

    private static let columns = [
        "Provider", "Provider Country", "SKU", "Developer", "Title", "Version", "Product Type Identifier", "Units",
        "Developer Proceeds", "Begin Date", "End Date", "Customer Currency", "Country Code", "Currency of Proceeds",
        "Apple Identifier", "Customer Price", "Promo Code", "Parent Identifier", "Subscription", "Period", "Category",
        "CMB", "Device", "Supported Platforms", "Proceeds Reason", "Preserved Pricing", "Client", "Order Type",
    ]

    /// Returns Apple's report of a day, with the units of each group spread over devices.
    private static func report(of tally: SalesTally, on day: PacificDay) throws -> String {
        let parts = day.text.split(separator: "-")
        let date = "\(parts[1])/\(parts[2])/\(parts[0])"
        var lines = [Self.columns.joined(separator: "\t")]
        for (group, sum) in tally.groups.sorted(by: { $0.key < $1.key }) {
            var units = sum.unitsThousandths / 1000
            for (place, device) in Self.devices.enumerated() where units != 0 {
                let share = place == Self.devices.count - 1 || abs(units) < 2 ? units : units / 2
                units -= share
                lines.append(Self.row(of: group, units: share, device: device, date: date))
            }
        }
        return lines.joined(separator: "\n") + "\n\n"
    }

    private static func row(of group: SaleGroup, units: Int64, device: String, date: String) -> String {
        let price = group.unitPriceMilliunits ?? 0
        let type = group.period == .none ? "IA1" : "IAY"
        let subscription =
            switch group.period {
            case .none: " "
            case .new: "New"
            case .renewal: "Renewal"
            }
        let currency = group.currency ?? ""
        let cells = [
            "APPLE", "US", group.product.rawValue, "Example", "Title", " ", type, "\(units)",
            Self.decimal(price * 7 / 10), date, date, currency, group.storefront ?? "", currency, "1",
            Self.decimal(group.direction == .refund ? -price : price), " ", "app", subscription,
            group.period == .none ? " " : "1 Month", " ", " ", device, "iOS", " ", " ", " ", " ",
        ]
        return cells.joined(separator: "\t")
    }

    /// Returns milliunits as Apple writes money: with two decimals.
    private static func decimal(_ milliunits: Int64) -> String {
        let cents = abs(milliunits) / 10
        let rest = cents % 100
        return "\(milliunits < 0 ? "-" : "")\(cents / 100).\(rest < 10 ? "0" : "")\(rest)"
    }
}
