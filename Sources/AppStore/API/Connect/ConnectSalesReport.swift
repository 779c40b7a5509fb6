/// The identification of one of Apple's sales and trends reports.
public struct ConnectSalesReport: Hashable, Sendable {
    /// The type of a report; the raw values are Apple's.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Sales and downloads.
        case sales = "SALES"
        /// The numbers of subscriptions on a day.
        case subscription = "SUBSCRIPTION"
        /// The numbers of subscription events on a day.
        case subscriptionEvent = "SUBSCRIPTION_EVENT"
        /// The payments of subscribers, identified by anonymous numbers.
        case subscriber = "SUBSCRIBER"
        /// The redemption of offer codes.
        case offerCodeRedemption = "SUBSCRIPTION_OFFER_CODE_REDEMPTION"
        /// Pre-orders.
        case preOrder = "PRE_ORDER"
        /// Subscriptions of Newsstand magazines.
        case newsstand = "NEWSSTAND"
        /// Installations that count toward Apple's fee in the European Union.
        case installs = "INSTALLS"
        /// The first annual installations, for the same fee.
        case firstAnnual = "FIRST_ANNUAL"
        /// The number of former subscribers who are eligible for a win-back offer.
        case winBackEligibility = "WIN_BACK_ELIGIBILITY"
    }

    /// The level of detail; the raw values are Apple's.
    public enum Detail: String, Hashable, Sendable, CaseIterable {
        /// Totals.
        case summary = "SUMMARY"
        /// One row for each record.
        case detailed = "DETAILED"
        /// Totals by type of installation.
        case summaryByInstallType = "SUMMARY_INSTALL_TYPE"
        /// Totals by storefront.
        case summaryByTerritory = "SUMMARY_TERRITORY"
        /// Totals by channel of distribution.
        case summaryByChannel = "SUMMARY_CHANNEL"
    }

    /// The period of a report, in the calendar of Apple's reports.
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

    /// The type.
    public let kind: Kind
    /// The level of detail.
    public let detail: Detail
    /// The period.
    public let period: Period

    /// Creates the identification of a report that Apple offers.
    ///
    /// It is `nil` if Apple does not offer the type for such a period or with this level of detail, if the week does
    /// not end on a Sunday, or if the month or year does not exist.
    ///
    /// - Parameters:
    ///   - kind: The type.
    ///   - detail: The level of detail; by default the first one that Apple documents for this type and period.
    ///   - period: The period.
    public init?(_ kind: Kind, _ detail: Detail? = nil, of period: Period) {
        let details = Self.details(of: kind, period)
        guard period.isValid, let detail = detail ?? details.first, details.contains(detail) else { return nil }
        self.kind = kind
        self.detail = detail
        self.period = period
    }

    /// The version that Apple documents for the report.
    public var version: String {
        switch (self.kind, self.period) {
        case (.subscription, _), (.subscriptionEvent, _), (.subscriber, _): "1_3"
        case (.installs, .month): "1_2"
        case (.installs, _): "1_1"
        default: "1_0"
        }
    }

    /// Returns whether a text is a version number, such as `1_3`.
    static func isVersion(_ text: some StringProtocol) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
        return parts.count == 2
            && parts.allSatisfy { part in
                (1...3).contains(part.count) && part.allSatisfy { (0x30...0x39).contains($0) }
            }
    }

    /// Returns the levels of detail in which Apple offers a type of report for a kind of period; empty if Apple does
    /// not offer it.
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
    /// Apple's name for the length of the period.
    public var frequency: String {
        switch self {
        case .day: "DAILY"
        case .week: "WEEKLY"
        case .month: "MONTHLY"
        case .year: "YEARLY"
        }
    }

    /// The period as Apple writes it: a date, which for weeks is the Sunday at their end; `YYYY-MM`; `YYYY`.
    public var text: String {
        switch self {
        case .day(let date), .week(let date): date.text
        case .month(let year, let month): "\(year)-" + (month < 10 ? "0" : "") + "\(month)"
        case .year(let year): "\(year)"
        }
    }

    /// Whether the period exists in the calendar and, for a week, ends on a Sunday.
    var isValid: Bool {
        switch self {
        case .day: true
        case .week(let date): Self.isSunday(date)
        case .month(let year, let month): (1000...9999).contains(year) && (1...12).contains(month)
        case .year(let year): (1000...9999).contains(year)
        }
    }

    /// Returns whether a date is a Sunday, by Sakamoto's method, which counts from March so that leap days come last.
    private static func isSunday(_ date: ReportDate) -> Bool {
        let offsets = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4]
        let year = date.month < 3 ? date.year - 1 : date.year
        let days = year + year / 4 - year / 100 + year / 400 + offsets[date.month - 1] + date.day
        return days % 7 == 0
    }
}
