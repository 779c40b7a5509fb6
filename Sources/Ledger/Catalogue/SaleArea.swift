/// In which storefronts of the App Store a product is sold.
package enum SaleArea: Hashable, Sendable {
    /// In all of them.
    case everywhere
    /// In these, by ISO 3166-1 alpha-3 code.
    case only(Set<String>)
    /// In all but these, by ISO 3166-1 alpha-3 code.
    case except(Set<String>)

    /// Whether the product is sold in the storefront of this alpha-3 code.
    package func contains(_ storefront: String) -> Bool {
        switch self {
        case .everywhere: true
        case .only(let storefronts): storefronts.contains(storefront)
        case .except(let storefronts): !storefronts.contains(storefront)
        }
    }
}
