/// What a sales report is about.
enum SalesReportType: String, Sendable {
    /// Everything that was sold and paid back.
    case sales = "SALES"
    /// The subscriptions that there are at the end of a day.
    case subscription = "SUBSCRIPTION"
    /// What happened to subscriptions on a day.
    case subscriptionEvent = "SUBSCRIPTION_EVENT"
    /// Each charge of a subscription on a day.
    case subscriber = "SUBSCRIBER"

    /// The only form that Apple makes it in.
    var subType: String { self == .subscriber ? "DETAILED" : "SUMMARY" }

    /// The versions that Apple takes.
    var versions: Set<String> { self == .sales ? ["1_0", "1_1", "1_3"] : ["1_3"] }
}
