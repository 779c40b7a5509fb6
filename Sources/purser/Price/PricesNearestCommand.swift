import AppStore
import ArgumentParser
import Ledger
import PurserService

/// `purser prices nearest`: lists the price points near a price.
struct PricesNearestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nearest",
        abstract: "List the price points nearest to a price, the differences, and their value in coins.",
        discussion: """
            Example:
              purser prices nearest CNY 6.66
              purser prices nearest CNY 6.66 --file points.csv --coins-per CNY=66
              purser prices nearest EUR 4.20 --file points.csv --storefront DEU

            Without a file, the price points are those of purser prices fetch or import, otherwise those of the
            catalog; the coins are the catalog's. A file is CSV with the columns territory, currency and customerPrice,
            in any order; further columns are ignored. Prices are never computed: a price that is not in the file is
            unknown. Coins are rounded half up. Of two equally near price points, the one above is the nearest. The
            proceeds are shown for a single storefront.

            Exit status: 0 found, 1 no price points are known, 64 wrong usage, 65 an error in the file, 69 the file
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
        help: "The storefront, an ISO 3166-1 alpha-3 code, if several with different price points have the currency."
    )
    var storefront: String?

    @Option(
        help: ArgumentHelp("The number of coins that one unit of the currency is worth.", valueName: "currency=rate")
    )
    var coinsPer: CoinsPerOption?

    @Flag(help: "Print one JSON object per line.")
    var json = false

    func validate() throws {
        guard self.file == nil, self.coinsPer != nil else { return }
        throw ValidationError("--coins-per requires --file: without a file, the coins are those of the catalog.")
    }

    func run() async throws {
        guard let sum = Money(spelling: "\(self.currency) \(self.amount)") else {
            throw ValidationError("\(self.currency) \(self.amount) is not a price: use for example CNY 6.66")
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

    /// Sends the request to the server.
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

    /// Returns the price ladders: equal prices in one storefront or several; if the file has none, or several different
    /// ones, writes that and ends the command.
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
                "Price points in \(sum.currency) differ; add --storefront with one of: \(storefronts)"
            )
        }
        return found
    }

    /// Returns a row for a price point; values that differ between the storefronts of a currency are left out unless
    /// one storefront is selected.
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

/// The number of coins that one unit of a currency is worth, as an option: `CNY=66`.
struct CoinsPerOption: ExpressibleByArgument {
    /// The rate.
    let rate: CoinRate

    /// Reads a rate; returns `nil` for an invalid one.
    ///
    /// It may have up to three decimals: `JPY=0.5`.
    init?(argument: String) {
        let parts = argument.split(separator: "=", omittingEmptySubsequences: false)
        // A rate in thousandths of a coin per unit equals the same number of coins per thousand units.
        guard parts.count == 2, let coins = Money(spelling: "\(parts[0]) \(parts[1])"),
            let rate = CoinRate(
                coins: Int(clamping: coins.amountMilliunits),
                for: Money(amountMilliunits: 1_000_000, currency: coins.currency)
            )
        else { return nil }
        self.rate = rate
    }
}
