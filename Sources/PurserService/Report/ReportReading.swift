import AppStore
import Ledger

/// The metadata of a report's text, found by reading every row.
struct ReportReading {
    /// The kind, determined by the columns.
    let kind: ReportKind
    /// The period in the rows or in the lines before them; `nil` where there is none.
    private(set) var period: ReportPeriod?
    /// The number of rows.
    private(set) var rowCount = 0
    /// The names of columns that the reader does not know.
    private(set) var unknownColumns: [String] = []
    /// In a financial report, the line of the first row whose currency of proceeds differs from that of the first row.
    private(set) var secondCurrencyLine: Int?
    /// The SKUs of the apps in the rows of a sales report.
    private var apps: Set<String> = []

    /// Reads a text.
    ///
    /// - Throws: An error where the text is not a report, a row cannot be read, or rows are about several periods.
    init(_ text: [UInt8]) throws(ReportRefusal) {
        let table = try Self.table(text)
        self.kind = Self.kind(of: table.columns) ?? .sales
        var days = StatedDays()
        do throws(ReportError) {
            switch self.kind {
            case .sales: try self.read(SalesReport(table), &days)
            case .subscriber: try self.read(SubscriberReport(table), &days)
            case .subscription: try self.read(CountReport(table, form: .subscription), &days)
            case .subscriptionEvent: try self.read(CountReport(table, form: .event), &days)
            case .financial, .financeDetail:
                try self.read(FinancialReport(table), text, &days)
            }
        } catch {
            throw .unreadable(error)
        }
        if let line = days.otherLine { throw .periodsMixed(line: line) }
        guard let first = days.first else { return }
        switch self.kind {
        case .financial: self.period = Self.fiscalMonth(first)
        case .financeDetail: self.period = days.fiscalMonth
        default: self.period = ReportPeriod(from: first.lowerBound, through: first.upperBound)
        }
        if self.period == nil { throw .periodUnknown }
    }

    /// Returns whether rows name apps, and none of them is this one.
    func isForeign(to sku: String) -> Bool { !self.apps.isEmpty && !self.apps.contains(sku) }

    /// Finds the header line, in the same way for an import and for every later reading.
    ///
    /// - Throws: An error where no line has the columns of a supported report, or too many lines precede it.
    static func open(_ text: [UInt8]) throws(ReportError) -> ReportTable {
        try ReportTable(text) { Self.kind(of: $0) != nil }
    }

    private static func table(_ text: [UInt8]) throws(ReportRefusal) -> ReportTable {
        do throws(ReportError) {
            return try Self.open(text)
        } catch {
            guard error == .noHeader, (try? ReportTable(text)) != nil else { throw .unreadable(error) }
            throw .kindUnknown
        }
    }

    /// Returns the kind that has these columns, even where one of them is missing.
    private static func kind(of columns: [String]) -> ReportKind? {
        let names = Set(columns.map { $0.lowercased() })
        func has(_ candidates: String...) -> Bool { candidates.contains(where: names.contains) }
        if has("partner share", "extended partner share", "partner share currency") {
            return has("transaction date", "settlement date") ? .financeDetail : .financial
        }
        if has("subscription apple id", "subscription name") {
            if has("event") { return .subscriptionEvent }
            if has("subscriber id", "subscriber id reset", "purchase date") { return .subscriber }
            if has("subscribers", "active standard price subscriptions") { return .subscription }
            return nil
        }
        let ofSales = [
            "sku", "product type identifier", "units", "begin date", "end date", "customer price", "country code",
            "currency of proceeds",
        ]
        return ofSales.count(where: names.contains) >= 4 ? .sales : nil
    }

    private mutating func read(_ report: SalesReport, _ days: inout StatedDays) throws(ReportError) {
        var (count, apps) = (0, Set<String>())
        var last = ""
        try report.forEachRow { row throws(ReportError) in
            count += 1
            days.take(row.beginDate, row.endDate, line: row.line)
            let app = row.productType.kind == .app ? row.sku : row.parentIdentifier
            guard app != last else { return }
            last = app
            if !app.isEmpty { apps.insert(app) }
        }
        (self.rowCount, self.apps) = (count, apps)
        self.unknownColumns = report.unknownColumns.map(\.name)
    }

    private mutating func read(_ report: SubscriberReport, _ days: inout StatedDays) throws(ReportError) {
        var count = 0
        try report.forEachRow { row throws(ReportError) in
            count += 1
            days.take(row.date, row.date, line: row.line)
        }
        self.rowCount = count
        self.unknownColumns = report.unknownColumns.map(\.name)
    }

    private mutating func read(_ report: CountReport, _ days: inout StatedDays) throws(ReportError) {
        var count = 0
        try report.forEachRow { line, date throws(ReportError) in
            count += 1
            if let date { days.take(date, date, line: line) }
        }
        self.rowCount = count
        self.unknownColumns = report.unknownColumns.map(\.name)
    }

    private mutating func read(
        _ report: FinancialReport,
        _ text: [UInt8],
        _ days: inout StatedDays
    ) throws(ReportError) {
        let isDetail = report.form == .detail
        if isDetail { days.takeHead(of: text) }
        var (count, currency, otherLine) = (0, "", Int?.none)
        try report.forEachRow { row throws(ReportError) in
            count += 1
            if isDetail {
                days.takeSettlement(row.endDate)
            } else {
                days.take(row.beginDate, row.endDate, line: row.line)
            }
            if currency.isEmpty { currency = row.shareCurrency }
            if row.shareCurrency != currency, otherLine == nil { otherLine = row.line }
        }
        self.rowCount = count
        self.secondCurrencyLine = otherLine
        self.unknownColumns = report.unknownColumns.map(\.name)
    }

    /// Returns the fiscal month with exactly these days.
    static func fiscalMonth(_ days: ClosedRange<CivilDay>) -> ReportPeriod? {
        let month = FiscalMonth(of: PacificDay(number: days.lowerBound.number))
        let period = ReportPeriod.fiscalMonth(month)
        return period.days == days ? period : nil
    }
}
