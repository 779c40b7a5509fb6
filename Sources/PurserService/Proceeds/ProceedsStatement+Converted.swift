package import Ledger

extension ProceedsStatement {
    /// The proceeds after refunds in one currency.
    ///
    /// - Parameters:
    ///   - currency: The currency.
    ///   - rates: What one unit of each other currency is in it; of two for one currency the first counts.
    /// - Returns: The sum in milliunits, each currency rounded half away from zero.
    /// - Throws: `ProceedsError.rateMissing` for the first currency that no rate is given for.
    package func converted(into currency: String, by rates: [ConversionRate]) throws(ProceedsError) -> Int64 {
        var sum: Int64 = 0
        for (own, amount) in self.netProceeds.sorted(by: { $0.key < $1.key }) {
            guard own != currency else {
                sum &+= amount
                continue
            }
            guard let rate = rates.first(where: { $0.currency == own }) else { throw .rateMissing(own) }
            sum &+= rate.convert(amount)
        }
        return sum
    }
}
