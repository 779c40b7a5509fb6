import AppStore
import AppStoreSimulator

/// A shop with external purchases and reports: the fixture of tests of reports.
struct ExternalPurchaseFixture {
    static let day: Int64 = 86_400_000
    static let token = "SANDBOX_b2158121-7af9-49d4-9561-1f588205523e"

    /// The store's side.
    var reporting: ExternalPurchaseReporting
    /// The world's instant.
    var now: Int64 = Shop.opening.milliseconds
    private var count = 0

    /// Creates a store with one token.
    init(type: ExternalPurchaseTokenType? = nil, behavior: ExternalPurchaseBehavior = ExternalPurchaseBehavior()) {
        self.reporting = ExternalPurchaseReporting(behavior: behavior)
        _ = self.reporting.makeToken(
            type: type,
            app: 0,
            of: WorldApp(bundleId: "com.example.shop", appAppleId: 1, environment: .sandbox),
            customer: 0,
            at: self.now,
            uuid: String(Self.token.dropFirst(8))
        )
    }

    /// Returns a report with line items and a new identifier.
    mutating func report(_ items: ExternalPurchaseLineItem...) -> ExternalPurchaseReport {
        ExternalPurchaseReport.with {
            $0.requestIdentifier = self.identifier()
            $0.externalPurchaseId = Self.token
            $0.status = .lineItem
            $0.lineItems = items
        }
    }

    /// A report without line items.
    mutating func report(_ status: ExternalPurchaseReportStatus) -> ExternalPurchaseReport {
        ExternalPurchaseReport.with {
            $0.requestIdentifier = self.identifier()
            $0.externalPurchaseId = Self.token
            $0.status = status
        }
    }

    /// Sends a report and returns its errors as `code field` or `code field lineItem`; empty when it is accepted.
    mutating func send(_ report: ExternalPurchaseReport) throws -> [String] {
        let (status, body) = self.reporting.takeReport(report.json(), app: 0, at: self.now)
        guard status == 400 else { return status == 200 ? [] : ["\(status)"] }
        let errors = try ExternalPurchaseErrorResponse(json: body).errors ?? []
        return errors.map { error in
            [error.errorCode.map { String($0) }, error.fieldName, error.lineItemId].compactMap { $0 }
                .joined(separator: " ")
        }
    }

    /// A game bought for 10 euros with tax, 8 without.
    func game(_ id: String = "game") -> ExternalPurchaseLineItem {
        var item = self.item(id, event: .buy)
        item.productType = .oneTimeBuy
        item.productIdentifier = "game"
        item.quantity = 1
        return item
    }

    /// The start of a monthly subscription.
    func start(_ id: String = "start") -> ExternalPurchaseLineItem {
        var item = self.game(id)
        item.productType = .subscription
        item.productIdentifier = "magazine"
        item.subscriptionEvent = .subscriptionStart
        item.subscriptionStartDate = Timestamp(milliseconds: self.now - Self.day)
        item.subscriptionEndDate = Timestamp(milliseconds: self.now + 29 * Self.day)
        item.subscriptionDaysOfPaidService = 0
        return item
    }

    /// Its renewal.
    func renewal(_ id: String = "renewal", of start: String = "start") -> ExternalPurchaseLineItem {
        var item = self.start(id)
        item.subscriptionEvent = .renewal
        item.subscriptionDaysOfPaidService = 30
        item.referenceLineItemId = start
        return item
    }

    /// Two of the game's 8 euros given back.
    func refund(_ id: String = "refund", of buy: String = "game", net: Int64 = 6000) -> ExternalPurchaseLineItem {
        var item = self.item(id, event: .refund)
        item.amountTaxInclusive = 2500
        item.amountTaxExclusive = 2000
        item.taxAmount = 500
        item.netAmountTaxExclusive = net
        item.referenceLineItemId = buy
        return item
    }

    private func item(_ id: String, event: ExternalPurchaseEventType) -> ExternalPurchaseLineItem {
        ExternalPurchaseLineItem.with {
            $0.lineItemId = id
            $0.creationDate = Timestamp(milliseconds: self.now)
            $0.eventType = event
            $0.pricingCurrency = "EUR"
            $0.reportingCurrency = "EUR"
            $0.amountTaxExclusive = 8000
            $0.amountTaxInclusive = 10000
            $0.netAmountTaxExclusive = 8000
            $0.taxAmount = 2000
            $0.taxCountry = "ESP"
        }
    }

    private mutating func identifier() -> String {
        self.count += 1
        return "00000000-0000-4000-8000-" + String(String(1_000_000_000_000 + self.count).suffix(12))
    }
}

extension ExternalPurchaseLineItem {
    /// Returns a copy with a change.
    func with(_ change: (inout ExternalPurchaseLineItem) -> Void) -> ExternalPurchaseLineItem {
        var copy = self
        change(&copy)
        return copy
    }

    /// Returns a restatement with a change.
    func restated(_ change: (inout ExternalPurchaseLineItem) -> Void = { _ in }) -> ExternalPurchaseLineItem {
        self.with { $0.restatement = true }.with(change)
    }
}
