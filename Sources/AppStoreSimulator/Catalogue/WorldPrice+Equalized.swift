extension WorldPrice {
    /// The highest price that is made of another, far beyond what is sold.
    private static let highest = 1e15

    /// About the same price in the currency of a storefront, as the store sets it where the app has set none.
    ///
    /// Apple converts at the rates of the day to prices that it deems usual, and publishes no table. The rates here are those
    /// of ``PriceIncrease/thresholdMilliunits(in:)``. The price is the nearest in steps of some ten US cents: tenths less a
    /// hundredth, such as 8.59, in currencies with a small number, and round numbers, such as 1500, in those with a large
    /// one. Nothing remains nothing.
    public func equalized(for storefront: WorldStorefront) -> WorldPrice {
        let currency = storefront.currency
        guard currency != self.currency, self.milliunits > 0 else {
            return WorldPrice(milliunits: self.milliunits, currency: currency)
        }
        let dollars = PriceIncrease.thresholdMilliunits(in: "USD") ?? 1
        let rate = PriceIncrease.thresholdMilliunits(in: currency) ?? dollars
        let worth =
            Double(self.milliunits) * Double(rate)
            / Double(PriceIncrease.thresholdMilliunits(in: self.currency) ?? dollars)
        // The fiftieth part of five dollars.
        let cents = rate / 50
        var step: Int64 = cents < 1000 ? 100 : 1000
        while cents >= 1000, step * 10 <= cents { step *= 10 }
        let missing: Int64 = cents < 1000 ? 10 : 0
        let count = (min(worth, Self.highest) + Double(missing)) / Double(step)
        return WorldPrice(milliunits: max(Int64(count.rounded()), 1) * step - missing, currency: currency)
    }
}
