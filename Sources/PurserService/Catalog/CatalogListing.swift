package import Ledger

/// A catalog as names with values as text, for the comparison of two catalogs.
struct CatalogListing {
    /// The sections in the order in which they are shown.
    static let sections = [
        "products", "entitlements", "coins", "pricePoints", "sandbox", "transfer", "fulfillment", "refundTerms", "risk",
        "consent", "consentRescissions", "dollarRates", "reportedRefunds", "gracePolicy", "timeZone",
    ]

    /// The declared values: by section, by name in the section, and by key.
    let entries: [String: [String: [String: String]]]

    /// Creates the listing of a catalog.
    init(_ catalog: Catalog) {
        var entries: [String: [String: [String: String]]] = [:]
        for (id, product) in catalog.products {
            entries["products", default: [:]][id.rawValue] = Self.fields(product)
        }
        for (name, entitlement) in catalog.entitlements {
            entries["entitlements", default: [:]][name.rawValue] = Self.prefixed("name", entitlement.displayNames) {
                $0
            }
        }
        for (name, coin) in catalog.coins { entries["coins", default: [:]][name] = Self.fields(coin) }
        for currency in catalog.pricePoints.currencies {
            let points = catalog.pricePoints.all(in: currency).map(\.spelling).joined(separator: ", ")
            entries["pricePoints", default: [:]][currency] = ["points": points]
        }
        var sandbox: [String: String] = [:]
        var transfer: [String: String] = [:]
        for (word, kind) in CatalogReader.kinds {
            sandbox[word] = catalog.sandbox[kind].spelling
            guard kind != .consumable else { continue }
            for environment in StoreEnvironment.allCases {
                transfer["\(word).\(environment.rawValue)"] =
                    catalog.transfer[kind, environment].rawValue
            }
        }
        let testers = catalog.testers.sorted().map(\.rawValue)
        if !testers.isEmpty { sandbox["testers"] = testers.joined(separator: ", ") }
        entries["sandbox"] = ["": sandbox]
        entries["transfer"] = ["": transfer]
        if let fulfillment = catalog.fulfillment {
            var fields = [
                "from": fulfillment.from.rfc3339, "finish": fulfillment.finishes ? "true" : "false",
                "coins": fulfillment.coins.rawValue,
            ]
            fields["ask"] = fulfillment.asksWithin.map(Self.spelling)
            entries["fulfillment"] = ["": fields]
        }
        for (name, terms) in catalog.refundTerms.rows {
            entries["refundTerms", default: [:]][name] = Self.fields(terms)
        }
        if let threshold = catalog.riskThreshold { entries["risk"] = ["": ["threshold": "\(threshold)"]] }
        entries["consent"] = [
            "": catalog.consent.storefronts.mapValues(\.rawValue)
                .merging(["default": catalog.consent.other.rawValue]) { first, _ in first }
        ]
        for row in catalog.rescissions.rows {
            let (name, fields) = Self.named(row)
            entries["consentRescissions", default: [:]][name] = fields
        }
        for rate in catalog.dollarRates {
            entries["dollarRates", default: [:]][rate.from] = [
                "microunits": "\(rate.microunits)", "source": rate.source, "day": rate.day,
            ]
        }
        entries["reportedRefunds"] = ["": ["reportedRefunds": catalog.reportedRefunds.rawValue]]
        entries["gracePolicy"] = ["": Self.fields(catalog.gracePolicy)]
        entries["timeZone"] = ["": ["timeZone": catalog.timeZone]]
        self.entries = entries
    }

    private static func fields(_ product: Product) -> [String: String] {
        var fields: [String: String] = ["kind": CatalogReader.word(for: product.kind)]
        fields["group"] = product.group?.rawValue
        fields["level"] = product.level.map { "\($0)" }
        if !product.unlocks.isEmpty { fields["unlocks"] = product.unlocks.map(\.rawValue).joined(separator: ", ") }
        fields["lasts"] = product.lasts.map { "\($0)" }
        fields["appStoreId"] = product.appStoreID.map { "\($0)" }
        fields.merge(Self.prefixed("grants", product.grants) { "\($0)" }) { $1 }
        if product.renewalGrants != product.grants, product.kind == .autoRenewable {
            fields.merge(Self.prefixed("renewal", product.renewalGrants) { "\($0)" }) { $1 }
        }
        for (id, rule) in product.offers { fields["offers.\(id)"] = rule.spelling }
        if product.hasIntroductoryOffer { fields["introductoryOffer"] = "true" }
        switch product.area {
        case .everywhere: break
        case .only(let codes): fields["storefronts"] = codes.sorted().joined(separator: ", ")
        case .except(let codes): fields["storefronts"] = "all except " + codes.sorted().joined(separator: ", ")
        }
        fields["shopPrice"] = product.shopPrice?.price.spelling
        fields["creditDifference"] = product.shopPrice?.differenceCoin
        if let prices = product.prices, prices.storefronts == [prices.base] {
            fields["price"] = prices.price(in: prices.base, at: Instant(milliseconds: .max))?.price.spelling
        } else if let prices = product.prices {
            fields["prices.base"] = prices.base
            for storefront in prices.storefronts {
                let answer = prices.price(in: storefront, at: Instant(milliseconds: .max))
                fields["prices.\(storefront)"] = answer?.price.spelling
            }
        }
        fields["onRefund"] = product.onRefund?.rawValue
        if product.onRequest != .nothing { fields["onRequest"] = product.onRequest.rawValue }
        fields["reportedRefunds"] = product.reportedRefunds?.rawValue
        if product.isRetired { fields["retired"] = "true" }
        return fields
    }

    private static func fields(_ coin: Coin) -> [String: String] {
        var fields: [String: String] = [:]
        fields["perUnit.apple"] = coin.apple.map { "\($0.coins) for \($0.unit.spelling)" }
        fields["perUnit.elsewhere"] = coin.elsewhere.map { "\($0.coins) for \($0.unit.spelling)" }
        fields["minimumPerCoin"] = coin.minimum?.spelling
        if coin.spendOrder != .standard {
            fields["spend"] = coin.spendOrder.ranks.map(\.rawValue).joined(separator: ", ")
        }
        if coin.debtRepayment != .nextCredit { fields["debt"] = coin.debtRepayment.rawValue }
        return fields
    }

    private static func fields(_ terms: RefundTerms) -> [String: String] {
        var fields: [String: String] = [:]
        fields["unconditional"] = Self.spelling(terms.unconditional ?? .zero)
        fields["conditional"] = Self.spelling(terms.conditional)
        fields["unconditionalEver"] = terms.unconditionalEver.map { "\($0)" }
        fields["unconditionalPerYear"] = terms.unconditionalPerYear.map { "\($0)" }
        fields["conditionalPerYear"] = terms.conditionalPerYear.map { "\($0)" }
        fields["arrivesWithin"] = Self.spelling(terms.timing.soon)
        let days = terms.timing.workingDays
        fields["arrivesInWorkingDays"] = "[\(days.lowerBound), \(days.upperBound)]"
        return fields
    }

    /// Returns a row of what rescissions of consent set in motion, under its storefronts and its beginning, which are
    /// those of no other row.
    private static func named(_ row: RescissionPolicy.Row) -> (name: String, fields: [String: String]) {
        let places = row.storefronts.isEmpty ? "default" : row.storefronts.sorted().joined(separator: " ")
        let actions = RescissionPolicy.Action.allCases.filter(row.actions.contains).map(\.rawValue)
        var fields = ["actions": actions.joined(separator: ", ")]
        fields["until"] = row.until?.rfc3339
        if row.actions.contains(.delete) { fields["deleteWithin"] = Self.spelling(row.deleteWithin) }
        return (row.from.map { "\(places) from \($0.rfc3339)" } ?? places, fields)
    }

    /// Returns a length of time in the largest unit that divides it.
    private static func spelling(_ span: Span) -> String {
        for (unit, letter) in [(Span.days(1), "d"), (.hours(1), "h"), (.minutes(1), "min")]
        where span.milliseconds % unit.milliseconds == 0 {
            return "\(span.milliseconds / unit.milliseconds)\(letter)"
        }
        return "\(span.milliseconds / 1000)s"
    }

    private static func fields(_ gracePolicy: GracePolicy) -> [String: String] {
        [
            "grace": gracePolicy.keepsInGrace ? "keep" : "none",
            "retry": gracePolicy.keepsInRetry ? "keep" : "none",
            "overdue": gracePolicy.keepsWhenOverdue ? "keep" : "none",
            "leeway": "\(gracePolicy.overdueLeeway.milliseconds / 1000)s",
            "sandboxLeeway": "\(gracePolicy.overdueLeewaySandbox.milliseconds / 1000)s",
        ]
    }

    private static func prefixed<Value>(
        _ prefix: String,
        _ values: [String: Value],
        _ spelling: (Value) -> String
    ) -> [String: String] {
        Dictionary(uniqueKeysWithValues: values.map { ("\(prefix).\($0.key)", spelling($0.value)) })
    }
}

extension SandboxPolicy {
    /// The policy as it is written in a catalog.
    package var spelling: String {
        switch self {
        case .deny: "deny"
        case .testers: "testers"
        case .allow: "allow"
        case .capped(let fulfillments, let coins):
            (["capped", "\(fulfillments) fulfillments"]
                + coins.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" })
                .joined(separator: " ")
        }
    }
}

extension OfferRule {
    /// The rule as a short text.
    package var spelling: String {
        let audience = "for " + self.audience.map(\.rawValue).sorted().joined(separator: " and ")
        guard let limit else { return audience }
        return "\(audience), \(limit.count) times" + (limit.period.map { " within \($0)" } ?? "")
    }
}

extension TransactionSnapshot.Kind {
    /// The name of the kind in catalogs and in the API.
    package var catalogName: String { CatalogReader.word(for: self) }
}
