/// The words that reports have for periods, offers and products.
enum ReportWords {
    /// The length of a subscription's period, such as `7 Days`, `1 Month` or `1 Year`.
    static func period(_ period: SubscriptionPeriod) -> String {
        func counted(_ count: Int, _ unit: String) -> String { "\(count) \(unit)\(count == 1 ? "" : "s")" }
        if period.months == 0 { return counted(period.days, "Day") }
        return period.months % 12 == 0 ? counted(period.months / 12, "Year") : counted(period.months, "Month")
    }

    /// How an offer is paid, in the column `Order Type`: a promotional offer goes by its identifier.
    static func orderType(_ offer: WorldOffer?) -> String {
        guard let offer else { return "" }
        if offer.kind == .promotional, let id = offer.id { return String(id.prefix(30)) }
        return offer.mode == .free ? "" : Self.mode(offer)
    }

    /// How an offer is paid.
    static func mode(_ offer: WorldOffer) -> String {
        switch offer.mode {
        case .free: "Free Trial"
        case .payAsYouGo: "Pay As You Go"
        case .payUpFront: "Pay Up Front"
        case .oneTime: ""
        }
    }

    /// Apple's product type identifier of a transaction.
    static func type(_ product: WorldProduct, isRestored: Bool) -> String {
        switch product.kind {
        case .autoRenewable: "IAY"
        case .nonRenewing: "IA9"
        case .consumable, .nonConsumable: isRestored ? "IA3" : "IA1"
        }
    }

    /// The developer of everything that a world sells.
    static let developer = "Simulated Developer"
}
