/// A number that is kept for every app, environment, product, storefront, currency and quarter of an hour.
///
/// A flow is the sum of its values within a span of time. A stock is the sum of its values up to an instant: what
/// begins adds to it, and what ends subtracts from it, so an end that is due lies in a bucket of the future. Amounts are
/// milliunits of the currency. The order is that of the columns in the database.
package enum Figure: Int, Hashable, Sendable, CaseIterable {
    /// Purchases of a subscription that were not renewals, and that have money.
    case newSales
    /// What customers paid for them.
    case newAmount
    /// Renewals that have money.
    case renewalSales
    /// What customers paid for them.
    case renewalAmount
    /// Purchases of other products that have money.
    case oneTimeSales
    /// What customers paid for them.
    case oneTimeAmount
    /// Those of all sales whose price an offer decided.
    case offerSales
    /// What customers paid for them.
    case offerAmount
    /// Those of all sales whose price is unknown, so that they are missing in the amounts.
    case unpricedSales
    /// Refunds, on the day of the refund.
    case refunds
    /// What the App Store paid back.
    case refundAmount
    /// Refunds that Apple reversed, on the day of the reversal.
    case reversedRefunds
    /// What customers paid again.
    case reversedAmount
    /// Sales of which something is refunded, on the day of the purchase.
    case refundsOfSales
    /// What the App Store paid back of these sales.
    case refundAmountOfSales
    /// Upgrades, and refunds of an unknown share, for which the App Store may have paid back a part.
    case credits
    /// The most that it paid back for them.
    case creditAmount
    /// Requests for a refund about which Apple asked, on the day of the request.
    case refundRequests
    /// Requests for a refund that Apple declined, on the day of the decision.
    case refundsDeclined
    /// Subscriptions that began for the first time.
    case starts
    /// Free trials that began.
    case trialStarts
    /// Free trials after which the customer paid, on the day of the payment.
    case trialConversions
    /// Free trials after which the customer paid, on the day on which the trial began.
    case convertedTrials
    /// Subscriptions that customers bought again after their end, or that run again because Apple reversed a refund.
    case returns
    /// Subscriptions that the App Store could renew after their end.
    case recoveries
    /// Changes from another product to this one without a gap.
    case productArrivals
    /// Changes from this product to another one without a gap.
    case productDepartures
    /// Ends that the customer chose.
    case endsVoluntary
    /// Ends because the customer's payment failed.
    case endsBilling
    /// Ends because the customer did not consent to a price increase.
    case endsPriceIncrease
    /// Ends because the paid period was refunded or revoked.
    case endsRefunded
    /// Ends for another reason, and for one that is not known yet.
    case endsOther
    /// Introductory offers that began.
    case introductoryOffers
    /// Promotional offers that began.
    case promotionalOffers
    /// Offer codes that customers redeemed.
    case offerCodes
    /// Win-back offers that began.
    case winBackOffers
    /// Retention offers that began.
    case retentionOffers
    /// Paid periods and trials in which Apple asked for a retention message, on the day of the first request.
    case retentionRequests
    /// Those of them after which the subscription went on, on the day on which the next period began.
    case retentionKept
    /// Those of them with which the subscription ended, on the day of its end.
    case retentionLost
    /// Stock: subscriptions in a free trial.
    case trials
    /// Stock: subscriptions in a paid period.
    case paid
    /// Stock: those of both that will not renew.
    case canceled
    /// Stock: subscriptions in billing grace.
    case grace
    /// Stock: subscriptions whose renewal the App Store tries to bill, without access.
    case retry
    /// Stock: subscriptions that a family or an organization shares with the account.
    case shared
    /// Stock: the monthly recurring revenue of paid subscriptions.
    case recurring
    /// Stock: the part of it that will not renew.
    case recurringCanceled
    /// Stock: the monthly recurring revenue of subscriptions in billing grace, which `recurring` does not contain.
    case recurringGrace

    /// Whether it is a sum up to an instant rather than within a span of time.
    package var isStock: Bool { self.rawValue >= Self.trials.rawValue }

    /// Whether it is money, in milliunits of the currency of its row.
    package var isAmount: Bool {
        switch self {
        case .newAmount, .renewalAmount, .oneTimeAmount, .offerAmount, .refundAmount, .reversedAmount,
            .refundAmountOfSales, .creditAmount, .recurring, .recurringCanceled, .recurringGrace:
            true
        default: false
        }
    }

    /// The name in answers and in the database's columns' documentation.
    package var name: String { "\(self)" }
}

/// A value of every figure.
package struct FigureValues: Hashable, Sendable {
    /// The values, in the order of `Figure`.
    package private(set) var values: [Int64]

    /// Creates values that are all zero.
    package init() { self.values = Array(repeating: 0, count: Figure.allCases.count) }

    /// Creates the values of a stored row; `nil` unless there is one for every figure.
    package init?(_ values: [Int64]) {
        guard values.count == Figure.allCases.count else { return nil }
        self.values = values
    }

    /// The value of a figure.
    package subscript(_ figure: Figure) -> Int64 {
        get { self.values[figure.rawValue] }
        set { self.values[figure.rawValue] = newValue }
    }

    /// Whether all of them are zero.
    package var isZero: Bool { self.values.allSatisfy { $0 == 0 } }

    /// Whether a stock is not zero.
    package var hasStocks: Bool { Figure.stocks.contains { self[$0] != 0 } }

    /// Adds other values, or a multiple of them; an impossibly large sum stays at the limit.
    package mutating func add(_ other: Self, times factor: Int64 = 1) {
        for place in self.values.indices where other.values[place] != 0 {
            self.values[place] = Self.sum(self.values[place], other.values[place], times: factor)
        }
    }

    /// Adds to one of them; an impossibly large sum stays at the limit.
    package mutating func add(_ value: Int64, to figure: Figure) {
        self[figure] = Self.sum(self[figure], value, times: 1)
    }

    private static func sum(_ value: Int64, _ other: Int64, times factor: Int64) -> Int64 {
        Int64(clamping: Int128(value) + Int128(other) * Int128(factor))
    }
}
