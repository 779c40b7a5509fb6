/// Which sales and trends report is meant, among those that Apple makes.
public struct ConnectSalesReport: Hashable, Sendable {
    /// What a report is about; the raw values are Apple's.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// What was sold and downloaded.
        case sales = "SALES"
        /// The subscriptions of a day, counted.
        case subscription = "SUBSCRIPTION"
        /// What happened to subscriptions on a day, counted.
        case subscriptionEvent = "SUBSCRIPTION_EVENT"
        /// The payments of subscribers, without their names.
        case subscriber = "SUBSCRIBER"
        /// The offer codes that were redeemed.
        case offerCodeRedemption = "SUBSCRIPTION_OFFER_CODE_REDEMPTION"
        /// What was ordered before its release.
        case preOrder = "PRE_ORDER"
        /// Subscriptions of magazines.
        case newsstand = "NEWSSTAND"
        /// Installations that count toward Apple's fee in the European Union.
        case installs = "INSTALLS"
        /// First installations of a year, for the same fee.
        case firstAnnual = "FIRST_ANNUAL"
        /// Former subscribers who could get a win-back offer, counted.
        case winBackEligibility = "WIN_BACK_ELIGIBILITY"
    }

    /// How much a report goes into; the raw values are Apple's.
    public enum Detail: String, Hashable, Sendable, CaseIterable {
        /// Totals.
        case summary = "SUMMARY"
        /// One row for each thing.
        case detailed = "DETAILED"
        /// Totals by kind of installation.
        case summaryByInstallType = "SUMMARY_INSTALL_TYPE"
        /// Totals by storefront.
        case summaryByTerritory = "SUMMARY_TERRITORY"
        /// Totals by the way of distribution.
        case summaryByChannel = "SUMMARY_CHANNEL"
    }

    /// The time that a report is about, in the calendar of Apple's reports.
    public enum Period: Hashable, Sendable {
        /// One day.
        case day(ReportDate)
        /// The week from a Monday to this Sunday.
        case week(endingOn: ReportDate)
        /// A month.
        case month(year: Int, month: Int)
        /// A year.
        case year(Int)
    }

    /// What it is about.
    public let kind: Kind
    /// How much it goes into.
    public let detail: Detail
    /// The time that it is about.
    public let period: Period

    /// A report that Apple makes.
    ///
    /// It is `nil` when Apple does not make it: the kind is not made for such periods or in such detail, the week does
    /// not end on a Sunday, or there is no such month or year.
    ///
    /// - Parameters:
    ///   - kind: What it is about.
    ///   - detail: How much it goes into; without it, what Apple names first for this kind and period.
    ///   - period: The time that it is about.
    public init?(_ kind: Kind, _ detail: Detail? = nil, of period: Period) {
        let details = Self.details(of: kind, period)
        guard period.isValid, let detail = detail ?? details.first, details.contains(detail) else { return nil }
        self.kind = kind
        self.detail = detail
        self.period = period
    }

    /// The version that Apple documents for it.
    public var version: String {
        switch (self.kind, self.period) {
        case (.subscription, _), (.subscriptionEvent, _), (.subscriber, _): "1_3"
        case (.installs, .month): "1_2"
        case (.installs, _): "1_1"
        default: "1_0"
        }
    }

    /// Whether a text is the number of a version, such as `1_3`.
    static func isVersion(_ text: some StringProtocol) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
        return parts.count == 2
            && parts.allSatisfy { part in
                (1...3).contains(part.count) && part.allSatisfy { (0x30...0x39).contains($0) }
            }
    }

    /// The details in which Apple makes a kind of report for a kind of period; none when it does not.
    private static func details(of kind: Kind, _ period: Period) -> [Detail] {
        switch (kind, period) {
        case (.sales, _), (.preOrder, _): [.summary]
        case (.subscription, .day), (.subscriptionEvent, .day), (.offerCodeRedemption, .day),
            (.winBackEligibility, .day):
            [.summary]
        case (.subscriber, .day), (.newsstand, .day), (.newsstand, .week), (.firstAnnual, .day): [.detailed]
        case (.firstAnnual, .year): [.summary]
        case (.installs, .month): [.summary, .detailed]
        case (.installs, .year): [.summaryByTerritory, .summaryByInstallType, .summaryByChannel, .detailed]
        default: []
        }
    }
}

extension ConnectSalesReport.Period {
    /// Apple's word for how long it is.
    public var frequency: String {
        switch self {
        case .day: "DAILY"
        case .week: "WEEKLY"
        case .month: "MONTHLY"
        case .year: "YEARLY"
        }
    }

    /// The period as Apple names it: a date, for weeks the Sunday at their end; `YYYY-MM`; `YYYY`.
    public var text: String {
        switch self {
        case .day(let date), .week(let date): date.text
        case .month(let year, let month): "\(year)-" + (month < 10 ? "0" : "") + "\(month)"
        case .year(let year): "\(year)"
        }
    }

    /// Whether the calendar has it, and weeks end on a Sunday.
    var isValid: Bool {
        switch self {
        case .day: true
        case .week(let date): Self.isSunday(date)
        case .month(let year, let month): (1000...9999).contains(year) && (1...12).contains(month)
        case .year(let year): (1000...9999).contains(year)
        }
    }

    /// The day of the week by Sakamoto's method, which counts from March on so that leap days come last.
    private static func isSunday(_ date: ReportDate) -> Bool {
        let offsets = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4]
        let year = date.month < 3 ? date.year - 1 : date.year
        let days = year + year / 4 - year / 100 + year / 400 + offsets[date.month - 1] + date.day
        return days % 7 == 0
    }
}
