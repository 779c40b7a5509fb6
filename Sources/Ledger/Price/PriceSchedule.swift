/// The prices of one product in the storefronts, each with the instant from which it applies.
///
/// The rules are Apple's. The price of the base storefront is set manually and never changes automatically. A price
/// that was set manually for another storefront applies there instead of an equalized one. In every other storefront
/// the price applies that Apple last equalized from the base price. The order in which the prices became known does not
/// matter. A price does not determine where the product is sold: that is the product's ``ProductAvailability``, which
/// does not depend on the app's.
package struct PriceSchedule: Hashable, Sendable {
    /// An operator's decision on the price in a storefront.
    package enum Setting: Hashable, Sendable {
        /// This price applies.
        case price(Money)
        /// No manual price applies any longer: Apple equalizes the price again.
        case equalized
    }

    /// The reason why a price applies.
    package enum Origin: String, Hashable, Sendable, CaseIterable {
        /// It is the price of the base storefront.
        case base
        /// It was set manually for the storefront.
        case byHand
        /// Apple equalized it from the price of the base storefront.
        case equalized
    }

    /// The price that applies in a storefront.
    package struct Answer: Hashable, Sendable {
        /// The price.
        package let price: Money
        /// The instant from which it applies.
        package let from: Instant
        /// The reason why it applies.
        package let origin: Origin
    }

    /// The storefront from whose price Apple equalizes the others, by ISO 3166-1 alpha-3 code.
    package let base: String
    private var settings: [String: [Instant: Setting]] = [:]
    private var equalizations: [String: [Instant: Money]] = [:]

    /// Creates a schedule without prices.
    package init(base: String = Storefront.defaultBase) {
        self.base = base
    }

    /// Creates a schedule of manual prices that apply at every instant, by storefront.
    package init(base: String = Storefront.defaultBase, always prices: [String: Money]) {
        self.init(base: base)
        for (storefront, price) in prices {
            self.set(.price(price), in: storefront, from: Instant(milliseconds: .min))
        }
    }

    /// Sets the decision for a storefront from an instant on.
    ///
    /// A second decision for the same instant replaces the first.
    package mutating func set(_ setting: Setting, in storefront: String, from instant: Instant) {
        self.settings[storefront, default: [:]][instant] = setting
    }

    /// Adds the prices, by storefront, to which Apple equalizes the base price from an instant on.
    ///
    /// They apply in no storefront with a manual price, and never in the base storefront.
    package mutating func equalize(_ prices: [String: Money], from instant: Instant) {
        for (storefront, price) in prices where storefront != self.base {
            self.equalizations[storefront, default: [:]][instant] = price
        }
    }

    /// The storefronts for which a price is known at any instant, sorted by code.
    package var storefronts: [String] {
        Set(self.settings.keys).union(self.equalizations.keys).sorted()
    }

    /// Returns the price that applies in a storefront at an instant, or `nil` where none is known.
    package func price(in storefront: String, at instant: Instant) -> Answer? {
        let decision = Self.newest(self.settings[storefront], at: instant)
        if let (from, setting) = decision, case .price(let price) = setting {
            return Answer(price: price, from: from, origin: storefront == self.base ? .base : .byHand)
        }
        guard let (from, price) = Self.newest(self.equalizations[storefront], at: instant) else { return nil }
        // Before the storefront returned to equalized prices, the manual price applied and not this one.
        return Answer(price: price, from: max(from, decision?.0 ?? from), origin: .equalized)
    }

    /// Returns the entry with the greatest instant that is not after another.
    private static func newest<Value>(_ entries: [Instant: Value]?, at instant: Instant) -> (Instant, Value)? {
        entries?.filter { $0.key <= instant }.max { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}
