package import AppStore
internal import Ledger

/// Fetches the prices of an app's products from App Store Connect.
package struct PriceFetch: Sendable {
    /// The maximum number of price points that are read of one storefront.
    private static let pointLimit = 10_000
    /// The maximum number of prices that are read of one product.
    private static let priceLimit = 20_000

    /// The time after which one part of a fetch requests no further products; less than the time limit of an answer.
    let partTime: Duration
    private let client: ConnectClient
    private let appNumber: Int64?

    /// Creates a fetch.
    ///
    /// - Parameters:
    ///   - client: The client of App Store Connect.
    ///   - appNumber: The app's Apple ID; without it, the fetch finds only products whose Apple ID the catalog has.
    ///   - partTime: The time after which one part of a fetch requests no further products.
    package init(client: ConnectClient, appNumber: Int64?, partTime: Duration = .seconds(60)) {
        self.partTime = partTime
        self.client = client
        self.appNumber = appNumber
    }

    /// Returns the storefronts for which the catalog has prices.
    static func territories(in products: [Product]) -> [String] {
        let used = Set(products.flatMap { $0.prices?.storefronts ?? [] })
        return used.isEmpty ? [Storefront.defaultBase] : used.sorted()
    }

    /// Returns App Store Connect's ids of products: from the catalog, and otherwise from Apple's lists.
    ///
    /// No request waits: where Apple's rate limit is reached, the fetch ends and the error says until when it applies.
    func ids(of products: [Product]) async throws(PriceError) -> [ProductID: String] {
        var ids: [ProductID: String] = [:]
        for product in products { ids[product.id] = product.appStoreID.map { "\($0)" } }
        guard products.contains(where: { $0.appStoreID == nil }) else { return ids }
        guard let appNumber = self.appNumber else { throw .appNumberMissing }
        do throws(ConnectError) {
            var listed: [ConnectProduct] = []
            if products.contains(where: { $0.appStoreID == nil && $0.kind != .autoRenewable }) {
                listed += try await self.client.all(.inAppPurchases(of: appNumber))
            }
            if products.contains(where: { $0.appStoreID == nil && $0.kind == .autoRenewable }) {
                for group in try await self.client.all(.subscriptionGroups(of: appNumber)) {
                    listed += try await self.client.all(.subscriptions(in: group.id))
                }
            }
            let known = Dictionary(listed.map { ($0.productID, $0.id) }) { first, _ in first }
            for product in products where product.appStoreID == nil { ids[product.id] = known[product.id.rawValue] }
            return ids
        } catch {
            throw .connect(error)
        }
    }

    /// Returns the prices of a product in all storefronts.
    func prices(
        of product: Product,
        id: String,
        at now: Instant,
        by name: String
    ) async throws(ConnectError) -> [FetchedPrice] {
        var base = product.prices?.base ?? Storefront.defaultBase
        var all: [(price: ConnectPrice, isManual: Bool)] = []
        if product.kind == .autoRenewable {
            let prices = try await self.client.all(.subscriptionPrices(of: id), upTo: Self.priceLimit)
            all = prices.map { ($0, $0.isManual ?? false) }
        } else {
            let schedule = try await self.client.priceSchedule(of: id)
            base = schedule.baseTerritory.id
            all = schedule.manualPrices.map { ($0, true) } + schedule.automaticPrices.map { ($0, false) }
        }
        return all.compactMap { price, isManual in
            Self.fetched(price, isManual: isManual, base: base, of: product.id, at: now, by: name)
        }
    }

    /// Returns the price to store; `nil` for a price that has ended, that Apple preserves for earlier subscribers only,
    /// or whose storefront or amount is missing in the answer.
    private static func fetched(
        _ price: ConnectPrice,
        isManual: Bool,
        base: String,
        of product: ProductID,
        at now: Instant,
        by name: String
    ) -> FetchedPrice? {
        if let end = price.endDate, let day = PacificDay(text: end.text), day.begin <= now { return nil }
        guard price.isPreserved != true, let territory = price.territory, let point = price.pricePoint,
            let storefront = Storefront(code: territory), let currency = price.currency ?? storefront.currency
        else { return nil }
        let origin: PriceSchedule.Origin = territory == base ? .base : isManual ? .byHand : .equalized
        return FetchedPrice(
            product: product,
            storefront: territory,
            price: Money(amountMilliunits: point.customerPriceMilliunits, currency: currency),
            startsAt: price.startDate.flatMap { PacificDay(text: $0.text) }?.begin,
            origin: origin,
            source: .fetched,
            fetchedAt: now,
            fetchedBy: name
        )
    }

    /// Returns the price points that a product may have, storefront by storefront; an empty array where Apple does not
    /// know the product.
    func ladders(
        of product: Product,
        id: String,
        _ territories: [String]
    ) async throws(ConnectError) -> [PriceLadder] {
        var ladders: [PriceLadder] = []
        for territory in territories {
            let request: ConnectRequest<ConnectPage<ConnectPricePoint>> =
                product.kind == .autoRenewable
                ? .subscriptionPricePoints(of: id, in: [territory])
                : .inAppPurchasePricePoints(of: id, in: [territory])
            let points: [ConnectPricePoint]
            do throws(ConnectError) {
                points = try await self.client.all(request, upTo: Self.pointLimit)
            } catch {
                guard case .notFound = error else { throw error }
                continue
            }
            guard let currency = points.lazy.compactMap(\.currency).first ?? Storefront(code: territory)?.currency
            else { continue }
            ladders.append(
                PriceLadder(
                    storefront: territory,
                    currency: currency,
                    points: points.map { Self.point($0, in: territory, currency) }
                )
            )
        }
        return ladders
    }

    private static func point(_ point: ConnectPricePoint, in territory: String, _ currency: String) -> PricePoint {
        func money(_ milliunits: Int64) -> Money { Money(amountMilliunits: milliunits, currency: currency) }
        return PricePoint(
            storefront: territory,
            price: money(point.customerPriceMilliunits),
            proceeds: point.proceedsMilliunits.map(money),
            secondYearProceeds: point.laterProceedsMilliunits.map(money),
            appleID: point.id
        )
    }
}
