/// A storefront of the App Store: a country or region with Apple's number of it.
public struct WorldStorefront: Hashable, Sendable {
    /// The ISO 3166-1 alpha-3 code, such as `USA`.
    public let code: String
    /// Apple's number for the storefront, such as `143441`.
    public let id: String

    /// Creates a storefront from its code and Apple's number.
    public init(code: String, id: String) {
        self.code = code
        self.id = id
    }

    /// Creates the storefront with this alpha-3 code; returns `nil` when the simulator does not know its number.
    public init?(code: String) {
        guard let id = Self.numbers[code] else { return nil }
        self.init(code: code, id: id)
    }

    /// The United States, the default storefront of customers.
    public static let usa = WorldStorefront(code: "USA", id: "143441")

    /// The currency of the App Store's prices in the storefront, as an ISO 4217 code.
    ///
    /// This is the currency in which Apple charges, which is not always the country's own: where Apple has no prices in
    /// it, Apple charges US dollars. Unknown storefronts use US dollars too.
    public var currency: String {
        Self.currencies[self.code] ?? "USD"
    }

    /// All storefronts of the App Store, sorted by code.
    public static let all: [WorldStorefront] = Self.numbers.keys.sorted().compactMap { WorldStorefront(code: $0) }

    /// Apple's storefront numbers, by alpha-3 code.
    static let numbers = [
        "AFG": "143610", "AGO": "143564", "AIA": "143538", "ALB": "143575", "ARE": "143481", "ARG": "143505",
        "ARM": "143524", "ATG": "143540", "AUS": "143460", "AUT": "143445", "AZE": "143568", "BEL": "143446",
        "BEN": "143576", "BFA": "143578", "BGR": "143526", "BHR": "143559", "BHS": "143539", "BIH": "143612",
        "BLR": "143565", "BLZ": "143555", "BMU": "143542", "BOL": "143556", "BRA": "143503", "BRB": "143541",
        "BRN": "143560", "BTN": "143577", "BWA": "143525", "CAN": "143455", "CHE": "143459", "CHL": "143483",
        "CHN": "143465", "CIV": "143527", "CMR": "143574", "COD": "143613", "COG": "143582", "COL": "143501",
        "CPV": "143580", "CRI": "143495", "CYM": "143544", "CYP": "143557", "CZE": "143489", "DEU": "143443",
        "DMA": "143545", "DNK": "143458", "DOM": "143508", "DZA": "143563", "ECU": "143509", "EGY": "143516",
        "ESP": "143454", "EST": "143518", "FIN": "143447", "FJI": "143583", "FRA": "143442", "FSM": "143591",
        "GAB": "143614", "GBR": "143444", "GEO": "143615", "GHA": "143573", "GMB": "143584", "GNB": "143585",
        "GRC": "143448", "GRD": "143546", "GTM": "143504", "GUY": "143553", "HKG": "143463", "HND": "143510",
        "HRV": "143494", "HUN": "143482", "IDN": "143476", "IND": "143467", "IRL": "143449", "IRQ": "143617",
        "ISL": "143558", "ISR": "143491", "ITA": "143450", "JAM": "143511", "JOR": "143528", "JPN": "143462",
        "KAZ": "143517", "KEN": "143529", "KGZ": "143586", "KHM": "143579", "KNA": "143548", "KOR": "143466",
        "KWT": "143493", "LAO": "143587", "LBN": "143497", "LBR": "143588", "LBY": "143567", "LCA": "143549",
        "LKA": "143486", "LTU": "143520", "LUX": "143451", "LVA": "143519", "MAC": "143515", "MAR": "143620",
        "MDA": "143523", "MDG": "143531", "MDV": "143488", "MEX": "143468", "MKD": "143530", "MLI": "143532",
        "MLT": "143521", "MMR": "143570", "MNE": "143619", "MNG": "143592", "MOZ": "143593", "MRT": "143590",
        "MSR": "143547", "MUS": "143533", "MWI": "143589", "MYS": "143473", "NAM": "143594", "NER": "143534",
        "NGA": "143561", "NIC": "143512", "NLD": "143452", "NOR": "143457", "NPL": "143484", "NRU": "143606",
        "NZL": "143461", "OMN": "143562", "PAK": "143477", "PAN": "143485", "PER": "143507", "PHL": "143474",
        "PLW": "143595", "PNG": "143597", "POL": "143478", "PRT": "143453", "PRY": "143513", "QAT": "143498",
        "ROU": "143487", "RUS": "143469", "RWA": "143621", "SAU": "143479", "SEN": "143535", "SGP": "143464",
        "SLB": "143601", "SLE": "143600", "SLV": "143506", "SRB": "143500", "STP": "143598", "SUR": "143554",
        "SVK": "143496", "SVN": "143499", "SWE": "143456", "SWZ": "143602", "SYC": "143599", "TCA": "143552",
        "TCD": "143581", "THA": "143475", "TJK": "143603", "TKM": "143604", "TON": "143608", "TTO": "143551",
        "TUN": "143536", "TUR": "143480", "TWN": "143470", "TZA": "143572", "UGA": "143537", "UKR": "143492",
        "URY": "143514", "USA": "143441", "UZB": "143566", "VCT": "143550", "VEN": "143502", "VGB": "143543",
        "VNM": "143471", "VUT": "143609", "XKS": "143624", "YEM": "143571", "ZAF": "143472", "ZMB": "143622",
        "ZWE": "143605",
    ]

    /// The currencies other than US dollars, by alpha-3 code.
    private static let currencies = [
        "ARE": "AED", "AUS": "AUD", "AUT": "EUR", "BEL": "EUR", "BGR": "EUR", "BIH": "EUR", "BRA": "BRL", "CAN": "CAD",
        "CHE": "CHF", "CHL": "CLP", "CHN": "CNY", "COL": "COP", "CYP": "EUR", "CZE": "CZK", "DEU": "EUR", "DNK": "DKK",
        "EGY": "EGP", "ESP": "EUR", "EST": "EUR", "FIN": "EUR", "FRA": "EUR", "GBR": "GBP", "GRC": "EUR", "HKG": "HKD",
        "HRV": "EUR", "HUN": "HUF", "IDN": "IDR", "IND": "INR", "IRL": "EUR", "ISR": "ILS", "ITA": "EUR", "JPN": "JPY",
        "KAZ": "KZT", "KOR": "KRW", "LTU": "EUR", "LUX": "EUR", "LVA": "EUR", "MEX": "MXN", "MLT": "EUR", "MNE": "EUR",
        "MYS": "MYR", "NGA": "NGN", "NLD": "EUR", "NOR": "NOK", "NZL": "NZD", "PAK": "PKR", "PER": "PEN", "PHL": "PHP",
        "POL": "PLN", "PRT": "EUR", "QAT": "QAR", "ROU": "RON", "RUS": "RUB", "SAU": "SAR", "SGP": "SGD", "SRB": "EUR",
        "SVK": "EUR", "SVN": "EUR", "SWE": "SEK", "THA": "THB", "TUR": "TRY", "TWN": "TWD", "TZA": "TZS", "VNM": "VND",
        "XKS": "EUR", "ZAF": "ZAR",
    ]

    /// The two-letter code of the country or region (ISO 3166-1 alpha-2), as in reports.
    var alpha2: String { String(Self.regions[self.code, default: "US WW"].prefix(2)) }

    /// The storefront's region in financial reports, such as `US`, `EU` or `WW` (rest of world).
    var financeRegion: String { String(Self.regions[self.code, default: "US WW"].suffix(2)) }

    /// All regions of financial reports.
    static let financeRegions = Set(Self.regions.values.map { String($0.suffix(2)) })

    /// The two-letter code and the region of financial reports, by alpha-3 code.
    private static let regions = [
        "AFG": "AF WW", "AGO": "AO WW", "AIA": "AI LL", "ALB": "AL WW", "ARE": "AE AE", "ARG": "AR LL",
        "ARM": "AM WW", "ATG": "AG LL", "AUS": "AU AU", "AUT": "AT EU", "AZE": "AZ WW", "BEL": "BE EU",
        "BEN": "BJ WW", "BFA": "BF WW", "BGR": "BG BG", "BHR": "BH WW", "BHS": "BS LL", "BIH": "BA EU",
        "BLR": "BY WW", "BLZ": "BZ LL", "BMU": "BM LL", "BOL": "BO LL", "BRA": "BR BR", "BRB": "BB LL",
        "BRN": "BN AP", "BTN": "BT AP", "BWA": "BW WW", "CAN": "CA CA", "CHE": "CH CH", "CHL": "CL CL",
        "CHN": "CN CN", "CIV": "CI WW", "CMR": "CM WW", "COD": "CD WW", "COG": "CG WW", "COL": "CO CO",
        "CPV": "CV WW", "CRI": "CR LL", "CYM": "KY LL", "CYP": "CY EU", "CZE": "CZ CZ", "DEU": "DE EU",
        "DMA": "DM LL", "DNK": "DK DK", "DOM": "DO LL", "DZA": "DZ WW", "ECU": "EC LL", "EGY": "EG EG",
        "ESP": "ES EU", "EST": "EE EU", "FIN": "FI EU", "FJI": "FJ AP", "FRA": "FR EU", "FSM": "FM AP",
        "GAB": "GA WW", "GBR": "GB GB", "GEO": "GE WW", "GHA": "GH WW", "GMB": "GM WW", "GNB": "GW WW",
        "GRC": "GR EU", "GRD": "GD LL", "GTM": "GT LL", "GUY": "GY LL", "HKG": "HK HK", "HND": "HN LL",
        "HRV": "HR HR", "HUN": "HU HU", "IDN": "ID ID", "IND": "IN IN", "IRL": "IE EU", "IRQ": "IQ WW",
        "ISL": "IS WW", "ISR": "IL IL", "ITA": "IT EU", "JAM": "JM LL", "JOR": "JO WW", "JPN": "JP JP",
        "KAZ": "KZ KZ", "KEN": "KE WW", "KGZ": "KG WW", "KHM": "KH AP", "KNA": "KN LL", "KOR": "KR KR",
        "KWT": "KW WW", "LAO": "LA AP", "LBN": "LB WW", "LBR": "LR WW", "LBY": "LY WW", "LCA": "LC LL",
        "LKA": "LK AP", "LTU": "LT EU", "LUX": "LU EU", "LVA": "LV EU", "MAC": "MO AP", "MAR": "MA WW",
        "MDA": "MD WW", "MDG": "MG WW", "MDV": "MV AP", "MEX": "MX MX", "MKD": "MK WW", "MLI": "ML WW",
        "MLT": "MT EU", "MMR": "MM AP", "MNE": "ME EU", "MNG": "MN AP", "MOZ": "MZ WW", "MRT": "MR WW",
        "MSR": "MS LL", "MUS": "MU WW", "MWI": "MW WW", "MYS": "MY MY", "NAM": "NA WW", "NER": "NE WW",
        "NGA": "NG NG", "NIC": "NI LL", "NLD": "NL EU", "NOR": "NO NO", "NPL": "NP AP", "NRU": "NR AP",
        "NZL": "NZ NZ", "OMN": "OM WW", "PAK": "PK PK", "PAN": "PA LL", "PER": "PE PE", "PHL": "PH PH",
        "PLW": "PW AP", "PNG": "PG AP", "POL": "PL PL", "PRT": "PT EU", "PRY": "PY LL", "QAT": "QA QA",
        "ROU": "RO RO", "RUS": "RU RU", "RWA": "RW WW", "SAU": "SA SA", "SEN": "SN WW", "SGP": "SG SG",
        "SLB": "SB AP", "SLE": "SL WW", "SLV": "SV LL", "SRB": "RS EU", "STP": "ST WW", "SUR": "SR LL",
        "SVK": "SK EU", "SVN": "SI EU", "SWE": "SE SE", "SWZ": "SZ WW", "SYC": "SC WW", "TCA": "TC LL",
        "TCD": "TD WW", "THA": "TH TH", "TJK": "TJ WW", "TKM": "TM WW", "TON": "TO AP", "TTO": "TT LL",
        "TUN": "TN WW", "TUR": "TR TR", "TWN": "TW TW", "TZA": "TZ TZ", "UGA": "UG WW", "UKR": "UA WW",
        "URY": "UY LL", "USA": "US US", "UZB": "UZ WW", "VCT": "VC LL", "VEN": "VE LL", "VGB": "VG LL",
        "VNM": "VN VN", "VUT": "VU AP", "XKS": "XK WW", "YEM": "YE WW", "ZAF": "ZA ZA", "ZMB": "ZM WW",
        "ZWE": "ZW WW",
    ]
}
