/// Which regime of consent holds in which storefront.
package struct ConsentRegimes: Hashable, Sendable {
    /// The regime of every other storefront.
    package let other: ConsentRegime
    /// The regimes of storefronts, by ISO 3166-1 alpha-3 code.
    package let storefronts: [String: ConsentRegime]

    /// Regimes; to begin with everybody has to agree first.
    package init(other: ConsentRegime = .optIn, storefronts: [String: ConsentRegime] = [:]) {
        self.other = other
        self.storefronts = storefronts
    }

    /// The regime of a storefront; where none is known everybody has to agree first.
    package subscript(storefront: String?) -> ConsentRegime {
        guard let storefront else { return .optIn }
        return self.storefronts[storefront] ?? self.other
    }

    /// Whether silence counts as consent anywhere.
    package var hasOptOut: Bool { self.other == .optOut || self.storefronts.values.contains(.optOut) }
}
