/// A price tier, Apple's scheme before price points: one level with its price in yuan and in US dollars.
///
/// Apple sells by price points today. Shops that still plan by tiers can import them.
package struct PriceTier: Hashable, Sendable {
    /// The level of a tier: a number, or one of the alternate tiers.
    package enum Level: Hashable, Sendable {
        /// A tier by its number, from 1 to 87.
        case regular(Int)
        /// An alternate tier by its name: `A`, `B`, or `1` to `5`.
        case alternate(String)

        /// The names of the alternate tiers.
        package static let alternates = ["A", "B", "1", "2", "3", "4", "5"]

        /// Creates the level of a spelling, `12` or `alternate A`; `nil` when it is none.
        package init?(spelling: String) {
            let words = spelling.split(separator: " ")
            if words.count == 2, words[0] == "alternate", Self.alternates.contains(String(words[1])) {
                self = .alternate(String(words[1]))
            } else if words.count == 1, words[0].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                let number = Int(words[0]), (1...87).contains(number)
            {
                self = .regular(number)
            } else {
                return nil
            }
        }

        /// The spelling of the level: `12`, `alternate A`.
        package var spelling: String {
            switch self {
            case .regular(let number): "\(number)"
            case .alternate(let name): "alternate \(name)"
            }
        }
    }

    /// The kinds of products to which a tier applies.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Apps, and products that are paid for once.
        case oneOff = "one-off"
        /// Auto-renewable subscriptions.
        case subscription
    }

    /// The level of the tier.
    package let level: Level
    /// The kinds of products that have this tier with these prices.
    package let kinds: Set<Kind>
    /// The price in yuan.
    package let yuan: Money
    /// The price in US dollars.
    package let dollars: Money

    /// Creates a tier of these values.
    package init(level: Level, kinds: Set<Kind>, yuan: Money, dollars: Money) {
        self.level = level
        self.kinds = kinds
        self.yuan = yuan
        self.dollars = dollars
    }
}
