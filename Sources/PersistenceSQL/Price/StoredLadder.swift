import Ledger

/// The price points of a storefront as bytes: a line for each, with its price, the proceeds and those of the second year
/// in milliunits, between blanks; a hyphen stands for what is not known.
enum StoredLadder {
    /// Returns the bytes of price points.
    static func bytes(of ladder: PriceLadder) -> [UInt8] {
        var text = ""
        for point in ladder.points {
            let amounts = [point.price, point.proceeds, point.secondYearProceeds].map { money in
                money.map { "\($0.amountMilliunits)" } ?? "-"
            }
            text += amounts.joined(separator: " ") + "\n"
        }
        return Array(text.utf8)
    }

    /// Returns the price points of bytes.
    static func ladder(
        of bytes: [UInt8],
        storefront: String,
        currency: String
    ) throws(RepositoryError) -> PriceLadder {
        var points: [PricePoint] = []
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let cells = line.split(separator: " ")
            guard cells.count == 3, let price = Int64(cells[0]) else { throw .corrupt }
            let proceeds = try cells.dropFirst().map { cell throws(RepositoryError) -> Money? in
                guard cell != "-" else { return nil }
                guard let amount = Int64(cell) else { throw .corrupt }
                return Money(amountMilliunits: amount, currency: currency)
            }
            points.append(
                PricePoint(
                    storefront: storefront,
                    price: Money(amountMilliunits: price, currency: currency),
                    proceeds: proceeds[0],
                    secondYearProceeds: proceeds[1]
                )
            )
        }
        return PriceLadder(storefront: storefront, currency: currency, points: points)
    }
}
