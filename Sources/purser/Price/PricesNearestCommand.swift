import AppStore
import ArgumentParser
import Ledger
import PurserService

/// `purser prices nearest`: the price points around a price.
struct PricesNearestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nearest",
        abstract: "Names the price points nearest to a price, the differences, and the coins that they are worth.",
        discussion: """
            Example:
              purser prices nearest CNY 6.66
              purser prices nearest CNY 6.66 --file points.csv --coins-per CNY=66
              purser prices nearest EUR 4.20 --file points.csv --storefront DEU

            Without a file the running server answers, from what purser prices fetch or import brought, or else from the
            price points of the catalog; the coins are the catalog's. A file is CSV with the columns territory, currency
            and customerPrice, in any order and among others.
            Prices are never computed: what is not in the file is not known. Coins are rounded half up. Of two price
            points that are equally near, the one above is the nearest. The proceeds are shown where one storefront is
            meant.

            Exit status: 0 found, 1 no price points for it are known, 64 wrong usage, 65 a mistake in the file, 69 the file
            cannot be read or the database cannot be opened, 77 another user's server, 78 the configuration is wrong.
            """
    )

    @Argument(help: "The currency, an ISO 4217 code: CNY.")
    var currency: String

    @Argument(help: "The price: 6.66.")
    var amount: String

    @Option(help: ArgumentHelp("The file of price points.", valueName: "points.csv"))
    var file: String?

    @OptionGroup var server: AppOptions

    @Option(
        help: "The storefront, an ISO 3166-1 alpha-3 code, where several with different price points have the currency."
    )
    var storefront: String?

    @Option(help: ArgumentHelp("How many coins one unit of the currency is worth.", valueName: "currency=rate"))
    var coinsPer: CoinsPerOption?

    @Flag(help: "One JSON object a line.")
    var json = false

    func validate() throws {
        guard self.file == nil, self.coinsPer != nil else { return }
        throw ValidationError("--coins-per goes with --file: without one, the coins are those of the catalog.")
    }

    func run() async throws {
        guard let sum = Money(spelling: "\(self.currency) \(self.amount)") else {
            throw ValidationError("\(self.currency) \(self.amount) is no price: write for example CNY 6.66")
        }
        if let rate = self.coinsPer?.rate, rate.unit.currency != sum.currency {
            throw ValidationError("--coins-per \(rate.unit.currency): the price is in \(sum.currency).")
        }
        guard let path = self.file else { return try await self.ask(sum) }
        let file = try PriceFileOption.read(path, limitBytes: PricePointFile.byteLimit, as: PricePointFile.init)
        let ladders = try self.ladders(of: file, path, for: sum)
        let rows = ladders[0].around(sum).map { self.row($0, isOfOneStorefront: ladders.count == 1) }
        Listing.nearestPrices.write(rows, isJSON: self.json, in: .here)
    }

    /// Asks the running server.
    private func ask(_ sum: Money) async throws {
        try await self.server.with { api in
            let answer = try await api.get(
                "prices/nearest",
                [("price", sum.spelling), ("storefront", self.storefront)]
            )
            let storefronts = answer["storefronts"]?.elements ?? []
            let rows = (answer["points"]?.elements ?? []).map { point -> JSONValue in
                guard case .object(let members) = point, storefronts.count == 1 else { return point }
                return .object(members + [JSONMember(key: "storefront", value: storefronts[0])])
            }
            Listing.nearestPrices.write(rows, isJSON: self.json, in: .here)
        }
    }

    /// Returns the price points that are meant, the same prices in one storefront or several; where the file has none,
    /// or it is not clear which, that is told and the command ends.
    private func ladders(of file: PricePointFile, _ path: String, for sum: Money) throws -> [PriceLadder] {
        let found = file.ladders.filter { ladder in
            ladder.currency == sum.currency && (self.storefront.map { ladder.storefront == $0 } ?? true)
        }
        guard !found.isEmpty else {
            let place = self.storefront.map { "\($0), \(sum.currency)" } ?? sum.currency
            let others = file.currencies.joined(separator: " ")
            StandardStream.error.write(
                line: LocalizedText(
                    "\(path) has no price points for \(place). It has prices in: \(others)",
                    "\(path) 中没有 \(place) 的价格点。文件中的货币：\(others)"
                ).text(in: .here)
            )
            throw ExitStatus.negative.error
        }
        guard found.haveSamePrices else {
            let storefronts = found.map(\.storefront).joined(separator: " ")
            throw ValidationError(
                "Price points in \(sum.currency) differ; say --storefront with one of: \(storefronts)"
            )
        }
        return found
    }

    /// Returns a row for a price point; what is not the same in every storefront of a currency is left out where
    /// several are meant.
    private func row(_ near: NearPrice, isOfOneStorefront: Bool) -> JSONValue {
        var members = [
            JSONMember(key: "place", value: .string(near.place.rawValue)),
            JSONMember(key: "nearest", value: .bool(near.isNearest)),
            JSONMember(key: "price", value: JSONValue(near.point.price)),
            JSONMember(key: "difference", value: JSONValue(near.difference)),
        ]
        if let coins = self.coinsPer?.rate.coins(for: near.difference) {
            members.append(JSONMember(key: "coins", value: .number("\(coins)")))
        }
        return .object(members + (isOfOneStorefront ? Self.members(of: near.point) : []))
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

/// The coins that one unit of a currency is worth, as an option: `CNY=66`.
struct CoinsPerOption: ExpressibleByArgument {
    /// The rate.
    let rate: CoinRate

    /// Returns the rate of a spelling, or `nil` when it is none.
    ///
    /// Up to three decimals are taken: `JPY=0.5`.
    init?(argument: String) {
        let parts = argument.split(separator: "=", omittingEmptySubsequences: false)
        // A rate in thousandths of a coin for one unit is as many coins for a thousand units.
        guard parts.count == 2, let coins = Money(spelling: "\(parts[0]) \(parts[1])"),
            let rate = CoinRate(
                coins: Int(clamping: coins.amountMilliunits),
                for: Money(amountMilliunits: 1_000_000, currency: coins.currency)
            )
        else { return nil }
        self.rate = rate
    }
}
