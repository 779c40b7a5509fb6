import AppStore
import ArgumentParser
import Ledger
import PurserService

/// `purser prices nearest`: the price points around a price.
struct PricesNearestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nearest",
        abstract: "Names the price points nearest to a price, the differences, and the coins that they are worth.",
        discussion: """
            Example:
              purser prices nearest CNY 6.66 --file points.csv
              purser prices nearest CNY 6.66 --file points.csv --coins-per CNY=66
              purser prices nearest EUR 4.20 --file points.csv --storefront DEU

            The file is CSV with the columns territory, currency and customerPrice, in any order and among others.
            Prices are never computed: what is not in the file is not known. Coins are rounded half up. Of two price
            points that are equally near, the one above is the nearest. The proceeds are shown where one storefront is
            meant.

            Exit status: 0 found, 1 the file has no price points for it, 64 wrong usage, 65 a mistake in the file,
            69 the file cannot be read.
            """
    )

    @Argument(help: "The currency, an ISO 4217 code: CNY.")
    var currency: String

    @Argument(help: "The price: 6.66.")
    var amount: String

    @Option(help: ArgumentHelp("The file of price points.", valueName: "points.csv"))
    var file: String

    @Option(
        help: "The storefront, an ISO 3166-1 alpha-3 code, where several with different price points have the currency."
    )
    var storefront: String?

    @Option(help: ArgumentHelp("How many coins one unit of the currency is worth.", valueName: "currency=rate"))
    var coinsPer: CoinsPerOption?

    @Flag(help: "One JSON object a line.")
    var json = false

    func run() throws {
        guard let sum = Money(spelling: "\(self.currency) \(self.amount)") else {
            throw ValidationError("\(self.currency) \(self.amount) is no price: write for example CNY 6.66")
        }
        if let rate = self.coinsPer?.rate, rate.unit.currency != sum.currency {
            throw ValidationError("--coins-per \(rate.unit.currency): the price is in \(sum.currency).")
        }
        let file = try PriceFileOption.read(self.file, limitBytes: PricePointFile.byteLimit, as: PricePointFile.init)
        let ladders = try self.ladders(of: file, for: sum)
        let rows = self.rows(ladders[0], sum, isOfOneStorefront: ladders.count == 1)
        Listing.nearestPrices.write(rows, isJSON: self.json, in: .here)
    }

    /// Returns the price points that are meant, the same prices in one storefront or several; where the file has none,
    /// or it is not clear which, that is told and the command ends.
    private func ladders(of file: PricePointFile, for sum: Money) throws -> [PriceLadder] {
        let found = file.ladders.filter { ladder in
            ladder.currency == sum.currency && (self.storefront.map { ladder.storefront == $0 } ?? true)
        }
        guard let first = found.first else {
            let place = self.storefront.map { "\($0), \(sum.currency)" } ?? sum.currency
            let others = file.currencies.joined(separator: " ")
            StandardStream.error.write(
                line: Said(
                    "\(self.file) has no price points for \(place). It has prices in: \(others)",
                    "\(self.file) 中没有 \(place) 的价格点。文件中的货币：\(others)"
                ).text(in: .here)
            )
            throw ExitStatus.negative.error
        }
        let prices = first.points.map(\.price)
        guard found.allSatisfy({ $0.points.map(\.price) == prices }) else {
            let storefronts = found.map(\.storefront).joined(separator: " ")
            throw ValidationError(
                "Price points in \(sum.currency) differ; say --storefront with one of: \(storefronts)"
            )
        }
        return found
    }

    /// Returns a row for the point that is equal, or for those below and above.
    ///
    /// What is not the same in every storefront of a currency is left out where several are meant.
    private func rows(_ ladder: PriceLadder, _ sum: Money, isOfOneStorefront: Bool) -> [JSONValue] {
        let nearest = ladder.nearest(to: sum)
        var points = [("equal", ladder.point(equalTo: sum))]
        if points[0].1 == nil {
            points = [("below", ladder.nearest(below: sum)), ("above", ladder.nearest(notBelow: sum))]
        }
        return points.compactMap { place, point in
            guard let point else { return nil }
            return JSONValue.object(
                [
                    JSONMember(key: "place", value: .string(place)),
                    JSONMember(key: "nearest", value: .bool(point == nearest)),
                ] + self.members(of: point.price, sum) + (isOfOneStorefront ? Self.members(of: point) : [])
            )
        }
    }

    private func members(of price: Money, _ sum: Money) -> [JSONMember] {
        // Both are at least nothing, so the difference cannot overflow.
        let milliunits = abs(price.amountMilliunits - sum.amountMilliunits)
        let difference = Money(amountMilliunits: milliunits, currency: sum.currency)
        let coins = self.coinsPer?.rate.coins(for: difference)
        return [
            JSONMember(key: "price", value: JSONValue(price)),
            JSONMember(key: "difference", value: JSONValue(difference)),
        ] + (coins.map { [JSONMember(key: "coins", value: .number("\($0)"))] } ?? [])
    }

    private static func members(of point: PricePoint) -> [JSONMember] {
        var members = [JSONMember(key: "storefront", value: .string(point.storefront))]
        if let proceeds = point.proceeds { members.append(JSONMember(key: "proceeds", value: JSONValue(proceeds))) }
        if let proceeds = point.secondYearProceeds {
            members.append(JSONMember(key: "secondYearProceeds", value: JSONValue(proceeds)))
        }
        if let id = point.appleID { members.append(JSONMember(key: "appleId", value: .string(id))) }
        return members
    }
}
