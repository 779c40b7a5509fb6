/// A storefront of the App Store: a country or region in which Apple sells, with the codes that Apple's documents use.
package struct Storefront: Hashable, Sendable {
    /// The ISO 3166-1 alpha-3 code by which Apple's signed data name the storefront; `XKS` is Apple's own, for Kosovo.
    package let code: String
    /// The ISO 3166-1 alpha-2 code by which Apple's reports name the storefront.
    package let alpha2: String
    /// The ISO 4217 code of the currency in which Apple sells there, where sources agree on it.
    ///
    /// Currencies change, as the euro spreads. The currency of a price is always the one that its price point states.
    package let currency: String?
    /// Apple's finance region, for which the financial reports are made, where it is known.
    package let financeRegion: String?
    /// Apple's number of the storefront, where it was published: `143441` is the United States.
    package let id: String?

    /// Creates a storefront of these values.
    package init(code: String, alpha2: String, currency: String?, financeRegion: String?, id: String?) {
        self.code = code
        self.alpha2 = alpha2
        self.currency = currency
        self.financeRegion = financeRegion
        self.id = id
    }

    /// Creates the storefront of an alpha-3 code; `nil` when Apple has none of that code.
    package init?(code: String) {
        guard let storefront = Self.byCode[Array(code.utf8)] else { return nil }
        self = storefront
    }

    /// Creates the storefront of an alpha-2 code; `nil` when Apple has none of that code.
    package init?(alpha2: String) {
        guard let storefront = Self.byAlpha2[Array(alpha2.utf8)] else { return nil }
        self = storefront
    }

    /// The code of the storefront that Apple uses as the base of prices unless the developer chooses another.
    package static let defaultBase = "USA"

    // Compared byte for byte: other characters may count as equal to a letter.
    private static let byCode = Self.index(\.code)
    private static let byAlpha2 = Self.index(\.alpha2)

    private static func index(_ name: KeyPath<Storefront, String>) -> [[UInt8]: Storefront] {
        Dictionary(Self.all.map { (Array($0[keyPath: name].utf8), $0) }, uniquingKeysWith: { first, _ in first })
    }
}

extension Storefront {
    /// The storefronts of the European Union.
    package static let europeanUnion: [Storefront] = [
        "AUT", "BEL", "BGR", "CYP", "CZE", "DEU", "DNK", "ESP", "EST", "FIN", "FRA", "GRC", "HRV", "HUN",
        "IRL", "ITA", "LTU", "LUX", "LVA", "MLT", "NLD", "POL", "PRT", "ROU", "SVK", "SVN", "SWE",
    ].compactMap { Storefront(code: $0) }

    /// Every storefront of the App Store, sorted by code.
    package static let all: [Storefront] = Self.table.split { $0 == ";" || $0 == "\n" }.compactMap { row in
        let cells = row.split(separator: " ").map(String.init)
        guard cells.count >= 4 else { return nil }
        return Storefront(
            code: cells[0],
            alpha2: cells[1],
            currency: Self.known(cells[2]),
            financeRegion: Self.known(cells[3]),
            id: cells.count > 4 ? cells[4] : nil
        )
    }

    private static func known(_ cell: String) -> String? { cell == "-" ? nil : cell }

    // Alpha-3 code, alpha-2 code, currency, finance region and Apple's number of each; a hyphen marks a value that no
    // source states or on which sources disagree.
    private static let table = """
        AFG AF USD WW; AGO AO USD WW 143564; AIA AI USD LL 143538; ALB AL USD WW; ARE AE AED AE 143481;
        ARG AR USD LL 143505; ARM AM USD WW 143524; ATG AG USD LL; AUS AU AUD AU 143460; AUT AT EUR EU 143445;
        AZE AZ USD WW 143568; BEL BE EUR EU 143446; BEN BJ USD WW; BFA BF USD WW; BGR BG - BG 143526;
        BHR BH USD WW 143559; BHS BS USD LL; BIH BA EUR EU; BLR BY USD WW 143565; BLZ BZ USD LL 143555;
        BMU BM USD LL 143542; BOL BO USD LL 143556; BRA BR BRL BR 143503; BRB BB USD LL 143541;
        BRN BN USD AP 143560; BTN BT USD AP; BWA BW USD WW 143525; CAN CA CAD CA 143455; CHE CH CHF CH 143459;
        CHL CL CLP CL 143483; CHN CN CNY CN 143465; CIV CI USD WW; CMR CM USD WW; COD CD USD WW; COG CG USD WW;
        COL CO COP CO 143501; CPV CV USD WW; CRI CR USD LL 143495; CYM KY USD LL 143544; CYP CY EUR EU 143557;
        CZE CZ CZK CZ 143489; DEU DE EUR EU 143443; DMA DM USD LL 143545; DNK DK DKK DK 143458; DOM DO USD LL;
        DZA DZ USD WW 143563; ECU EC USD LL 143509; EGY EG EGP EG 143516; ESP ES EUR EU 143454;
        EST EE EUR EU 143518; FIN FI EUR EU 143447; FJI FJ USD AP; FRA FR EUR EU 143442; FSM FM USD AP;
        GAB GA USD WW; GBR GB GBP GB 143444; GEO GE USD WW; GHA GH USD WW 143573; GMB GM USD WW; GNB GW USD WW;
        GRC GR EUR EU 143448; GRD GD USD LL 143546; GTM GT USD LL 143504; GUY GY USD LL 143553;
        HKG HK HKD HK 143463; HND HN USD LL 143510; HRV HR EUR HR 143494; HUN HU HUF HU 143482;
        IDN ID IDR ID 143476; IND IN INR IN 143467; IRL IE EUR EU 143449; IRQ IQ USD WW; ISL IS USD WW 143558;
        ISR IL ILS IL 143491; ITA IT EUR EU 143450; JAM JM USD LL 143511; JOR JO USD WW 143528;
        JPN JP JPY JP 143462; KAZ KZ KZT KZ; KEN KE USD WW 143529; KGZ KG USD WW; KHM KH USD AP; KNA KN USD LL;
        KOR KR KRW KR 143466; KWT KW USD WW 143493; LAO LA USD AP; LBN LB USD WW 143497; LBR LR USD WW;
        LBY LY USD WW; LCA LC USD LL; LKA LK USD AP 143486; LTU LT EUR EU 143520; LUX LU EUR EU 143451;
        LVA LV EUR EU 143519; MAC MO USD AP 143515; MAR MA USD WW; MDA MD USD WW; MDG MG USD WW 143531;
        MDV MV USD AP; MEX MX MXN MX 143468; MKD MK USD WW 143530; MLI ML USD WW 143532; MLT MT EUR EU 143521;
        MMR MM USD AP; MNE ME EUR EU; MNG MN USD AP; MOZ MZ USD WW; MRT MR USD WW; MSR MS USD LL 143547;
        MUS MU USD WW 143533; MWI MW USD WW; MYS MY MYR MY 143473; NAM NA USD WW; NER NE USD WW 143534;
        NGA NG NGN NG 143561; NIC NI USD LL 143512; NLD NL EUR EU 143452; NOR NO NOK NO 143457;
        NPL NP USD AP 143484; NRU NR USD AP; NZL NZ NZD NZ 143461; OMN OM USD WW 143562; PAK PK PKR PK 143477;
        PAN PA USD LL 143485; PER PE PEN PE 143507; PHL PH PHP PH 143474; PLW PW USD AP; PNG PG USD AP;
        POL PL PLN PL 143478; PRT PT EUR EU 143453; PRY PY USD LL 143513; QAT QA QAR QA 143498;
        ROU RO RON RO 143487; RUS RU RUB RU 143469; RWA RW USD WW; SAU SA SAR SA 143479; SEN SN USD WW 143535;
        SGP SG SGD SG 143464; SLB SB USD AP; SLE SL USD WW; SLV SV USD LL 143506; SRB RS EUR EU; STP ST USD WW;
        SUR SR USD LL 143554; SVK SK EUR EU 143496; SVN SI EUR EU 143499; SWE SE SEK SE 143456; SWZ SZ USD WW;
        SYC SC USD WW; TCA TC USD LL; TCD TD USD WW; THA TH THB TH 143475; TJK TJ USD WW; TKM TM USD WW;
        TON TO USD AP; TTO TT USD LL; TUN TN USD WW 143536; TUR TR TRY TR 143480; TWN TW TWD TW 143470;
        TZA TZ TZS TZ 143572; UGA UG USD WW 143537; UKR UA USD WW 143492; URY UY USD LL 143514;
        USA US USD US 143441; UZB UZ USD WW 143566; VCT VC USD LL; VEN VE USD LL 143502; VGB VG USD LL 143543;
        VNM VN VND VN 143471; VUT VU USD AP; XKS XK - -; YEM YE USD WW 143571; ZAF ZA ZAR ZA 143472; ZMB ZM USD WW;
        ZWE ZW USD WW
        """
}
