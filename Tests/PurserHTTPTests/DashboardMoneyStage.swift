import AppStore
import AppStoreSimulator
import Foundation
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

/// What the tests of the pages about the catalog and money have in common.
enum DashboardMoneyStage {
    /// The address of the pages of the app.
    static let base = "/dashboard/apps/shop"
    /// The app.
    static let app = AppName("shop")
    /// The columns of a sales report.
    private static let columns = [
        "SKU", "Product Type Identifier", "Units", "Developer Proceeds", "Begin Date", "End Date", "Customer Currency",
        "Country Code", "Currency of Proceeds", "Customer Price", "Parent Identifier",
    ]

    /// Returns the fields that confirm the preview on a page.
    static func confirmation(_ page: TestServer.TestResponse) throws -> [String: String] {
        let stamp = try #require(
            page.text.firstMatch(of: #/name="stamp" value="([0-9a-f]+)"/#)?.output.1,
            "\(page.text)"
        )
        let once = try #require(page.text.firstMatch(of: #/name="once" value="([^"]+)"/#)?.output.1)
        return ["stamp": String(stamp), "once": String(once)]
    }

    /// Keeps a daily sales report about so many gems for USD 0.99, sold with an offer where there is an order type.
    static func report(
        _ day: PacificDay,
        units: Int,
        orderType: String? = nil,
        in services: Services
    ) async throws -> ReportRecord {
        let parts = day.text.split(separator: "-")
        let date = "\(parts[1])/\(parts[2])/\(parts[0])"
        let row = ["gems.600", "IA1", "\(units)", "0.70", date, date, "USD", "US", "USD", "0.99", "SHOP"]
        let (columns, fields) = orderType.map { (Self.columns + ["Order Type"], row + [$0]) } ?? (Self.columns, row)
        let text = [columns, fields].map { $0.joined(separator: "\t") + "\n" }.joined()
        return try await services.reports.add(
            Array(text.utf8),
            named: "S_D_85123456_\(parts.joined()).txt",
            to: Self.app,
            origin: .file,
            by: RequestOrigin(name: "erin")
        ).record
    }

    /// Records a sale of gems on a day.
    static func sell(
        _ id: String,
        on day: PacificDay,
        milliunits: Int64 = 990,
        in services: Services
    ) async throws {
        var snapshot = Sample.gems(id, at: day.begin + .hours(9), signedAt: day.begin + .hours(9))
        snapshot.productID = ProductID("gems.600")
        snapshot.price = Money(amountMilliunits: milliunits, currency: "USD")
        snapshot.storefront = "USA"
        _ = try await services.repository.record(Sample.facts([snapshot], app: Self.app))
    }

    /// A stage whose app reaches the App Store Connect of a simulated App Store that sells gems for USD 9.99.
    static func connected() throws -> DashboardStage {
        let start = SamplePayloads.signedAt
        let price = WorldPrice(milliunits: 9990, currency: "USD")
        let world = try World(
            seed: 7,
            startingAt: start,
            app: WorldApp(bundleId: SamplePayloads.bundleID, appAppleId: 12, environment: .production),
            catalog: WorldCatalog([.consumable("gems.600", price: price)])
        )
        let key = world.reportAccount.key
        let client = ConnectClient(
            key: try AppStoreKey(issuerID: key.issuerId, keyID: key.keyId, pem: key.privateKeyPEM),
            address: "https://connect.example",
            transport: AppStoreTransport { call, _ throws(AppStoreTransportError) in
                let answer = world.answer(Self.request(call), wallClockSeconds: start.milliseconds / 1000)
                return AppStoreHTTPResponse(
                    status: answer.status,
                    headers: answer.headers.map { (name: $0.key, value: $0.value) },
                    body: answer.body
                )
            },
            budget: LocalConnectBudget(),
            time: AppStoreTime(
                now: { start.milliseconds },
                wallNow: { start.milliseconds },
                sleep: { _ in }
            )
        )
        let account = ReportAccount(vendor: world.reportAccount.vendorNumber, sku: SamplePayloads.bundleID)
        return try DashboardStage(
            connect: [Self.app: Services.Connect(client: client, account: account, appNumber: 12)]
        )
    }

    private static func request(_ call: AppStoreHTTPRequest) -> AppleAPIRequest {
        let parts = URLComponents(string: call.url)
        let query = parts?.queryItems?.map { (name: $0.name, value: $0.value ?? "") } ?? []
        var headers: [String: String] = [:]
        for header in call.headers { headers[header.name.lowercased()] = header.value }
        return AppleAPIRequest("GET", parts?.percentEncodedPath ?? "", query: query, headers: headers)
    }
}
