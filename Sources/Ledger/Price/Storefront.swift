/// A storefront of the App Store: a country or region in which Apple sells, with what Apple's documents call it.
package struct Storefront: Hashable, Sendable {
    /// The ISO 3166-1 alpha-3 code by which Apple's signed data name the storefront; `XKS` is Apple's own, for Kosovo.
    package let code: String
    /// The ISO 3166-1 alpha-2 code by which Apple's reports name the storefront.
    package let alpha2: String
    /// The ISO 4217 code of the currency that Apple sells in there, where sources agree on it.
    ///
    /// Currencies change, as the euro spreads. The currency of a price is always the one that its price point states.
    package let currency: String?
    /// Apple's finance region, which the financial reports are made for, where it is known.
    package let financeRegion: String?
    /// Apple's number of the storefront, where it was published: `143441` is the United States.
    package let id: String?

    /// Creates a storefront of these values.
    package init(code: String, alpha2: String, currency: String?, financeRegion: String?, id: String?) {
        self.code = code
        self.alpha2 = alpha2
        self.currency = currency
        self.financeRegion = financeRegion
        self.id = id
    }

    /// Returns the storefront of an alpha-3 code, or `nil` when Apple has none of that code.
    package init?(code: String) {
        guard let storefront = Self.byCode[Array(code.utf8)] else { return nil }
        self = storefront
    }

    /// Returns the storefront of an alpha-2 code, or `nil` when Apple has none of that code.
    package init?(alpha2: String) {
        guard let storefront = Self.byAlpha2[Array(alpha2.utf8)] else { return nil }
        self = storefront
    }

    /// The code of the storefront that Apple takes as the base of prices where nobody chose another.
    package static let defaultBase = "USA"

    // Compared byte for byte: other characters may count as equal to a letter.
    private static let byCode = Self.index(\.code)
    private static let byAlpha2 = Self.index(\.alpha2)

    private static func index(_ name: KeyPath<Storefront, String>) -> [[UInt8]: Storefront] {
        Dictionary(Self.all.map { (Array($0[keyPath: name].utf8), $0) }, uniquingKeysWith: { first, _ in first })
    }
}
