import AppStore

extension WorldState {
    /// Returns the product with an Apple number, of a kind.
    func pricedProduct(_ number: String, _ kind: PriceKind) throws(ConnectAPIError) -> WorldProduct {
        for app in self.apps.indices {
            for product in self.catalogs[app].products where (product.period != nil) == (kind == .subscription) {
                let found = World.storeNumber(of: product, in: self.apps[app], seed: self.seed)
                if String(found) == number { return product }
            }
        }
        throw .notFound("There is no resource of this type with id '\(number)'")
    }

    /// Returns the price point of an identifier.
    func pricePoint(_ id: String, _ kind: PriceKind) throws(ConnectAPIError) -> PricePoint {
        guard let point = PricePoint(id: id) else {
            throw .notFound("There is no resource of type '\(kind.pointType)' with id '\(id)'")
        }
        _ = try self.pricedProduct(point.product, kind)
        return point
    }

    /// Returns a product's current price in a storefront, as a price point.
    func currentPoint(of product: WorldProduct, _ number: String, in territory: WorldStorefront) -> PricePoint {
        PricePoint(product: number, territory: territory, base: product.prices[territory.code] ?? product.price)
    }

    /// Returns the price points of a product in a storefront, the lowest first: those of the ladder, and the current
    /// one.
    private func points(of product: WorldProduct, _ number: String, in territory: WorldStorefront) -> [PricePoint] {
        let ladder = PricePoint.ladder.map { PricePoint(product: number, territory: territory, base: $0) }
        var seen: Set<Int64> = []
        return ([self.currentPoint(of: product, number, in: territory)] + ladder)
            .map { (point: $0, milliunits: $0.price.milliunits) }
            .filter { seen.insert($0.milliunits).inserted }
            .sorted { $0.milliunits < $1.milliunits }
            .map(\.point)
    }

    /// Returns the storefronts of a request, without duplicates.
    func territories(of request: AppleAPIRequest) throws(ConnectAPIError) -> [WorldStorefront] {
        let name = "filter[territory]"
        let codes = request.parameters(name).flatMap { $0.split(separator: ",").map(String.init) }
        guard !codes.isEmpty else { return WorldStorefront.all }
        var territories: [WorldStorefront] = []
        var named: Set<String> = []
        for code in codes where named.insert(code).inserted {
            guard let territory = WorldStorefront(code: code) else { throw .invalid(name, code) }
            territories.append(territory)
        }
        return territories
    }

    /// Responds to a request about storefronts and prices.
    func answerPrices(_ operation: ConnectOperation, _ request: AppleAPIRequest) throws(ConnectAPIError) -> [UInt8] {
        switch operation {
        case .salesReports, .financeReports: throw .path
        case .territories:
            return try ConnectPage(WorldStorefront.all, request, maximum: 200).json(ConnectResource.territory)
        case .inAppPurchases, .subscriptionGroups, .subscriptions: return try self.answerProducts(operation, request)
        case .pricePoints(let kind, let number):
            let product = try self.pricedProduct(number, kind)
            let territories = try self.territories(of: request)
            let points = territories.flatMap { self.points(of: product, number, in: $0) }
            return try ConnectPage(points, request, maximum: 8000)
                .json({ ConnectResource.point($0, kind) }, including: { [ConnectResource.territory($0.territory)] })
        case .pricePoint(let kind, let id):
            return ConnectResource.document(ConnectResource.point(try self.pricePoint(id, kind), kind))
        case .equalizations(let kind, let id):
            let point = try self.pricePoint(id, kind)
            let others = try self.territories(of: request).filter { $0 != point.territory }
            let points = others.map { PricePoint(product: point.product, territory: $0, base: point.base) }
            return try ConnectPage(points, request, maximum: 8000)
                .json({ ConnectResource.point($0, kind) }, including: { [ConnectResource.territory($0.territory)] })
        case .prices(let kind, let number, let which):
            let product = try self.pricedProduct(number, kind)
            let territories = try self.territories(of: request).filter { territory in
                let isManual = product.prices[territory.code] != nil || territory == Self.baseTerritory(of: product)
                return which == .all || isManual == (which == .manual)
            }
            let points = territories.map { self.currentPoint(of: product, number, in: $0) }
            return try ConnectPage(points, request, maximum: 8000)
                .json(
                    { ConnectResource.price($0, kind, isManual: which != .automatic) },
                    including: { [ConnectResource.point($0, kind), ConnectResource.territory($0.territory)] }
                )
        case .schedule(let number):
            _ = try self.pricedProduct(number, .inAppPurchase)
            return ConnectResource.document(ConnectResource.schedule(number))
        case .baseTerritory(let number):
            let product = try self.pricedProduct(number, .inAppPurchase)
            return ConnectResource.document(ConnectResource.territory(Self.baseTerritory(of: product)))
        }
    }

    /// Returns the storefront from which the other prices are derived: the United States for US dollars, else the first
    /// with the currency of the product's price.
    private static func baseTerritory(of product: WorldProduct) -> WorldStorefront {
        guard product.price.currency != "USD" else { return .usa }
        return WorldStorefront.all.first { $0.currency == product.price.currency } ?? .usa
    }
}
