internal import Ledger

extension CatalogReader {
    /// The coins that a product grants: with a purchase, and with a renewal.
    struct Grants {
        var first: [String: Int] = [:]
        var renewal: [String: Int] = [:]
    }

    /// Reads the coins of a product, by kind.
    ///
    /// Each value is a number, `perUnit` for the number that the coin's own rate gives for the product's price, or, for
    /// an auto-renewable subscription, a number for the first period and one for each renewal.
    mutating func grants(
        _ field: DocumentField?,
        kind: TransactionSnapshot.Kind?,
        price: Money?,
        coins: [String: Coin]
    ) -> Grants {
        var grants = Grants()
        guard let field, self.belongs(field, to: [.autoRenewable, .nonRenewing, .consumable], kind: kind),
            let entries = self.validation.openMap(field, example: "grants: { gems: 600 }")
        else { return grants }
        for (name, value) in entries.all {
            if !self.coinNames.contains(bytesOf: name) { self.refuseCoin(name, value) }
            self.grantedCoins.insert(name)
            switch value.node.content {
            case .scalar("perUnit", _):
                grants.first[name] = self.coinsByRate(name, value, price: price, coins: coins)
                grants.renewal[name] = grants.first[name]
            case .map where kind == .autoRenewable || kind == nil:
                let (first, renewal) = self.periods(name, value)
                if let first, first > 0 { grants.first[name] = first }
                if let renewal, renewal > 0 { grants.renewal[name] = renewal }
            default:
                grants.first[name] = self.count(value, example: "\(name): 600")
                grants.renewal[name] = grants.first[name]
            }
        }
        if kind != .autoRenewable { grants.renewal = [:] }
        return grants
    }

    private mutating func periods(_ coin: String, _ field: DocumentField) -> (first: Int?, renewal: Int?) {
        let example = "\(coin): { first: 600, renewal: 300 }"
        guard let parts = self.validation.map(field, known: ["first", "renewal"], example: example) else {
            return (nil, nil)
        }
        let first = self.validation.required("first", in: parts, example: "first: 600")
            .flatMap { self.count($0, from: 0, example: "first: 600") }
        let renewal = self.validation.required("renewal", in: parts, example: "renewal: 300")
            .flatMap { self.count($0, from: 0, example: "renewal: 300") }
        if first == 0, renewal == 0 {
            self.validation.note(field, problem: "grants nothing", remedy: "Remove it, or write: \(example)")
        }
        return (first, renewal)
    }

    private mutating func coinsByRate(
        _ name: String,
        _ field: DocumentField,
        price: Money?,
        coins: [String: Coin]
    ) -> Int? {
        guard let coin = coins[name] else { return nil }
        guard let price else {
            self.validation.note(
                field,
                problem: "the product has no price to count by",
                remedy: "Add for example: shopPrice: CNY 6.00"
            )
            return nil
        }
        guard let rate = coin.apple, rate.unit.currency == price.currency else {
            self.validation.note(
                field,
                problem: "the coin has no rate in the App Store for \(price.currency)",
                remedy: "Write under coins for example: \(name): { perUnit: { apple: 66 }, of: \(price.currency) 1.00 }"
            )
            return nil
        }
        guard let count = rate.coins(for: price), (1...1_000_000_000).contains(count) else {
            self.validation.note(
                field,
                problem: "the rate gives no number of coins from 1 to 1000000000 for this price",
                remedy: "Write the number of coins, for example: \(name): 600"
            )
            return nil
        }
        return count
    }
}
