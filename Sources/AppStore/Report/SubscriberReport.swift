/// A subscriber report: each transaction of a day's subscriptions, without its identifier.
///
/// App Store Connect Help, "Subscriber report", version 1_3. The subscriber identifier is random, and Apple may reset
/// it.
public struct SubscriberReport: Sendable {
    /// The unchanged report.
    public let table: ReportTable
    /// The columns that this version does not know, each with its position.
    public let unknownColumns: [(name: String, position: Int)]
    private let columns: Columns
    private let needed: [Int]

    /// The positions of the columns.
    private struct Columns {
        let date: Int
        let subscription: Int
        let price: Int
        let customerCurrency: Int
        let proceeds: Int
        let proceedsCurrency: Int
        let country: Int
        let units: Int?
        let refund: Int?
        let purchaseDate: Int?
        let subscriber: Int
        let described: [Int?]

        /// The positions of the columns that every version of the report has.
        var required: [Int] {
            [
                self.date, self.subscription, self.price, self.customerCurrency, self.proceeds, self.proceedsCurrency,
                self.country, self.subscriber,
            ]
        }

        var all: [Int] {
            let optional = [self.units, self.refund, self.purchaseDate]
            return self.required + (optional + self.described).compactMap(\.self)
        }
    }

    private static let describedNames = [
        "App Name", "App Apple ID", "Subscription Name", "Subscription Group ID", "Standard Subscription Duration",
        "Subscription Offer Name", "Promotional Offer ID", "Subscription Offer Type", "Subscription Offer Duration",
        "Marketing Opt-In Duration", "Preserved Pricing", "Proceeds Reason", "Client", "Device", "Subscriber ID Reset",
    ]

    /// Finds the columns of a report.
    ///
    /// - Throws: ``ReportError/missingColumn(_:)``.
    public init(_ table: ReportTable) throws(ReportError) {
        let columns = Columns(
            date: try table.position(of: "Event Date"),
            subscription: try table.position(of: "Subscription Apple ID"),
            price: try table.position(of: "Customer Price"),
            customerCurrency: try table.position(of: "Customer Currency"),
            proceeds: try table.position(of: "Developer Proceeds"),
            proceedsCurrency: try table.position(of: "Proceeds Currency"),
            country: try table.position(of: "Country"),
            units: table.optionalPosition(of: "Units"),
            refund: table.optionalPosition(of: "Refund"),
            purchaseDate: table.optionalPosition(of: "Purchase Date"),
            subscriber: try table.position(of: "Subscriber ID"),
            described: Self.describedNames.map { table.optionalPosition(of: $0) }
        )
        self.table = table
        self.columns = columns
        // A row without a number of units describes one transaction.
        self.needed = columns.required + [columns.units, columns.refund].compactMap(\.self)
        self.unknownColumns = table.unknownColumns(besides: columns.all)
    }

    /// Calls the closure with each row, in order.
    ///
    /// - Throws: The error of the first row that cannot be read; the caller must discard the whole report.
    public func forEachRow(_ body: (SubscriberRow) throws(ReportError) -> Void) throws(ReportError) {
        try self.table.forEachRow { row throws(ReportError) in
            try body(try self.read(row))
            return true
        }
    }

    private func read(_ row: ReportRow) throws(ReportError) -> SubscriberRow {
        func required<Value>(_ value: Value?, _ position: Int) throws(ReportError) -> Value {
            guard let value else { throw .missingValue(line: row.line, column: self.table.columns[position]) }
            return value
        }
        try row.requireWhole(self.needed)
        let columns = self.columns
        let price = try required(try row.thousandths(columns.price), columns.price)
        // A row without a number of units describes one transaction.
        let units = try row.thousandths(columns.units) ?? 1000
        let subscription = try row.text(columns.subscription)
        let subscriber = try row.text(columns.subscriber)
        return SubscriberRow(
            line: row.line,
            date: try required(try row.date(columns.date), columns.date),
            subscriptionAppleID: try required(subscription.isEmpty ? nil : subscription, columns.subscription),
            unitsThousandths: units,
            customerPriceMilliunits: price,
            customerCurrency: try required(try row.currency(columns.customerCurrency), columns.customerCurrency),
            proceedsMilliunits: try required(try row.thousandths(columns.proceeds), columns.proceeds),
            proceedsCurrency: try required(try row.currency(columns.proceedsCurrency), columns.proceedsCurrency),
            country: try required(try row.country(columns.country), columns.country),
            // Apple does not document the values of the column; a negative price or negative units also mean a refund.
            isRefund: try row.text(columns.refund).lowercased() == "yes" || price < 0 || units < 0,
            purchaseDate: try row.date(columns.purchaseDate),
            subscriberID: try required(subscriber.isEmpty ? nil : subscriber, columns.subscriber)
        )
    }
}

/// A transaction of a subscriber report.
public struct SubscriberRow: Hashable, Sendable {
    /// The number of the row's line in the report, counted from 1.
    public let line: Int
    /// The date of the transaction or of its refund.
    public let date: ReportDate
    /// Apple's identifier of the subscription.
    public let subscriptionAppleID: String
    /// The quantity in thousandths; for refunds both signs occur.
    public let unitsThousandths: Int64
    /// The customer price of one unit, in milliunits; negative for a refund.
    public let customerPriceMilliunits: Int64
    /// The currency of the price (ISO 4217).
    public let customerCurrency: String
    /// The developer's proceeds of one unit, in milliunits.
    public let proceedsMilliunits: Int64
    /// The currency of the proceeds.
    public let proceedsCurrency: String
    /// The country of the storefront, two letters (ISO 3166-1 alpha-2).
    public let country: String
    /// Whether the row is a refund.
    public let isRefund: Bool
    /// The date of the refunded purchase.
    public let purchaseDate: ReportDate?
    /// Apple's random identifier of the subscriber.
    public let subscriberID: String
}
