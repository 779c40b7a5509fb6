extension WorldState {
    private static let subscriberColumns = [
        "Event Date", "App Name", "App Apple ID", "Subscription Name", "Subscription Apple ID",
        "Subscription Group ID", "Standard Subscription Duration", "Subscription Offer Name", "Promotional Offer ID",
        "Subscription Offer Type", "Subscription Offer Duration", "Marketing Opt-In Duration", "Customer Price",
        "Customer Currency", "Developer Proceeds", "Proceeds Currency", "Preserved Pricing", "Proceeds Reason",
        "Client", "Device", "Country", "Subscriber ID", "Subscriber ID Reset", "Refund", "Purchase Date", "Units",
    ]

    /// Returns the rows of the subscriber report of a day: each charge of a subscription, and each refund.
    func subscriberTally(_ period: ReportPeriod, isSplit: Bool) -> ReportTally {
        var tally = ReportTally(columns: Self.subscriberColumns, counting: ["Units"])
        let date = CivilDate(dayNumber: period.first).dashed
        for entry in self.reportEntries(in: period.begin..<period.end) {
            let facts = self.transactions[entry.transaction]
            guard self.product(of: facts).period != nil else { continue }
            var values = self.subscriptionValues(entry.transaction, isSplit: isSplit)
            let price = self.unitPrice(of: entry.transaction)
            values["Event Date"] = date
            values["Subscriber ID"] = self.subscriberNumber(facts)
            values["Customer Price"] = DecimalPrice.text(entry.kind == .refund ? -price : price)
            if entry.kind == .refund {
                values["Refund"] = "Yes"
                values["Purchase Date"] = CivilDate(dayNumber: PacificTime.day(of: facts.chargedAt)).dashed
            }
            // The price carries the sign.
            tally.add(values, ["Units": abs(entry.hundredths)])
        }
        return tally
    }

    /// Returns a random number of a customer, the same for all apps of the developer.
    private func subscriberNumber(_ facts: TransactionFacts) -> String {
        let name = self.customers[facts.customer].customer.name
        var generator = SeededGenerator(seed: self.seed, purpose: "subscriber \(name)")
        return String(1_000_000_000_000_000 + generator.number(below: 9_000_000_000_000_000))
    }

    /// Returns the values that the three subscription reports have in common for a transaction.
    func subscriptionValues(_ index: Int, isSplit: Bool) -> [String: String] {
        let facts = self.transactions[index]
        let product = self.product(of: facts)
        let app = self.apps[facts.app]
        let period = facts.condition.commerce?.length ?? product.period ?? .month
        var values = [
            "App Name": app.bundleId, "App Apple ID": String(app.appAppleId), "Subscription Name": product.id,
            "Subscription Apple ID": self.reportNumber(of: facts), "Subscription Group ID": product.group ?? "",
            "Standard Subscription Duration": ReportValues.period(period),
            "Customer Price": DecimalPrice.text(self.unitPrice(of: index)), "Customer Currency": facts.price.currency,
            "Developer Proceeds": DecimalPrice.text(self.unitProceeds(of: index)),
            "Proceeds Currency": facts.price.currency, "Preserved Pricing": facts.isPricePreserved ? "Yes" : "",
            "Proceeds Reason": self.hasYearOfService(index) ? "Rate After One Year" : "",
            "Device": Self.device(of: facts, isSplit: isSplit), "Country": facts.storefront.alpha2,
        ]
        guard let offer = self.offer(of: facts) else { return values }
        values[offer.kind == .promotional ? "Promotional Offer ID" : "Subscription Offer Name"] = offer.id ?? ""
        values["Subscription Offer Type"] = ReportValues.mode(offer)
        let length = offer.period ?? period
        values["Subscription Offer Duration"] = ReportValues.period(
            SubscriptionPeriod(months: length.months * offer.periodCount, days: length.days * offer.periodCount)
        )
        return values
    }
}
