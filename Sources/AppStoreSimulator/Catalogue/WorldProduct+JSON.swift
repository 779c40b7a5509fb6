import AppStore

extension WorldProduct: Codable {
    /// Reads a product of the simulator's own catalogue format; a mistake is a data-corrupted error that says all of them.
    public init(from decoder: any Decoder) throws {
        var reading = WorldCatalogueReading()
        let node = CatalogueNode(try CodableJSON(from: decoder).value)
        let product = CatalogueFields(node, &reading.notes).flatMap { reading.readProduct($0) }
        self = try reading.decoded(product, from: decoder)
    }

    /// Writes what ``init(from:)`` reads.
    public func encode(to encoder: any Encoder) throws {
        try CodableJSON(WorldCatalogueWriting.product(self)).encode(to: encoder)
    }
}

extension WorldCatalogueReading {
    /// What was read for a decoder, or the mistakes as its error, whose underlying error is a ``CatalogueError``.
    func decoded<Value>(_ value: Value?, from decoder: any Decoder) throws -> Value {
        if let value, self.notes.mistakes.isEmpty { return value }
        let error = CatalogueError(self.notes.mistakes)
        throw DecodingError.dataCorrupted(
            DecodingError.Context(
                codingPath: decoder.codingPath,
                debugDescription: error.description,
                underlyingError: error
            )
        )
    }
}
