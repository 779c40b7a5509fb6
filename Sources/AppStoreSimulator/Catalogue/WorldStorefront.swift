/// A storefront of the App Store: its country or region and Apple's number for it.
public struct WorldStorefront: Hashable, Sendable {
    /// The ISO 3166-1 alpha-3 code, such as `USA`.
    public let code: String
    /// Apple's number for the storefront, such as `143441`.
    public let id: String

    /// A storefront by its code and Apple's number.
    public init(code: String, id: String) {
        self.code = code
        self.id = id
    }

    /// The storefront with this alpha-3 code, or `nil` when the simulator does not know its number.
    public init?(code: String) {
        guard let id = Self.numbers[code] else { return nil }
        self.init(code: code, id: id)
    }

    /// The United States, where a customer is unless said otherwise.
    public static let usa = WorldStorefront(code: "USA", id: "143441")

    private static let numbers = [
        "AUS": "143460", "AUT": "143445", "BEL": "143446", "BRA": "143503", "CAN": "143455", "CHE": "143459",
        "CHN": "143465", "DEU": "143443", "DNK": "143458", "ESP": "143454", "FIN": "143447", "FRA": "143442",
        "GBR": "143444", "HKG": "143463", "IND": "143467", "IRL": "143449", "ITA": "143450", "JPN": "143462",
        "KOR": "143466", "MEX": "143468", "NLD": "143452", "NOR": "143457", "NZL": "143461", "POL": "143478",
        "PRT": "143453", "SGP": "143464", "SWE": "143456", "TUR": "143480", "TWN": "143470", "USA": "143441",
    ]
}
