/// A price in one currency, in thousandths of its unit as Apple states prices: 9.99 is 9990.
public struct WorldPrice: Hashable, Sendable, Codable {
    /// Thousandths of the currency's unit.
    public let milliunits: Int64
    /// The ISO 4217 code, such as `USD`.
    public let currency: String

    /// A price of so many thousandths in this currency.
    public init(milliunits: Int64, currency: String) {
        self.milliunits = milliunits
        self.currency = currency
    }
}
