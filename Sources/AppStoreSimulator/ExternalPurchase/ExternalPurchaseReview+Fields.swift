import AppStore

extension ExternalPurchaseReview {
    /// Apple's three forms of a line item.
    private enum Form {
        case oneTimeBuy
        case subscriptionBuy
        case refund

        /// The fields that only some forms have.
        static let special: Set<String> = [
            "productType", "productIdentifier", "quantity", "subscriptionEvent", "subscriptionStartDate",
            "subscriptionEndDate", "subscriptionDaysOfPaidService", "referenceLineItemId",
        ]

        /// Returns the required ones of a form.
        func required(startsSubscription: Bool) -> Set<String> {
            switch self {
            case .oneTimeBuy: ["productType", "productIdentifier", "quantity"]
            case .refund: ["referenceLineItemId"]
            case .subscriptionBuy:
                Self.special.subtracting(startsSubscription ? ["referenceLineItemId"] : [])
            }
        }
    }

    /// The maximum length of an exchange rate; Apple states that there is a limit, but not its value.
    private static let exchangeRateLength = 32

    private static let fields: [(name: String, isPresent: @Sendable (ExternalPurchaseLineItem) -> Bool)] = [
        ("creationDate", { $0.creationDate != nil }),
        ("productType", { $0.productType != nil }),
        ("productIdentifier", { $0.productIdentifier != nil }),
        ("quantity", { $0.quantity != nil }),
        ("subscriptionEvent", { $0.subscriptionEvent != nil }),
        ("subscriptionStartDate", { $0.subscriptionStartDate != nil }),
        ("subscriptionEndDate", { $0.subscriptionEndDate != nil }),
        ("subscriptionDaysOfPaidService", { $0.subscriptionDaysOfPaidService != nil }),
        ("referenceLineItemId", { $0.referenceLineItemId != nil }),
        ("pricingCurrency", { $0.pricingCurrency != nil }),
        ("reportingCurrency", { $0.reportingCurrency != nil }),
        ("amountTaxExclusive", { $0.amountTaxExclusive != nil }),
        ("amountTaxInclusive", { $0.amountTaxInclusive != nil }),
        ("netAmountTaxExclusive", { $0.netAmountTaxExclusive != nil }),
        ("taxAmount", { $0.taxAmount != nil }),
        ("taxCountry", { $0.taxCountry != nil }),
    ]

    /// Validates the fields of a line item.
    mutating func checkFields(of item: ExternalPurchaseLineItem) {
        guard let form = self.form(of: item) else { return }
        let required = form.required(startsSubscription: item.subscriptionEvent == .subscriptionStart)
        for (name, isPresent) in Self.fields {
            let isSpecial = Form.special.contains(name)
            if isPresent(item) {
                if isSpecial, !required.contains(name) { self.note(.fieldNotAllowed, name, in: item) }
            } else if !isSpecial || required.contains(name) {
                self.note(.omittedField, name, in: item)
            }
        }
        self.checkLengths(of: item)
        self.checkCurrencies(of: item)
        self.checkDates(of: item)
        self.checkNumbers(of: item)
    }

    private mutating func form(of item: ExternalPurchaseLineItem) -> Form? {
        switch item.eventType {
        case nil: self.note(.omittedField, "eventType", in: item)
        case .some(.refund): return .refund
        case .some(.buy):
            switch item.productType {
            case nil: self.note(.omittedField, "productType", in: item)
            case .some(.oneTimeBuy): return .oneTimeBuy
            case .some(.subscription):
                if let event = item.subscriptionEvent, !event.isKnown {
                    self.note(.unknownEnum, "subscriptionEvent", in: item)
                }
                return .subscriptionBuy
            default: self.note(.unknownEnum, "productType", in: item)
            }
        default: self.note(.unknownEnum, "eventType", in: item)
        }
        return nil
    }

    private mutating func checkLengths(of item: ExternalPurchaseLineItem) {
        if (item.productIdentifier ?? "").count > 256 {
            self.note(.maximumLengthExceeded, "productIdentifier", in: item)
        }
        if (item.referenceLineItemId ?? "").count > 128 {
            self.note(.maximumLengthExceeded, "referenceLineItemId", in: item)
        }
        if (item.pricingCurrency ?? "").count > 3 { self.note(.maximumLengthExceeded, "pricingCurrency", in: item) }
        if (item.exchangeRate?.rateText ?? "").count > Self.exchangeRateLength {
            self.note(.maximumLengthExceeded, "exchangeRate", in: item)
        }
        if let country = item.taxCountry, !Self.countries.contains(country) {
            self.note(.unknownEnum, "taxCountry", in: item)
        }
    }

    /// Validates the currencies: an amount in a supported currency is reported as it is; others are converted to a
    /// supported one.
    private mutating func checkCurrencies(of item: ExternalPurchaseLineItem) {
        guard let pricing = item.pricingCurrency, let reporting = item.reportingCurrency else { return }
        let supported = Self.currencies
        if !supported.contains(reporting) {
            self.note(.unknownEnum, "reportingCurrency", in: item)
        } else if pricing != reporting, supported.contains(pricing) {
            self.note(.reportingCurrencyExchange, "reportingCurrency", in: item)
        }
        if pricing == reporting {
            if item.exchangeRate != nil { self.note(.fieldNotAllowed, "exchangeRate", in: item) }
        } else if let rate = item.exchangeRate {
            if !((rate.rate ?? 0) > 0) { self.note(.positiveValueRequired, "exchangeRate", in: item) }
        } else {
            self.note(.omittedField, "exchangeRate", in: item)
        }
    }

    private mutating func checkDates(of item: ExternalPurchaseLineItem) {
        if let start = item.subscriptionStartDate, let end = item.subscriptionEndDate, start > end {
            self.note(.startAfterEnd, "subscriptionStartDate", in: item)
        }
        guard let createdAt = item.creationDate?.milliseconds else { return }
        guard createdAt <= self.now else { return self.note(.futureDate, "creationDate", in: item) }
        // Purchases before 1970 do not exist.
        guard createdAt >= 0, self.now <= self.reporting.behavior.reportablePeriod.end(after: 1, from: createdAt) else {
            return self.note(.dateTooFarInPast, "creationDate", in: item)
        }
        if item.restatement == true, self.now > self.reporting.behavior.correctablePeriod.end(after: 1, from: createdAt)
        {
            self.note(.restatementTooLate, "creationDate", in: item)
        }
        // A refund may be created after the token's end, but its buy may not.
        if item.eventType == .buy, let token = self.token.map({ self.reporting.tokens[$0] }), token.type != nil,
            !token.isActive(at: createdAt)
        {
            self.note(.creationDateOutOfRange, "creationDate", in: item)
        }
    }

    private mutating func checkNumbers(of item: ExternalPurchaseLineItem) {
        let amounts = [
            ("amountTaxExclusive", item.amountTaxExclusive), ("amountTaxInclusive", item.amountTaxInclusive),
            ("netAmountTaxExclusive", item.netAmountTaxExclusive), ("taxAmount", item.taxAmount),
            ("subscriptionDaysOfPaidService", item.subscriptionDaysOfPaidService.map { Int64($0) }),
        ]
        for (name, amount) in amounts where (amount ?? 0) < 0 { self.note(.negativeValue, name, in: item) }
        if let quantity = item.quantity, quantity <= 0 { self.note(.positiveValueRequired, "quantity", in: item) }
        if let inclusive = item.amountTaxInclusive, let exclusive = item.amountTaxExclusive, let tax = item.taxAmount {
            let (sum, overflows) = exclusive.addingReportingOverflow(tax)
            if overflows || sum != inclusive {
                self.note(.incorrectAmountTaxInclusive, "amountTaxInclusive", in: item)
            }
        }
        if item.subscriptionEvent == .subscriptionStart, let days = item.subscriptionDaysOfPaidService, days > 0 {
            self.note(.startWithDaysOfPaidService, "subscriptionDaysOfPaidService", in: item)
        }
        if item.subscriptionEvent == .subscriptionPayment, let amount = item.amountTaxInclusive, amount <= 0 {
            self.note(.paymentWithoutAmount, "amountTaxInclusive", in: item)
        }
    }
}

extension JSONValue {
    /// The exchange rate's text, from a number or a string.
    fileprivate var rateText: String? {
        switch self {
        case .number(let text), .string(let text): text
        default: nil
        }
    }

    /// The exchange rate's value, if the text is a number.
    var rate: Double? { self.rateText.flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil } }
}

// The values that reports are validated against.
extension ExternalPurchaseReview {
    /// The currencies in which amounts can be reported (Apple's page on `reportingCurrency`).
    private static let currencies: Set<String> = Self.words(
        """
        AED AUD BGN BRL CAD CHF CLP CNY COP CZK DKK EGP EUR GBP HKD HUF IDR ILS INR JPY KRW KZT MXN MYR NGN NOK NZD PEN
        PHP PKR PLN QAR RON RUB SAR SEK SGD THB TRY TWD TZS USD VND ZAR
        """
    )

    /// The countries and territories of ISO 3166-1, alpha-3.
    private static let countries: Set<String> = Self.words(
        """
        ABW AFG AGO AIA ALA ALB AND ARE ARG ARM ASM ATA ATF ATG AUS AUT AZE BDI BEL BEN BES BFA BGD BGR BHR BHS BIH BLM
        BLR BLZ BMU BOL BRA BRB BRN BTN BVT BWA CAF CAN CCK CHE CHL CHN CIV CMR COD COG COK COL COM CPV CRI CUB CUW CXR
        CYM CYP CZE DEU DJI DMA DNK DOM DZA ECU EGY ERI ESH ESP EST ETH FIN FJI FLK FRA FRO FSM GAB GBR GEO GGY GHA GIB
        GIN GLP GMB GNB GNQ GRC GRD GRL GTM GUF GUM GUY HKG HMD HND HRV HTI HUN IDN IMN IND IOT IRL IRN IRQ ISL ISR ITA
        JAM JEY JOR JPN KAZ KEN KGZ KHM KIR KNA KOR KWT LAO LBN LBR LBY LCA LIE LKA LSO LTU LUX LVA MAC MAF MAR MCO MDA
        MDG MDV MEX MHL MKD MLI MLT MMR MNE MNG MNP MOZ MRT MSR MTQ MUS MWI MYS MYT NAM NCL NER NFK NGA NIC NIU NLD NOR
        NPL NRU NZL OMN PAK PAN PCN PER PHL PLW PNG POL PRI PRK PRT PRY PSE PYF QAT REU ROU RUS RWA SAU SDN SEN SGP SGS
        SHN SJM SLB SLE SLV SMR SOM SPM SRB SSD STP SUR SVK SVN SWE SWZ SXM SYC SYR TCA TCD TGO THA TJK TKL TKM TLS TON
        TTO TUN TUR TUV TWN TZA UGA UKR UMI URY USA UZB VAT VCT VEN VGB VIR VNM VUT WLF WSM XKX YEM ZAF ZMB ZWE
        """
    )

    private static func words(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }
}
