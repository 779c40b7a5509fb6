import Ledger

/// A right as our JSON shows it, with the products that unlock it.
struct RightBody: Encodable {
    let name: String
    let displayNames: [String: String]
    let products: [String]

    init(_ right: Right, products: [String]) {
        self.name = right.name.rawValue
        self.displayNames = right.displayNames
        self.products = products
    }

    /// The rights of a catalogue, by name.
    static func all(of catalogue: Catalogue) -> [RightBody] {
        catalogue.rights.values.sorted { $0.name < $1.name }.map { right in
            let products = catalogue.products.values.filter { $0.unlocks.contains(right.name) }
            return RightBody(right, products: products.map(\.id).sorted().map(\.rawValue))
        }
    }
}
