/// The tax on what Advanced Commerce sells, as the store estimates it in a storefront.
///
/// Apple computes it by address and tax category; here it is one plain rate for a country, which stands for it.
struct CommerceTax {
    /// The rate as a decimal fraction in text: 19 percent is `0.19`.
    let rate: String
    private let basisPoints: Int64
    private let isOnTop: Bool

    /// Ten-thousandths of the price.
    private static let rates: [String: Int64] = [
        "AUS": 1000, "AUT": 2000, "BEL": 2100, "BRA": 1700, "CAN": 1300, "CHE": 810, "CHN": 600, "DEU": 1900,
        "DNK": 2500,
        "ESP": 2100, "FIN": 2550, "FRA": 2000, "GBR": 2000, "IND": 1800, "IRL": 2300, "ITA": 2200, "JPN": 1000,
        "KOR": 1000, "MEX": 1600, "NLD": 2100, "NOR": 2500, "NZL": 1500, "POL": 2300, "PRT": 2300, "SGP": 900,
        "SWE": 2500, "TUR": 2000, "TWN": 500, "USA": 825, "ZAF": 1500,
    ]

    /// The tax in a storefront; none where nothing is known.
    init(_ storefront: WorldStorefront) {
        let basisPoints = Self.rates[storefront.code] ?? 0
        self.basisPoints = basisPoints
        // Prices in the United States and Canada are without tax.
        self.isOnTop = ["USA", "CAN"].contains(storefront.code)
        var digits = String(basisPoints)
        digits = String(repeating: "0", count: max(4 - digits.count, 0)) + digits
        while digits.last == "0" { digits.removeLast() }
        self.rate = digits.isEmpty ? "0" : "0." + digits
    }

    /// A price without tax and its tax, in milliunits, the tax rounded half up.
    func parts(of price: Int64) -> (exclusive: Int64, tax: Int64) {
        if self.isOnTop {
            return (price, (price * self.basisPoints + 5_000) / 10_000)
        }
        let whole = 10_000 + self.basisPoints
        let tax = (price * self.basisPoints + whole / 2) / whole
        return (price - tax, tax)
    }
}
