import AppStore
import AppStoreSimulator
import Foundation
import Ledger
import PurserService
import PurserTesting

/// A shop whose catalog has prices, and the App Store Connect of a simulated App Store.
struct PriceStage {
    static let app = AppName("shop")
    static let appNumber: Int64 = 12
    static let gems = ProductID("gems")
    static let plus = ProductID("plus")
    static let start = Sample.beginning

    let repository = InMemoryRepository()
    let shop: TestShop
    let world: World
    let clock = SharedInstant(Self.start)
    let budget = CountedConnectBudget()

    /// A stage with these prices in the catalog, and other ones in the store.
    init(storePrice: Int64 = 9990, product: String = "gems") throws {
        self.shop = try TestShop()
        self.world = try World(
            seed: 7,
            startingAt: Timestamp(milliseconds: Self.start.milliseconds),
            app: WorldApp(bundleId: "com.example.shop", appAppleId: Self.appNumber, environment: .production),
            catalog: WorldCatalog([
                .consumable(product, price: WorldPrice(milliunits: storePrice, currency: "USD")),
                .subscription(
                    "plus",
                    group: "plus",
                    period: .month,
                    price: WorldPrice(milliunits: 4990, currency: "USD")
                ),
            ])
        )
    }

    static func text(_ dollars: String, yuan: String = "68.00", gems: String = "gems") -> CatalogText {
        let text = """
            coins: { coin: { perUnit: { apple: 66, elsewhere: 66 }, of: CNY 1.00 } }
            products:
              \(gems): { kind: consumable, prices: { USA: \(dollars), CHN: \(yuan) } }
              plus: { kind: auto-renewable, group: plus, prices: { USA: 4.99 }, period: P1M }
            pricePoints: { CNY: [6, 8, 68] }
            """
        return CatalogText(document: Array(text.utf8))
    }

    static func catalog(_ text: CatalogText) throws -> Catalog {
        try CatalogFile(text: text, file: "c.yaml").catalog
    }

    /// Stores a version of the catalog that was applied `days` days after the beginning.
    func apply(_ text: CatalogText, number: Int64, day: Int64) async throws {
        let version = CatalogVersion(
            app: Self.app,
            number: number,
            digest: CatalogDigest("\(number)"),
            appliedAt: Self.start + .days(day),
            appliedBy: "ada",
            origin: .command
        )
        guard try await self.repository.write({ unit in try unit.keep(version, text: text) }) else {
            throw RepositoryError.corrupt
        }
    }

    /// The service of a shop with this catalog.
    func service(
        _ text: CatalogText = Self.text("9.99"),
        appNumber: Int64? = Self.appNumber,
        hasAccess: Bool = true,
        hasPoints: Bool = true,
        partTime: Duration = .seconds(600),
        repository: (any Repository)? = nil
    ) throws -> PriceService {
        let repository = repository ?? self.repository
        let app = try self.served(text)
        let clock = self.clock
        let ambient = Ambient(now: { clock.now }, randomBytes: { Array(repeating: 7, count: $0) })
        let client = try self.client(hasPoints: hasPoints)
        let fetch = PriceFetch(client: client, appNumber: appNumber, partTime: partTime)
        return PriceService(
            repository: repository,
            apps: [app],
            ambient: ambient,
            audit: AuditLog(repository: repository, ambient: ambient),
            fetches: hasAccess ? [Self.app: fetch] : [:]
        )
    }

    /// The shop with this catalog.
    func served(_ text: CatalogText = Self.text("9.99")) throws -> ServedApp {
        ServedApp(name: Self.app, verifier: self.shop.app.verifier, catalog: try Self.catalog(text))
    }

    private func client(hasPoints: Bool) throws -> ConnectClient {
        let world = self.world
        let key = world.reportAccount.key
        let now = Self.start.milliseconds
        return ConnectClient(
            key: try AppStoreKey(issuerID: key.issuerId, keyID: key.keyId, pem: key.privateKeyPEM),
            address: "https://connect.example",
            transport: AppStoreTransport { call, _ throws(AppStoreTransportError) in
                let request = Self.request(call)
                if !hasPoints, call.url.contains("/pricePoints?") {
                    return AppStoreHTTPResponse(status: 404, headers: [], body: [])
                }
                let answer = world.answer(request, wallClockSeconds: now / 1000)
                return AppStoreHTTPResponse(
                    status: answer.status,
                    headers: answer.headers.map { (name: $0.key, value: $0.value) },
                    body: answer.body
                )
            },
            budget: self.budget,
            time: AppStoreTime(now: { now }, wallNow: { now }, sleep: { _ in })
        )
    }

    /// The request as the simulated store reads it.
    private static func request(_ call: AppStoreHTTPRequest) -> AppleAPIRequest {
        let parts = URLComponents(string: call.url)
        let query = parts?.queryItems?.map { (name: $0.name, value: $0.value ?? "") } ?? []
        var headers: [String: String] = [:]
        for header in call.headers { headers[header.name.lowercased()] = header.value }
        return AppleAPIRequest("GET", parts?.percentEncodedPath ?? "", query: query, headers: headers)
    }
}
