import Ledger

/// The journal of days as CSV, produced in parts: `date,account,debit,credit,currency,product,storefront,source`.
///
/// Days with a report are booked from the report, other days from the estimate. Deferred revenue of the year before is
/// read from the stored reports.
package struct JournalFile: Sendable {
    private var reading: JournalReading
    private let names: [JournalAccount: String]
    private var hasHead = false

    /// Creates a file of a journal; `names` are the bookkeeper's names of accounts, and other accounts keep their own.
    init(_ reading: JournalReading, names: [JournalAccount: String]) {
        self.reading = reading
        self.names = names
    }

    /// Returns the next part of the file, or `nil` after the last.
    package mutating func next() async throws(ProceedsError) -> [UInt8]? {
        guard self.hasHead else {
            self.hasHead = true
            let head = ["date", "account", "debit", "credit", "currency", "product", "storefront", "source"]
            return Array(CSVText.line(head).utf8)
        }
        guard let day = try await self.reading.next() else { return nil }
        return Array(day.entries.map { self.line($0, on: day.day) }.joined().utf8)
    }

    private func line(_ entry: JournalDay.Entry, on day: PacificDay) -> String {
        CSVText.line([
            day.text,
            CSVText.guarded(self.names[entry.account] ?? entry.account.rawValue),
            Self.amount(entry.debitMilliunits, in: entry.line.currency),
            Self.amount(entry.creditMilliunits, in: entry.line.currency),
            entry.line.currency,
            CSVText.guarded(entry.line.product.rawValue),
            entry.line.country,
            entry.line.source,
        ])
    }

    private static func amount(_ milliunits: Int64, in currency: String) -> String {
        milliunits == 0 ? "" : DecimalText.amount(milliunits, in: currency)
    }
}

/// The journal of an app's days, produced day by day.
struct JournalReading: Sendable {
    /// The maximum length of service that one payment covers, plus a few days.
    static let longestService: Int64 = 370
    /// The source of entries from an estimate, in place of a report's number.
    private static let estimated = "estimate"

    private let service: ProceedsService
    private let app: AppName
    private let terms: ProceedsTerms
    private let estimatedDays: Set<PacificDay>
    private var days: ArraySlice<PacificDay>
    private var reports: ArraySlice<ReportRecord>
    /// The deferred revenue after the last day that was returned; empty after an error.
    private var deferred: DeferredRevenue

    /// Begins the journal of days, and reads the deferred revenue of the year before from the stored reports.
    init(
        _ service: ProceedsService,
        of app: AppName,
        in period: ProceedsPeriod,
        by terms: ProceedsTerms
    ) async throws(ProceedsError) {
        let first = period.days.lowerBound
        let (before, coverage) = try await service.read { view in
            (
                try view.chosenReports(of: app, within: (first + -Self.longestService)...(first + -1)),
                try view.salesCoverage(of: app, within: period.days)
            )
        }
        var deferred = DeferredRevenue()
        for record in before.reports {
            // Only the deferred revenue is needed.
            try await service.forEachRow(of: record, app) { row in
                deferred.add(row, source: Self.source(record), lastingUntil: first)
            }
        }
        self.service = service
        self.app = app
        self.terms = terms
        let estimated = service.estimatedDays(period, coverage.days)
        try await service.requireLookups(estimated, of: app, for: .service)
        self.estimatedDays = Set(estimated)
        self.days = period.all[...]
        self.reports = coverage.reports[...]
        self.deferred = deferred
    }

    /// Returns the journal of the next day, or `nil` after the last.
    mutating func next() async throws(ProceedsError) -> JournalDay? {
        guard let day = self.days.popFirst() else { return nil }
        var journal = JournalDay(day)
        // The value is moved out, because a copy would duplicate a year of payments on each day.
        var deferred = DeferredRevenue()
        swap(&deferred, &self.deferred)
        // A report of several days is booked on the last of them.
        while let record = self.reports.first, record.slot.period.end.number <= day.number {
            self.reports.removeFirst()
            try await self.service.forEachRow(of: record, self.app) { row in
                journal.book(row, source: Self.source(record), deferring: &deferred)
            }
        }
        if self.estimatedDays.contains(day) {
            try await self.service.estimate(day, of: self.app, by: self.terms, for: .service) { row, _ in
                journal.book(row, source: Self.estimated, deferring: &deferred)
            } leftOut: {
            }
        }
        journal.earn(from: &deferred)
        self.deferred = deferred
        return journal
    }

    private static func source(_ record: ReportRecord) -> String { "report \(record.number)" }
}
