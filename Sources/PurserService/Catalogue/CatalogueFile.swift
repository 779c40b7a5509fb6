package import Ledger

/// A catalogue as its file declares it: the ledger's catalogue, and what the ledger does not need to know.
///
/// Prices and periods of auto-renewables are Apple's business; they are declared for whoever plays Apple's part, the
/// simulator and the demonstration.
package struct CatalogueFile: Hashable, Sendable {
    /// On what terms the App Store sells a product.
    package struct Terms: Hashable, Sendable {
        /// The price of one unit, or of one period of an auto-renewable.
        package let price: Money?
        /// The length of one period of an auto-renewable.
        package let period: CalendarPeriod?

        /// Terms of a price and a period.
        package init(price: Money? = nil, period: CalendarPeriod? = nil) {
            self.price = price
            self.period = period
        }
    }

    /// A kind of coins that products bring.
    package struct Coin: Hashable, Sendable {
        /// How many coins one unit of money buys in the App Store.
        package let perUnitApple: Int?
        /// How many coins one unit of money buys elsewhere.
        package let perUnitElsewhere: Int?
        /// The unit of money.
        package let unit: Money?

        /// A kind of coins with these rates.
        package init(perUnitApple: Int? = nil, perUnitElsewhere: Int? = nil, unit: Money? = nil) {
            self.perUnitApple = perUnitApple
            self.perUnitElsewhere = perUnitElsewhere
            self.unit = unit
        }
    }

    /// The largest catalogue file in bytes.
    package static let sizeLimitBytes = DocumentReader.sizeLimitBytes

    /// What the ledger works with.
    package let catalogue: Catalogue
    /// The product ids in the order of the file.
    package let productIDs: [ProductID]
    /// The terms of every product, by product id.
    package let terms: [ProductID: Terms]
    /// The kinds of coins, by name.
    package let coins: [String: Coin]

    /// The catalogue in these bytes; `file` is how messages name them.
    package init(bytes: [UInt8], file: String) throws(Findings) {
        let document = try DocumentReader.read(bytes, file: file)
        var reading = CatalogueReading(file: file)
        self = try reading.read(document)
    }

    /// The catalogue in the file at this path.
    package init(path: String) throws(Findings) {
        let file: BoundedFile
        do {
            file = try BoundedFile(path: path, limitBytes: Self.sizeLimitBytes)
        } catch {
            throw Findings(
                Finding(
                    file: path,
                    problem: error.rawValue,
                    remedy: "A catalogue to start from is written by: purser init shop"
                )
            )
        }
        try self.init(bytes: file.bytes, file: path)
    }

    /// A catalogue of these parts.
    init(catalogue: Catalogue, productIDs: [ProductID], terms: [ProductID: Terms], coins: [String: Coin]) {
        self.catalogue = catalogue
        self.productIDs = productIDs
        self.terms = terms
        self.coins = coins
    }
}
