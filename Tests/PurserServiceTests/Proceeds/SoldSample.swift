import Ledger
import PurserService
import PurserTesting

/// A shop with sales reports of March 2026, of all 28 columns.
struct SoldSample {
    static let columns = [
        "Provider", "Provider Country", "SKU", "Developer", "Title", "Version", "Product Type Identifier", "Units",
        "Developer Proceeds", "Begin Date", "End Date", "Customer Currency", "Country Code", "Currency of Proceeds",
        "Apple Identifier", "Customer Price", "Promo Code", "Parent Identifier", "Subscription", "Period", "Category",
        "CMB", "Device", "Supported Platforms", "Proceeds Reason", "Preserved Pricing", "Client", "Order Type",
    ]
    /// The published rows.
    static let published: [[String: String]] = [
        Self.row("coins", "IA1", "2", price: "18", proceeds: "15.30", "CNY", "CN"),
        Self.row("app", "1F", "100", price: ".99", proceeds: ".70", "USD", "US", ["Parent Identifier": ""]),
        Self.row("coins", "IA1", "50", price: ".69", proceeds: ".42", "GBP", "GB"),
        Self.row("app", "1F", "-50", price: "-0.99", proceeds: ".7", "USD", "US", ["Parent Identifier": ""]),
    ]

    let shop: TestShop
    let reports: ReportService
    let service: ProceedsService

    /// A shop on 2 April 2026.
    init(sku: String? = nil, maximumLookups: Int = ProceedsService.maximumLookups) throws {
        let shop = try TestShop()
        shop.setNow(Instant(milliseconds: 1_775_124_000_000))
        self.shop = shop
        self.reports = ReportService(repository: shop.repository, ambient: shop.ambient)
        self.service = ProceedsService(
            repository: shop.repository,
            reports: self.reports,
            apps: [shop.app],
            skus: sku.map { [shop.app.name: $0] } ?? [:],
            maximumLookups: maximumLookups,
            ambient: shop.ambient
        )
    }

    var app: AppName { self.shop.app.name }

    static func row(
        _ sku: String,
        _ type: String,
        _ units: String,
        price: String,
        proceeds: String,
        _ currency: String,
        _ country: String,
        _ more: [String: String] = [:]
    ) -> [String: String] {
        [
            "Provider": "APPLE", "Provider Country": "US", "SKU": sku, "Developer": "Example", "Title": sku,
            "Product Type Identifier": type, "Units": units, "Developer Proceeds": proceeds,
            "Customer Currency": currency, "Country Code": country, "Currency of Proceeds": currency,
            "Apple Identifier": "1234567890", "Customer Price": price, "Parent Identifier": "app", "Device": "iPhone",
        ]
        .merging(more) { $1 }
    }

    /// A yearly subscription at 36.50, of which 25.55 is received.
    static func yearly(_ units: String = "1") -> [String: String] {
        Self.row(
            "pro.yearly",
            "IAY",
            units,
            price: units.hasPrefix("-") ? "-36.50" : "36.50",
            proceeds: "25.55",
            "USD",
            "US",
            ["Period": "1 Year", "Subscription": "New"]
        )
    }

    /// Imports a report of these days.
    @discardableResult
    func add(_ rows: [[String: String]], from begin: String, to end: String? = nil) async throws -> Int64 {
        func reported(_ day: String) -> String {
            let parts = day.split(separator: "-")
            return "\(parts[1])/\(parts[2])/\(parts[0])"
        }
        let days = ["Begin Date": reported(begin), "End Date": reported(end ?? begin)]
        let lines = rows.map { row in
            Self.columns.map { days[$0] ?? row[$0] ?? "" }.joined(separator: "\t")
        }
        return try await self.add(lines, head: Self.columns, named: "report.txt")
    }

    /// Imports any report.
    @discardableResult
    func add(_ lines: [String], head: [String], named name: String) async throws -> Int64 {
        let text = ([head.joined(separator: "\t")] + lines).map { $0 + "\n" }.joined()
        let added = try await self.reports.add(
            Array(text.utf8),
            named: name,
            to: self.app,
            origin: .file,
            by: RequestOrigin(name: "maria")
        )
        return added.record.number
    }

    /// Records a purchase of coins in the ledger.
    func sell(_ id: String, at instant: Instant, price: Money?) async throws {
        let snapshot = TransactionSnapshot(
            transactionID: TransactionID(id),
            originalTransactionID: OriginalTransactionID(id),
            productID: ProductID("gems.600"),
            kind: .consumable,
            purchaseAt: instant,
            price: price,
            storefront: "USA",
            signedAt: instant,
            digest: .number(1)
        )
        var intake = Sample.facts([snapshot], app: self.app)
        intake.receivedAt = instant
        _ = try await self.shop.repository.record(intake)
    }

    /// Records the first month of a subscription in the ledger.
    func subscribe(_ id: String, at instant: Instant) async throws {
        var snapshot = Sample.period(id, of: id, at: instant)
        snapshot.price = Money(amountMilliunits: 9_990, currency: "USD")
        snapshot.storefront = "USA"
        var intake = Sample.facts([snapshot], app: self.app)
        intake.receivedAt = instant
        _ = try await self.shop.repository.record(intake)
    }

    /// The whole content of a file.
    func text(as form: ProceedsService.Form, in period: ProceedsPeriod) async throws -> String {
        var bytes: [UInt8] = []
        if form == .journal {
            var file = try await self.service.journalFile(of: self.app, in: period, by: ProceedsTerms())
            while let part = try await file.next() { bytes += part }
        } else {
            var file = try await self.service.salesFile(as: form, of: self.app, in: period)
            while let part = try await file.next() { bytes += part }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
