internal import Ledger

/// The storefronts of the App Store, by ISO 3166-1 alpha-3 code.
package enum StorefrontCode {
    /// Every code, in order.
    package static let all: [String] = Storefront.all.map(\.code)

    /// Whether a text is the code of a storefront.
    package static func contains(_ text: String) -> Bool { self.set.contains(Array(text.utf8)) }

    private static let set = Set(Self.all.map { Array($0.utf8) })
}
