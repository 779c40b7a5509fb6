/// The price points of one storefront in one currency, ascending.
package struct PriceLadder: Hashable, Sendable {
    /// The storefront, by ISO 3166-1 alpha-3 code.
    package let storefront: String
    /// The ISO 4217 code of the currency of every price.
    package let currency: String
    /// The price points, ascending, each amount once.
    package let points: [PricePoint]

    /// Creates a ladder from those of the price points that belong to the storefront and the currency, in any order.
    ///
    /// Of several points with the same amount, the first is kept.
    package init(storefront: String, currency: String, points: some Sequence<PricePoint>) {
        self.storefront = storefront
        self.currency = currency
        var amounts: Set<Int64> = []
        self.points =
            points
            .filter { $0.storefront == storefront && $0.price.currency == currency }
            .filter { amounts.insert($0.price.amountMilliunits).inserted }
            .sorted { $0.price.amountMilliunits < $1.price.amountMilliunits }
    }

    /// Returns the price point that is equal to a sum, or `nil` when there is none.
    package func point(equalTo sum: Money) -> PricePoint? {
        guard let point = self.nearest(notBelow: sum), point.price == sum else { return nil }
        return point
    }

    /// Returns the highest price point below a sum, or `nil` when there is none.
    package func nearest(below sum: Money) -> PricePoint? {
        guard sum.currency == self.currency else { return nil }
        let index = self.index(notBelow: sum.amountMilliunits)
        return index > 0 ? self.points[index - 1] : nil
    }

    /// Returns the lowest price point that is not below a sum, or `nil` when there is none.
    package func nearest(notBelow sum: Money) -> PricePoint? {
        guard sum.currency == self.currency else { return nil }
        let index = self.index(notBelow: sum.amountMilliunits)
        return index < self.points.count ? self.points[index] : nil
    }

    /// Returns the price point nearest to a sum; of two equally near points, the higher one.
    ///
    /// A shop can credit an overpayment to the customer, so the customer never loses money with the higher price.
    package func nearest(to sum: Money) -> PricePoint? {
        guard let above = self.nearest(notBelow: sum) else { return self.nearest(below: sum) }
        guard let below = self.nearest(below: sum) else { return above }
        return Self.distance(above.price, sum) <= Self.distance(below.price, sum) ? above : below
    }

    /// Returns the price point that equals a sum, or the nearest ones below and above; the sum is not negative.
    package func around(_ sum: Money) -> [NearPrice] {
        let nearest = self.nearest(to: sum)
        let points =
            self.point(equalTo: sum).map { [$0] }
            ?? [self.nearest(below: sum), self.nearest(notBelow: sum)].compactMap(\.self)
        return points.map { NearPrice($0, seenFrom: sum, isNearest: $0 == nearest) }
    }

    /// Returns how far two sums of one currency are from each other, in milliunits.
    private static func distance(_ one: Money, _ other: Money) -> UInt64 {
        let (low, high) = (
            min(one.amountMilliunits, other.amountMilliunits), max(one.amountMilliunits, other.amountMilliunits)
        )
        // In two's complement this is the exact distance even where it exceeds the signed type.
        return UInt64(bitPattern: high) &- UInt64(bitPattern: low)
    }

    /// Returns the index of the lowest price point that is not below an amount; the end index where there is none.
    private func index(notBelow amount: Int64) -> Int {
        self.points.firstIndex(notBelow: amount) { $0.price.amountMilliunits }
    }
}

extension Sequence where Element == PriceLadder {
    /// Whether all ladders have the same prices.
    package var haveSamePrices: Bool {
        Set(self.map { $0.points.map(\.price) }).count <= 1
    }
}

extension RandomAccessCollection {
    /// Returns the index of the first element whose amount is not below another, or the end index where there is none.
    ///
    /// - Parameters:
    ///   - amount: The amount, in milliunits.
    ///   - amountOf: Returns the amount of an element; the elements are sorted by it in ascending order.
    /// - Returns: The index, found by binary search.
    func firstIndex(notBelow amount: Int64, by amountOf: (Element) -> Int64) -> Index {
        var start = self.startIndex
        var count = self.count
        while count > 0 {
            let half = count / 2
            let middle = self.index(start, offsetBy: half)
            if amountOf(self[middle]) < amount {
                start = self.index(after: middle)
                count -= half + 1
            } else {
                count = half
            }
        }
        return start
    }
}
