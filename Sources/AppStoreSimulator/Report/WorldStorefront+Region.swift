extension WorldStorefront {
    /// The country or region in two letters (ISO 3166-1 alpha-2), as reports state it.
    var alpha2: String { String(Self.regions[self.code, default: "US WW"].prefix(2)) }

    /// The region of financial reports that the storefront belongs to, such as `US`, `EU` or `WW` (rest of world).
    var financeRegion: String { String(Self.regions[self.code, default: "US WW"].suffix(2)) }

    /// Every region of financial reports.
    static let financeRegions = Set(Self.regions.values.map { String($0.suffix(2)) })

    /// The code in two letters and the region of financial reports, by alpha-3 code.
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
