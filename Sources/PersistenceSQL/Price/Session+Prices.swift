package import Ledger

/// Prices and price points that were fetched from Apple.
extension Session {
    /// Stores prices; each replaces one that was fetched at the same instant.
    package func keep(_ prices: [FetchedPrice], of name: AppName) throws {
        guard !prices.isEmpty else { return }
        let app = SQLValue.integer(try self.app(name))
        for price in prices {
            try self.run(
                .prices.putFetchedPrice,
                [
                    app, .text(price.product.rawValue), .text(price.storefront), .instant(price.fetchedAt),
                    .integer(price.startsAt?.milliseconds ?? .min), .integer(price.price.amountMilliunits),
                    .text(price.price.currency), .integer(price.origin.code), .integer(price.source.code),
                    .text(price.fetchedBy),
                ]
            )
        }
    }

    /// Returns the fetched prices of a product.
    package func fetchedPrices(of product: ProductID, app: AppName, limit: Int) throws -> [FetchedPrice] {
        try self.fetchedPrices(.prices.fetchedPricesOfProduct, app, .text(product.rawValue), limit)
    }

    /// Returns the fetched prices in a storefront.
    package func fetchedPrices(in storefront: String, app: AppName, limit: Int) throws -> [FetchedPrice] {
        try self.fetchedPrices(.prices.fetchedPricesInStorefront, app, .text(storefront), limit)
    }

    /// Stores the price points of storefronts.
    package func keep(_ ladders: [PriceLadder], of name: AppName, at now: Instant, by person: String) throws {
        guard !ladders.isEmpty else { return }
        let app = SQLValue.integer(try self.app(name))
        for ladder in ladders {
            try self.run(
                .prices.putPriceLadder,
                [
                    app, .text(ladder.storefront), .text(ladder.currency), .bytes(StoredLadder.bytes(of: ladder)),
                    .instant(now), .text(person),
                ]
            )
        }
    }

    /// Returns the price points of the storefronts with a currency.
    package func priceLadders(in currency: String, app: AppName) throws -> [PriceLadder] {
        try self.all(.prices.priceLadders, [.text(app.rawValue), .text(currency)]) { row in
            let storefront = try row.text()
            let currency = try row.text()
            return try StoredLadder.ladder(of: try row.bytes(), storefront: storefront, currency: currency)
        }
    }

    /// Returns a page of customers' responses to price increases.
    package func priceConsents(of app: AppName, after place: Int64, limit: Int) throws -> PriceConsentPage {
        guard let scope = try self.knownScope(ScopeName(app: app, environment: .production)) else {
            return PriceConsentPage(counts: [:], next: nil)
        }
        let rows = try self.all(.prices.priceConsents, [.integer(place), .integer(Int64(limit))]) { row in
            (
                original: try row.integer(), scope: try row.integer(), terms: try row.integer(),
                rare: try row.optionalText()
            )
        }
        var counts: [ProductID: PriceConsents] = [:]
        for row in rows where row.scope == scope.number {
            guard let rare = row.rare,
                let status = try RareJSON.value(rare, as: RareRenewalValues.self).priceIncreaseStatus
            else { continue }
            counts[try self.terms(row.terms).productID, default: PriceConsents()].count(status)
        }
        return PriceConsentPage(counts: counts, next: rows.count < limit ? nil : rows.last?.original)
    }

    private func fetchedPrices(
        _ query: SQLStatement,
        _ app: AppName,
        _ key: SQLValue,
        _ limit: Int
    ) throws -> [FetchedPrice] {
        try self.all(query, [.text(app.rawValue), key, .integer(Int64(limit))]) { row in
            let product = ProductID(try row.text())
            let storefront = try row.text()
            let fetchedAt = try row.instant()
            let startsAt = try row.integer()
            let amount = try row.integer()
            let currency = try row.text()
            return FetchedPrice(
                product: product,
                storefront: storefront,
                price: Money(amountMilliunits: amount, currency: currency),
                startsAt: startsAt == .min ? nil : Instant(milliseconds: startsAt),
                origin: try row.coded(),
                source: try row.coded(),
                fetchedAt: fetchedAt,
                fetchedBy: try row.text()
            )
        }
    }
}

extension PriceSchedule.Origin: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .base: 1
        case .byHand: 2
        case .equalized: 3
        }
    }
}

extension FetchedPrice.Source: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .fetched: 1
        case .imported: 2
        }
    }
}

/// The price points of a storefront as bytes: a line for each, with its price, the proceeds and those of the second
/// year in milliunits, separated by spaces; a hyphen means an unknown value.
enum StoredLadder {
    /// Encodes price points.
    static func bytes(of ladder: PriceLadder) -> [UInt8] {
        var text = ""
        for point in ladder.points {
            let amounts = [point.price, point.proceeds, point.secondYearProceeds].map { money in
                money.map { "\($0.amountMilliunits)" } ?? "-"
            }
            text += amounts.joined(separator: " ") + "\n"
        }
        return Array(text.utf8)
    }

    /// Decodes price points.
    static func ladder(
        of bytes: [UInt8],
        storefront: String,
        currency: String
    ) throws(RepositoryError) -> PriceLadder {
        var points: [PricePoint] = []
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let cells = line.split(separator: " ")
            guard cells.count == 3, let price = Int64(cells[0]) else { throw .corrupt }
            let proceeds = try cells.dropFirst().map { cell throws(RepositoryError) -> Money? in
                guard cell != "-" else { return nil }
                guard let amount = Int64(cell) else { throw .corrupt }
                return Money(amountMilliunits: amount, currency: currency)
            }
            points.append(
                PricePoint(
                    storefront: storefront,
                    price: Money(amountMilliunits: price, currency: currency),
                    proceeds: proceeds[0],
                    secondYearProceeds: proceeds[1]
                )
            )
        }
        return PriceLadder(storefront: storefront, currency: currency, points: points)
    }
}
