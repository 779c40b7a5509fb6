package import AppStore
internal import Ledger

/// Asks App Store Connect what the products of an app cost.
package struct PriceFetch: Sendable {
    /// The most price points of one storefront that are read.
    private static let pointLimit = 10_000
    /// The most prices of one product that are read.
    private static let priceLimit = 20_000

    /// How long one part of a fetch asks for further products: less than an answer may take.
    let partTime: Duration
    private let client: ConnectClient
    private let appNumber: Int64?

    /// Creates a way to ask.
    ///
    /// - Parameters:
    ///   - client: Asks App Store Connect.
    ///   - appNumber: Apple's number of the app; without it, only products are found whose number the catalog has.
    ///   - partTime: How long one part of a fetch asks for further products.
    package init(client: ConnectClient, appNumber: Int64?, partTime: Duration = .seconds(60)) {
        self.partTime = partTime
        self.client = client
        self.appNumber = appNumber
    }

    /// The storefronts in use: those whose prices the catalog says.
    static func territories(in products: [Product]) -> [String] {
        let used = Set(products.flatMap { $0.prices?.storefronts ?? [] })
        return used.isEmpty ? [Storefront.defaultBase] : used.sorted()
    }

    /// App Store Connect's ids of products: those of the catalog, and for others those of Apple's lists.
    ///
    /// Every request waits for nothing: where Apple's limit is reached, nothing more is asked and the error says until
    /// when.
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

    /// The prices of a product in all storefronts.
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

    /// The price as it is kept; `nil` for one that has ended, that is preserved for earlier subscribers alone, or whose
    /// storefront or amount did not come along.
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

    /// The price points that a product may have in storefronts, one storefront after another; none where Apple does not
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
