import Foundation
import Ledger
import Logging
import PersistenceSQLite
import PurserService
import PurserTesting
import Synchronization

/// A shop with sales and reports that the test creates.
struct ReconciliationStage {
    /// A Tuesday.
    static let day = PacificDay(number: 20_522)
    /// The app's SKU in reports.
    static let sku = "SHOP"

    private static let count = Atomic(0)
    private static let columns = [
        "Provider", "Provider Country", "SKU", "Developer", "Title", "Version", "Product Type Identifier", "Units",
        "Developer Proceeds", "Begin Date", "End Date", "Customer Currency", "Country Code", "Currency of Proceeds",
        "Apple Identifier", "Customer Price", "Promo Code", "Parent Identifier", "Subscription", "Period", "Category",
        "CMB", "Device", "Supported Platforms", "Proceeds Reason", "Preserved Pricing", "Client", "Order Type",
    ]

    let shop: TestShop
    let log = RecordedLog()

    init(_ repository: any Repository = InMemoryRepository()) throws {
        self.shop = try TestShop(repository: repository)
        self.shop.setNow((Self.day + 20).begin)
    }

    /// Runs a closure with a stage whose ledger is in memory or in SQLite.
    static func during(_ storage: Storage, _ act: (Self) async throws -> Void) async throws {
        guard storage == .file else { return try await act(try Self()) }
        let name = "reconciliation-\(getpid())-\(Self.count.wrappingAdd(1, ordering: .relaxed).newValue)"
        let folder = FileManager.default.temporaryDirectory.appending(path: name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let repository = try SQLiteRepository(path: folder.appending(path: "purser.db").path, logger: logger) { _ in }
        try await act(try Self(repository))
        await repository.close()
    }

    /// The storage of the ledger.
    enum Storage: CaseIterable {
        case memory
        case file
    }

    var app: AppName { self.shop.app.name }

    func service(sku: String? = Self.sku) -> ReconciliationService {
        ReconciliationService(
            repository: self.shop.repository,
            reports: self.reports,
            apps: [self.shop.app],
            skus: sku.map { [self.app: $0] } ?? [:],
            ambient: self.shop.ambient,
            audit: AuditLog(repository: self.shop.repository, ambient: self.shop.ambient),
            logger: self.log.logger
        )
    }

    var reports: ReportService { ReportService(repository: self.shop.repository, ambient: self.shop.ambient) }

    /// Records that a customer bought gems in Germany for 4.99 at noon of a day.
    func sell(_ id: String, on day: PacificDay) async throws {
        var snapshot = Sample.gems(id, at: day.begin + .hours(12), signedAt: day.begin + .hours(12))
        snapshot.productID = ProductID("gems.600")
        snapshot.price = Money(amountMilliunits: 4990, currency: "EUR")
        snapshot.storefront = "DEU"
        _ = try await self.shop.repository.record(Sample.facts([snapshot], app: self.app))
    }

    /// A row of a report about a number of gems.
    static func gems(_ units: Int, _ changes: [String: String] = [:]) -> [String: String] {
        [
            "Provider": "APPLE", "Provider Country": "US", "SKU": "gems.600", "Developer": "Example", "Title": "Gems",
            "Product Type Identifier": "IA1", "Units": "\(units)", "Developer Proceeds": "2.94",
            "Customer Currency": "EUR", "Country Code": "DE", "Currency of Proceeds": "EUR", "Apple Identifier": "1",
            "Customer Price": "4.99", "Promo Code": " ", "Parent Identifier": Self.sku, "Device": "iPhone",
        ].merging(changes) { $1 }
    }

    /// The text of a report with these rows about a day, or about a range of days.
    static func text(_ day: PacificDay, through last: PacificDay? = nil, _ rows: [[String: String]]) -> [UInt8] {
        func date(_ day: PacificDay) -> String {
            let parts = day.text.split(separator: "-")
            return "\(parts[1])/\(parts[2])/\(parts[0])"
        }
        var text = Self.columns.joined(separator: "\t") + "\n"
        let dates = ["Begin Date": date(day), "End Date": date(last ?? day)]
        for row in rows.map({ $0.merging(dates) { $1 } }) {
            text += Self.columns.map { row[$0] ?? " " }.joined(separator: "\t") + "\n"
        }
        return Array(text.utf8)
    }

    /// Stores a report with these rows about a day, or about the week up to another.
    func report(_ day: PacificDay, through last: PacificDay? = nil, _ rows: [[String: String]]) async throws {
        let date = (last ?? day).text.replacing("-", with: "")
        _ = try await self.reports.add(
            Self.text(day, through: last, rows),
            named: "S_\(last == nil ? "D" : "W")_85123456_\(date).txt",
            to: self.app,
            origin: .file,
            by: RequestOrigin(name: "erin")
        )
    }

    /// Stores that Apple had no report of a day.
    func absent(_ day: PacificDay, _ reason: ReportAbsence.Reason) async throws {
        let slot = ReportRecord.Slot(kind: .sales, period: .day(CivilDay(number: day.number)))
        let absence = ReportAbsence(slot: slot, reason: reason, at: self.shop.ambient.now())
        try await self.shop.repository.write { unit in try unit.put(absence, of: self.app) }
    }
}
