package import Ledger

/// Exports sales and bookkeeping entries as files.
extension ProceedsService {
    /// The formats of files.
    package enum Form: String, CaseIterable, Sendable {
        /// The rows of sales reports, as CSV.
        case csv
        /// The rows of sales reports, as lines of JSON.
        case jsonl
        /// The rows of sales reports as a bill in the format that other tools use, one JSON array.
        case bill
        /// Bookkeeping entries, as CSV.
        case journal
        /// The close of a month, as a page.
        case close

        /// The media type.
        package var mediaType: String {
            switch self {
            case .csv, .journal: "text/csv; charset=utf-8"
            case .jsonl: "application/x-ndjson"
            // A media type of its own, because JSON answers are buffered to compute their ETag.
            case .bill: "application/vnd.purser.bill+json"
            case .close: "text/html; charset=utf-8"
            }
        }
    }

    /// Begins a file of the rows of sales reports.
    ///
    /// - Parameters:
    ///   - form: CSV, lines of JSON, or a bill.
    ///   - app: The app.
    ///   - period: The days.
    /// - Returns: The file, which produces its parts on demand.
    /// - Throws: `ProceedsError.reportsMissing` where no report covers the days.
    package func salesFile(
        as form: Form,
        of app: AppName,
        in period: ProceedsPeriod
    ) async throws(ProceedsError) -> SalesFile {
        _ = try self.served(app)
        let reports = try await self.read { view in try view.chosenReports(of: app, within: period.days) }.reports
        guard !reports.isEmpty else { throw .reportsMissing }
        return SalesFile(self, as: form, of: app, reports)
    }

    /// Begins a journal of days.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - period: The days.
    ///   - terms: The rates of the estimate.
    ///   - names: The bookkeeper's names of accounts.
    /// - Returns: The file, which produces its parts on demand.
    /// - Throws: The reason why the earlier deferred revenue could not be read.
    package func journalFile(
        of app: AppName,
        in period: ProceedsPeriod,
        by terms: ProceedsTerms,
        names: [JournalAccount: String] = [:]
    ) async throws(ProceedsError) -> JournalFile {
        _ = try self.served(app)
        return JournalFile(try await JournalReading(self, of: app, in: period, by: terms), names: names)
    }
}
