internal import AppStore
package import Ledger

/// A CSV file of the App Store's price points.
///
/// Columns are found by the names of App Store Connect's API (`territory`, `currency`, `customerPrice`, `proceeds`,
/// `proceedsYear2`, `id`), ignoring case and separators, in any order and among other columns.
package struct PricePointFile: Hashable, Sendable {
    /// The maximum size of a file in bytes; all price points of 175 storefronts have about 20 MB.
    package static let byteLimit = 32 * 1024 * 1024

    /// The maximum number of price points of one storefront; Apple has 900.
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

    /// The price points of each storefront, sorted by storefront code.
    package let ladders: [PriceLadder]

    /// Reads a file from its bytes, completely or not at all.
    ///
    /// - Throws: The first error in the file.
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
                    remedy: "A storefront has one currency: use a file of one day."
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
                        remedy: "Check that it is the right file."
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

    /// The currencies of the price points, sorted.
    package var currencies: [String] { Set(self.ladders.map(\.currency)).sorted() }

    private static func point(_ row: PriceFileRow<Column>) throws(PriceFileError) -> PricePoint {
        let storefront = try row.code(.territory, or: .storefrontMalformed, example: "USA")
        guard StorefrontCode.contains(storefront) else {
            let near = Spelling.nearest(to: storefront, among: StorefrontCode.all)
            throw row.error(
                .storefrontUnknown,
                .territory,
                "\"\(storefront)\" is not a storefront of the App Store",
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
