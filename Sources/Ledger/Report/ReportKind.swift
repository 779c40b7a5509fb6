/// The kinds of Apple's reports that are kept, in Apple's words (App Store Connect API, `reportType`).
package enum ReportKind: String, Hashable, Sendable, CaseIterable {
    /// What was sold and refunded, by day, product, storefront and price.
    case sales = "SALES"
    /// How many subscriptions are active, by day.
    case subscription = "SUBSCRIPTION"
    /// What happened to subscriptions, by day.
    case subscriptionEvent = "SUBSCRIPTION_EVENT"
    /// Each transaction of a day's subscriptions, without its id.
    case subscriber = "SUBSCRIBER"
    /// What Apple settled in a fiscal month, by product, storefront and price.
    case financial = "FINANCIAL"
    /// What Apple settled in a fiscal month, with the dates of sale and of settlement.
    case financeDetail = "FINANCE_DETAIL"

    /// Whether it is about settled money, by fiscal month.
    package var isFinance: Bool { self == .financial || self == .financeDetail }
}
