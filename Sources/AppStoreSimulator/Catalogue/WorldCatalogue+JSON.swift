import AppStore

extension WorldCatalogue: Codable {
    /// Reads `{"products": [...]}` of the simulator's own catalogue format; a mistake is a data-corrupted error.
    public init(from decoder: any Decoder) throws {
        var reading = WorldCatalogueReading()
        let node = CatalogueNode(try CodableJSON(from: decoder).value)
        var products: [WorldProduct]?
        if let fields = CatalogueFields(node, &reading.notes) {
            fields.refuseUnknown(besides: ["products"], &reading.notes)
            if fields.required("products", for: "[]", &reading.notes) != nil {
                products = reading.readProducts(fields.list("products", &reading.notes))
            }
        }
        self.init(try reading.decoded(products, from: decoder))
    }

    /// Writes what ``init(from:)`` reads.
    public func encode(to encoder: any Encoder) throws {
        let products = JSONValue.array(self.products.map(WorldCatalogueWriting.product))
        try CodableJSON(.object([JSONMember(key: "products", value: products)])).encode(to: encoder)
    }
}
