/// The type of a sales report.
enum SalesReportType: String, Sendable {
    /// All sales and refunds.
    case sales = "SALES"
    /// The subscriptions at the end of a day.
    case subscription = "SUBSCRIPTION"
    /// The events of subscriptions on a day.
    case subscriptionEvent = "SUBSCRIPTION_EVENT"
    /// Each charge of a subscription on a day.
    case subscriber = "SUBSCRIBER"

    /// The only subtype in which Apple creates the report.
    var subType: String { self == .subscriber ? "DETAILED" : "SUMMARY" }

    /// The versions that Apple accepts.
    var versions: Set<String> { self == .sales ? ["1_0", "1_1", "1_3"] : ["1_3"] }
}

extension WorldState {
    /// The columns of the summary sales report, in Apple's order.
    static let salesColumns = [
        "Provider", "Provider Country", "SKU", "Developer", "Title", "Version", "Product Type Identifier", "Units",
        "Developer Proceeds", "Begin Date", "End Date", "Customer Currency", "Country Code", "Currency of Proceeds",
        "Apple Identifier", "Customer Price", "Promo Code", "Parent Identifier", "Subscription", "Period", "Category",
        "CMB", "Device", "Supported Platforms", "Proceeds Reason", "Preserved Pricing", "Client", "Order Type",
    ]

    /// Returns the rows of the summary sales report of a period; with `isSplit`, rows are split by the customer's
    /// device.
    func salesTally(_ period: ReportPeriod, isSplit: Bool) -> ReportTally {
        var tally = ReportTally(columns: Self.salesColumns, counting: ["Units"])
        let begin = CivilDate(dayNumber: period.first).slashed
        let end = CivilDate(dayNumber: period.last).slashed
        for entry in self.reportEntries(in: period.begin..<period.end) {
            var values = self.salesValues(entry, isSplit: isSplit)
            values["Begin Date"] = begin
            values["End Date"] = end
            tally.add(values, ["Units": entry.hundredths])
        }
        return tally
    }

    private func salesValues(_ entry: ReportEntry, isSplit: Bool) -> [String: String] {
        let facts = self.transactions[entry.transaction]
        let product = self.product(of: facts)
        let app = self.apps[facts.app]
        let price = self.unitPrice(of: entry.transaction)
        var values = [
            "Provider": "APPLE", "Provider Country": "US", "SKU": Self.sku(of: facts, product),
            "Developer": ReportValues.developer, "Title": product.id,
            "Product Type Identifier": ReportValues.type(product, isRestored: facts.isRestored),
            "Developer Proceeds": DecimalPrice.text(self.unitProceeds(of: entry.transaction)),
            "Customer Currency": facts.price.currency, "Country Code": facts.storefront.alpha2,
            "Currency of Proceeds": facts.price.currency, "Apple Identifier": self.reportNumber(of: facts),
            "Customer Price": DecimalPrice.text(entry.kind == .refund ? -price : price),
            "Parent Identifier": app.bundleId, "Device": Self.device(of: facts, isSplit: isSplit),
            "Supported Platforms": "iOS", "Order Type": ReportValues.orderType(self.offer(of: facts)),
        ]
        if let period = facts.condition.commerce?.length ?? product.period, product.period != nil {
            values["Subscription"] = facts.isRenewal ? "Renewal" : "New"
            values["Period"] = ReportValues.period(period)
            values["Proceeds Reason"] = self.hasYearOfService(entry.transaction) ? "Rate After One Year" : ""
            values["Preserved Pricing"] = facts.isPricePreserved ? "Yes" : ""
        }
        return values
    }

    /// Returns the product's identifier; for Advanced Commerce, the SKUs of the items.
    static func sku(of facts: TransactionFacts, _ product: WorldProduct) -> String {
        guard let content = facts.condition.commerce else { return product.id }
        return content.items.map { "'\($0.sku)'" }.joined(separator: ",")
    }

    /// Returns the device of a sale: always iPhone, or iPad for every second customer when rows are split.
    static func device(of facts: TransactionFacts, isSplit: Bool) -> String {
        isSplit && facts.customer % 2 == 1 ? "iPad" : "iPhone"
    }
}
