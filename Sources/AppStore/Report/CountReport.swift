/// A daily report with numbers of subscriptions (`SUBSCRIPTION`) or of subscription events (`SUBSCRIPTION_EVENT`).
///
/// The columns are those of version 1_3 of the reports; see "Subscription report" and "Subscription event report" in
/// App Store Connect Help.
public struct CountReport: Sendable {
    /// The form of the report.
    public enum Form: Hashable, Sendable {
        /// The number of subscriptions at the end of a day; no column states the day.
        case subscription
        /// The number of events on a day.
        case event
    }

    /// The unchanged report.
    public let table: ReportTable
    /// The form of the report.
    public let form: Form
    /// The columns that this version does not know, each with its position.
    public let unknownColumns: [(name: String, position: Int)]
    private let date: Int?
    private let country: Int
    private let currencies: [Int]
    private let numbers: [Int]
    private let needed: [Int]

    private static let shared = [
        "App Name", "App Apple ID", "Subscription Name", "Subscription Apple ID", "Subscription Group ID",
        "Standard Subscription Duration", "Subscription Offer Name", "Promotional Offer ID", "Preserved Pricing",
        "Proceeds Reason", "Client", "Device", "State", "Country",
    ]
    private static let ofEvents = [
        "Event Date", "Event", "Subscription Offer Type", "Subscription Offer Duration", "Marketing Opt-In",
        "Marketing Opt-In Duration", "Promotional Offer Name", "Original Start Date", "Previous Subscription Name",
        "Previous Subscription Apple ID", "Cancellation Reason",
    ]
    private static let eventNumbers = [
        "Consecutive Paid Periods", "Days Before Canceling", "Days Canceled", "Quantity", "Paid Service Days Recovered",
    ]
    private static let subscriptionNumbers: [String] = {
        let offers = ["Introductory Offer", "Promotional Offer", "Offer Code"].flatMap { kind in
            ["Free Trial", "Pay Up Front", "Pay As You Go"].map { "\($0) \(kind) Subscriptions" }
        }
        let winBacks = ["Free Trial", "Pay Up Front", "Pay As You Go"].map { "\($0) Win-Back Offers" }
        return [
            "Customer Price", "Developer Proceeds", "Active Standard Price Subscriptions",
            "Active Free Trial Introductory "
                + "Offer Subscriptions", "Active Pay Up Front Introductory Offer Subscriptions",
            "Active Pay As You Go Introductory Offer Subscriptions", "Marketing Opt-Ins", "Billing Retry",
            "Grace Period",
            "Subscribers",
        ] + offers + winBacks
    }()

    /// Finds the columns of a report.
    ///
    /// - Throws: ``ReportError/missingColumn(_:)``.
    public init(_ table: ReportTable, form: Form) throws(ReportError) {
        let names: [String]
        let numbers: [String]
        let counted: Int
        switch form {
        case .subscription:
            counted = try table.position(of: "Active Standard Price Subscriptions")
            (names, numbers) = (Self.shared, Self.subscriptionNumbers)
            self.currencies = ["Customer Currency", "Proceeds Currency"].compactMap { table.optionalPosition(of: $0) }
            self.date = nil
        case .event:
            counted = try table.position(of: "Quantity")
            (names, numbers) = (Self.shared + Self.ofEvents, Self.eventNumbers)
            self.currencies = []
            self.date = try table.position(of: "Event Date")
            _ = try table.position(of: "Event")
        }
        _ = try table.position(of: "Subscription Apple ID")
        self.country = try table.position(of: "Country")
        self.needed = [counted, self.country] + [self.date].compactMap(\.self)
        self.numbers = numbers.compactMap { table.optionalPosition(of: $0) }
        self.table = table
        self.form = form
        let known = names.compactMap { table.optionalPosition(of: $0) } + self.numbers + self.currencies
        self.unknownColumns = table.unknownColumns(besides: known)
    }

    /// Reads each row in order and calls the closure with its line and, in a report of events, its day.
    ///
    /// - Throws: The error of the first row that cannot be read; the caller must discard the whole report.
    public func forEachRow(_ body: (Int, ReportDate?) throws(ReportError) -> Void) throws(ReportError) {
        try self.table.forEachRow { row throws(ReportError) in
            try row.requireWhole(self.needed)
            for position in self.numbers { _ = try row.thousandths(position) }
            for position in self.currencies { _ = try row.currency(position) }
            _ = try row.country(self.country)
            let date = try row.date(self.date)
            if let position = self.date, date == nil {
                throw .missingValue(line: row.line, column: self.table.columns[position])
            }
            try body(row.line, date)
            return true
        }
    }
}
