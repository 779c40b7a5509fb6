package import Ledger

/// Writes entries for bookkeeping.
extension ProceedsService {
    /// The longest service that one payment is for, and a few days more.
    static let longestService: Int64 = 370
    /// What entries from an estimate are called instead of a report's number.
    private static let estimated = "estimate"

    /// Writes the journal of days as CSV: `date,account,debit,credit,currency,product,storefront,source`.
    ///
    /// Days with a report are booked from it, days without from the estimate. Deferred revenue of a year before is read
    /// from reports too, as far as they are kept.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - period: The days.
    ///   - terms: The rates of the estimate.
    ///   - names: What bookkeeping calls the accounts; the others have their own names.
    ///   - write: Takes the parts of the file in order.
    /// - Throws: `ProceedsError`, or whatever `write` throws.
    package func exportJournal(
        of app: AppName,
        in period: ProceedsPeriod,
        by terms: ProceedsTerms,
        names: [JournalAccount: String] = [:],
        to write: Writer
    ) async throws {
        let head = ["date", "account", "debit", "credit", "currency", "product", "storefront", "source"]
        try await write(Array(CSVText.line(head).utf8))
        try await self.forEachJournalDay(of: app, in: period, by: terms) { day, _ in
            var part = ""
            for entry in day.entries {
                part += CSVText.line([
                    day.day.text,
                    CSVText.guarded(names[entry.account] ?? entry.account.rawValue),
                    entry.debitMilliunits == 0 ? "" : Self.decimal(entry.debitMilliunits),
                    entry.creditMilliunits == 0 ? "" : Self.decimal(entry.creditMilliunits),
                    entry.line.currency,
                    CSVText.guarded(entry.line.product.rawValue),
                    entry.line.country,
                    entry.line.source,
                ])
            }
            if !part.isEmpty { try await write(Array(part.utf8)) }
        }
    }

    /// Calls the closure with the journal of each day in order, and with what is deferred after it.
    func forEachJournalDay(
        of app: AppName,
        in period: ProceedsPeriod,
        by terms: ProceedsTerms,
        _ body: (JournalDay, DeferredRevenue) async throws -> Void
    ) async throws {
        let first = period.days.lowerBound
        var deferred = DeferredRevenue()
        let before = (first + -Self.longestService)...(first + -1)
        let earlier = try await self.chosen(app, before)
        for record in earlier.reports {
            // Only what is deferred of it is wanted.
            var day = JournalDay(first)
            try Self.read(try await self.sheet(record, app)) { row in
                guard row.service != nil, row.day < first else { return }
                day.book(row, source: Self.source(record), deferring: &deferred)
            }
        }
        let chosen = try await self.chosen(app, period.days)
        let told = chosen.days.union(try await self.daysWithoutSales(app, period))
        let today = PacificDay(of: self.ambient.now())
        var reports = chosen.reports[...]
        for day in period.all {
            var journal = JournalDay(day)
            // A report about several days is booked on the last of them.
            while let record = reports.first, record.slot.period.days.upperBound.number <= day.number {
                reports.removeFirst()
                try Self.read(try await self.sheet(record, app)) { row in
                    journal.book(row.on(day), source: Self.source(record), deferring: &deferred)
                }
            }
            if !told.contains(day), day < today {
                try await self.estimate(day, of: app, by: terms) { row, _ in
                    journal.book(row, source: Self.estimated, deferring: &deferred)
                } leftOut: {
                }
            }
            journal.earn(from: &deferred)
            try await body(journal, deferred)
        }
    }

    private static func source(_ record: ReportRecord) -> String { "report \(record.number)" }

    /// An amount as a decimal number with at least two places: `-1234.50`.
    static func decimal(_ milliunits: Int64) -> String {
        let (whole, rest) = milliunits.magnitude.quotientAndRemainder(dividingBy: 1000)
        var places = String(rest + 1000).dropFirst()
        if places.hasSuffix("0") { places = places.dropLast() }
        return "\(milliunits < 0 ? "-" : "")\(whole).\(places)"
    }
}

extension ProceedsRow {
    /// The same row on another day.
    fileprivate func on(_ day: PacificDay) -> Self {
        guard day != self.day else { return self }
        return Self(
            day: day,
            product: self.product,
            country: self.country,
            unitsThousandths: self.unitsThousandths,
            unitPrice: self.unitPrice,
            unitProceeds: self.unitProceeds,
            hasOffer: self.hasOffer,
            service: self.service
        )
    }
}
