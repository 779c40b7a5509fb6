internal import AppStore
package import Ledger

/// A file of the App Store's price points in CSV.
///
/// Columns are found by their names: those of App Store Connect's API (`territory`, `currency`, `customerPrice`,
/// `proceeds`, `proceedsYear2`, `id`), however they are written, in any order and among others.
package struct PricePointFile: Hashable, Sendable {
    /// The largest file in bytes: every price point of 175 storefronts has about 20 MB.
    package static let byteLimit = 32 * 1024 * 1024

    /// The most price points of one storefront: Apple has 900.
    package static let pointLimit = 2000

    private enum Column: String, PriceFileColumn {
        case territory, currency, customerPrice, proceeds, proceedsYear2, id

        var aliases: [String] {
            switch self {
            case .territory: ["storefront", "territorycode"]
            case .currency: ["currencycode"]
            case .customerPrice: ["price"]
            case .proceeds: []
            case .proceedsYear2: ["secondyearproceeds"]
            case .id: ["pricepointid"]
            }
        }

        var isRequired: Bool {
            switch self {
            case .territory, .currency, .customerPrice: true
            case .proceeds, .proceedsYear2, .id: false
            }
        }
    }

    /// The price points of each storefront, in the order of the storefronts' codes.
    package let ladders: [PriceLadder]

    /// Reads a file from its bytes, all of it or nothing.
    ///
    /// - Throws: What is wrong, by the first place at which something is.
    package init(_ bytes: [UInt8]) throws(PriceFileError) {
        var currencies: [String: (currency: String, line: Int64)] = [:]
        var points: [String: [Int64: (point: PricePoint, line: Int64)]] = [:]
        try PriceFileRow<Column>.read(bytes) { row throws(PriceFileError) in
            let point = try Self.point(row)
            let storefront = point.storefront
            if let known = currencies[storefront], known.currency != point.price.currency {
                throw row.error(
                    .currenciesMixed,
                    .currency,
                    "\(storefront) has prices in \(known.currency) (line \(known.line)) and in \(point.price.currency)",
                    remedy: "Apple has one currency in a storefront: use a file of one day."
                )
            }
            if currencies[storefront] == nil { currencies[storefront] = (point.price.currency, row.line) }
            let amount = point.price.amountMilliunits
            guard let known = points[storefront]?[amount] else {
                guard points[storefront, default: [:]].count < Self.pointLimit else {
                    throw row.error(
                        .pointsTooMany,
                        .territory,
                        "\(storefront) has more than \(Self.pointLimit) price points",
                        remedy: "Look whether it is the right file."
                    )
                }
                points[storefront, default: [:]][amount] = (point, row.line)
                return
            }
            guard known.point.proceeds == point.proceeds, known.point.secondYearProceeds == point.secondYearProceeds
            else {
                throw row.error(
                    .pointContradictory,
                    .customerPrice,
                    "\(storefront) has \(point.price.spelling) with other proceeds on line \(known.line)",
                    remedy: "Use a file of one day and of one product."
                )
            }
        }
        self.ladders = points.keys.sorted().map { storefront in
            PriceLadder(
                storefront: storefront,
                currency: currencies[storefront]?.currency ?? "",
                points: (points[storefront] ?? [:]).values.map(\.point)
            )
        }
    }

    /// The currencies that there are price points in, in order.
    package var currencies: [String] { Set(self.ladders.map(\.currency)).sorted() }

    private static func point(_ row: PriceFileRow<Column>) throws(PriceFileError) -> PricePoint {
        let storefront = try row.code(.territory, or: .storefrontMalformed, example: "USA")
        guard StorefrontCode.contains(storefront) else {
            let near = Spelling.nearest(to: storefront, among: StorefrontCode.all)
            throw row.error(
                .storefrontUnknown,
                .territory,
                "\"\(storefront)\" is no storefront of the App Store",
                remedy: near.map { "Did you mean \"\($0)\"?" } ?? "Write for example USA."
            )
        }
        let currency = try row.code(.currency, or: .currencyMalformed, example: "USD")
        return PricePoint(
            storefront: storefront,
            price: try row.amount(.customerPrice, in: currency),
            proceeds: try row.optionalAmount(.proceeds, in: currency),
            secondYearProceeds: try row.optionalAmount(.proceedsYear2, in: currency),
            appleID: row.optionalText(.id)
        )
    }
}
