import Ledger

/// The journal of an app's days, made one day after another.
struct JournalReading: Sendable {
    /// The longest service that one payment is for, and a few days more.
    static let longestService: Int64 = 370
    /// What entries from an estimate are called instead of a report's number.
    private static let estimated = "estimate"

    private let service: ProceedsService
    private let app: AppName
    private let terms: ProceedsTerms
    private let estimatedDays: Set<PacificDay>
    private var days: ArraySlice<PacificDay>
    private var reports: ArraySlice<ReportRecord>
    /// What is deferred after the day that came last; nothing any more after an error.
    private var deferred: DeferredRevenue

    /// Begins the journal of days, and reads what is deferred from the year before them, as far as reports are kept.
    init(
        _ service: ProceedsService,
        of app: AppName,
        in period: ProceedsPeriod,
        by terms: ProceedsTerms
    ) async throws(ProceedsError) {
        let first = period.days.lowerBound
        var deferred = DeferredRevenue()
        for record in try await service.chosen(app, (first + -Self.longestService)...(first + -1)).reports {
            // Only what is deferred of it is wanted.
            try await service.forEachRow(of: record, app) { row in
                deferred.add(row, source: Self.source(record), lastingUntil: first)
            }
        }
        let chosen = try await service.chosen(app, period.days)
        self.service = service
        self.app = app
        self.terms = terms
        let reported = chosen.days.union(try await service.daysWithoutSales(app, period))
        let estimated = try await service.estimatedDays(period, reported)
        try await service.requireLookups(estimated, of: app, for: .service)
        self.estimatedDays = Set(estimated)
        self.days = period.all[...]
        self.reports = chosen.reports[...]
        self.deferred = deferred
    }

    /// Returns the journal of the next day, or `nil` after the last.
    mutating func next() async throws(ProceedsError) -> JournalDay? {
        guard let day = self.days.popFirst() else { return nil }
        var journal = JournalDay(day)
        // Moved, because a copy would be one of the year's payments on each day.
        var deferred = DeferredRevenue()
        swap(&deferred, &self.deferred)
        // A report about several days is booked on the last of them.
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
