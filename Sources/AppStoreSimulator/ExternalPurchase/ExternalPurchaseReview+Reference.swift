import AppStore

extension ExternalPurchaseReview {
    /// Validates a line item's reference.
    mutating func checkReference(of item: ExternalPurchaseLineItem) {
        guard let reference = item.referenceLineItemId else { return }
        guard reference != item.lineItemId else {
            return self.note(.selfReference, "referenceLineItemId", in: item)
        }
        guard let target = self.lineItem(reference) else {
            return self.note(.notFound, "referenceLineItemId", in: item)
        }
        if let createdAt = item.creationDate, let before = target.creationDate, before > createdAt {
            self.note(.referencedIsNewer, "creationDate", in: item)
        }
        if item.erroneouslySubmitted != true, target.erroneouslySubmitted == true {
            self.note(.validReferencesErroneous, "referenceLineItemId", in: item)
        }
        guard item.eventType == .refund else {
            if target.eventType != .buy || target.subscriptionEvent != .subscriptionStart {
                self.note(.referenceInvalidSubscriptionEvent, "referenceLineItemId", in: item)
            }
            return
        }
        guard target.eventType == .buy else {
            return self.note(.referenceNotABuy, "referenceLineItemId", in: item)
        }
        if item.reportingCurrency != target.reportingCurrency {
            self.note(.reportingCurrencyMismatch, "reportingCurrency", in: item)
        }
        if item.pricingCurrency != target.pricingCurrency {
            self.note(.pricingCurrencyMismatch, "pricingCurrency", in: item)
        }
        if item.exchangeRate?.rate != target.exchangeRate?.rate {
            self.note(.exchangeRateMismatch, "exchangeRate", in: item)
        }
        if item.taxCountry != target.taxCountry { self.note(.taxCountryMismatch, "taxCountry", in: item) }
    }

    /// Validates a new version of a line item against the earlier line items that reference it.
    mutating func checkRestatement(of item: ExternalPurchaseLineItem) {
        guard item.restatement == true, let id = item.lineItemId else { return }
        let name = ExternalPurchaseReporting.AppName(app: self.app, name: id)
        // The line items of this report have been compared with the new version.
        let referring = (self.reporting.referrers[name] ?? []).filter { self.items[$0] == nil }
            .compactMap { self.reporting.lineItem($0, app: self.app) }
            .filter { $0.erroneouslySubmitted != true }
        if item.erroneouslySubmitted == true {
            if !referring.isEmpty { self.note(.erroneousReferencedByValid, "erroneouslySubmitted", in: item) }
            return
        }
        if item.eventType == .refund, referring.contains(where: { $0.eventType == .refund }) {
            self.note(.refundReferencedByRefund, "lineItemId", in: item)
        }
        let startsSubscription = item.eventType == .buy && item.subscriptionEvent == .subscriptionStart
        if !startsSubscription, referring.contains(where: { $0.eventType == .buy }) {
            self.note(.nonInitialBuyReferencedByBuy, "lineItemId", in: item)
        }
    }

    /// Validates that line items with the same net amount agree on it, and that it is the buy less all its refunds.
    mutating func checkNetAmounts() {
        var stated: [String: Int64] = [:]
        for item in self.report.lineItems ?? [] {
            let root = item.eventType == .refund ? item.referenceLineItemId : item.lineItemId
            guard let root, let net = item.netAmountTaxExclusive else { continue }
            if let other = stated[root] {
                if other != net { self.note(.netAmountMismatch, "netAmountTaxExclusive", in: item) }
                continue
            }
            stated[root] = net
            if net != self.netAmount(of: root) { self.note(.incorrectNetAmount, "netAmountTaxExclusive", in: item) }
        }
    }

    /// Returns the remaining amount of a buy in its reporting currency; line items submitted in error do not count.
    private func netAmount(of buy: String) -> Int64 {
        let name = ExternalPurchaseReporting.AppName(app: self.app, name: buy)
        let before = (self.reporting.referrers[name] ?? []).filter { self.items[$0] == nil }
        let refunds =
            before.compactMap { self.reporting.lineItem($0, app: self.app) }
            + self.items.values.filter { $0.referenceLineItemId == buy }
        // Amounts that overflow are invalid in any case.
        return refunds.filter { $0.eventType == .refund }.reduce(self.amount(of: self.lineItem(buy))) {
            $0 &- self.amount(of: $1)
        }
    }

    private func amount(of item: ExternalPurchaseLineItem?) -> Int64 {
        guard let item, item.erroneouslySubmitted != true else { return 0 }
        return item.amountTaxExclusive ?? 0
    }
}
