/// Keeps Apple's reports, what Apple answered where there was none, and how far each day's comparison has come.
package protocol ReportRepository: Sendable {
    /// Keeps a report.
    ///
    /// A report whose text is already kept for the same slot changes nothing, and counts again if another had
    /// superseded it. Any other supersedes the one that counted for the slot. What Apple answered before instead of it
    /// is forgotten.
    ///
    /// - Parameters:
    ///   - report: The report; its number and what supersedes it are given by the repository.
    ///   - bytes: The file as it came, packed or not.
    ///   - app: The app.
    /// - Returns: What became of it, once it is on disk.
    /// - Throws: Why nothing of it was kept.
    func put(_ report: ReportRecord, bytes: [UInt8], of app: AppName) async throws(RepositoryError) -> ReportStoreResult

    /// Reports of an app, the last imported first.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - filter: Which reports.
    ///   - number: Only reports with a smaller number, to go on after a page.
    ///   - limit: The most reports of one page.
    /// - Returns: A page of reports.
    /// - Throws: Why nothing could be read.
    func reports(
        of app: AppName,
        matching filter: ReportFilter,
        before number: Int64?,
        limit: Int
    ) async throws(RepositoryError) -> [ReportRecord]

    /// A report by its number.
    func report(_ number: Int64, of app: AppName) async throws(RepositoryError) -> ReportRecord?

    /// A part of the file of a report as it came; all parts one after the other are the file.
    ///
    /// - Parameters:
    ///   - part: Which part, counted from 0; each but the last has `ReportRecord.partByteCount` bytes.
    ///   - number: The report's number.
    ///   - app: The app.
    /// - Returns: The part, or `nil` after the last and where there is no such report.
    /// - Throws: Why nothing could be read.
    func part(_ part: Int, ofReport number: Int64, of app: AppName) async throws(RepositoryError) -> [UInt8]?

    /// Keeps what Apple answered instead of a report; an answer about the same slot replaces the former.
    func put(_ absence: ReportAbsence, of app: AppName) async throws(RepositoryError)

    /// What Apple answered instead of reports that begin within a span of days.
    func absences(
        of app: AppName,
        within days: ClosedRange<CivilDay>
    ) async throws(RepositoryError) -> [ReportAbsence]

    /// How far the comparison has come of the days within a span that were compared or accepted, ascending.
    func dayStates(
        of app: AppName,
        within days: ClosedRange<PacificDay>
    ) async throws(RepositoryError) -> [DayState]

    /// Changes the state of a day in one transaction and returns it; a day of which nothing is kept begins open.
    ///
    /// - Parameters:
    ///   - day: The day.
    ///   - app: The app.
    ///   - change: May be called more than once, when the transaction has to be repeated.
    /// - Returns: The state as it is kept now.
    /// - Throws: Why nothing was changed.
    func changeDay(
        _ day: PacificDay,
        of app: AppName,
        _ change: @escaping @Sendable (inout DayState) -> Void
    ) async throws(RepositoryError) -> DayState
}

extension ReportRepository {
    /// The file of a report as it came.
    package func bytes(ofReport number: Int64, of app: AppName) async throws(RepositoryError) -> [UInt8]? {
        guard var bytes = try await self.part(0, ofReport: number, of: app) else { return nil }
        var count = 1
        while let part = try await self.part(count, ofReport: number, of: app) {
            bytes += part
            count += 1
        }
        return bytes
    }
}

/// Which reports to list; each part that is `nil` takes all.
package struct ReportFilter: Hashable, Sendable {
    /// The kind.
    package var kind: ReportKind?
    /// The days on one of which the period begins.
    package var begin: ClosedRange<CivilDay>?
    /// Apple's number of the vendor.
    package var vendor: String?
    /// Whether to leave out superseded reports.
    package var isCurrentOnly: Bool

    /// Reports of these values.
    package init(
        kind: ReportKind? = nil,
        begin: ClosedRange<CivilDay>? = nil,
        vendor: String? = nil,
        isCurrentOnly: Bool = true
    ) {
        self.kind = kind
        self.begin = begin
        self.vendor = vendor
        self.isCurrentOnly = isCurrentOnly
    }
}

/// What became of a report that was put.
package enum ReportStoreResult: Hashable, Sendable {
    /// It is new; the number of the report whose place it took, if there was one.
    case new(number: Int64, supersedes: Int64?)
    /// It was kept before.
    ///
    /// It may count again: then the number of the report that counted meanwhile, whose place it took.
    case known(number: Int64, supersedes: Int64?)
}

/// What Apple answered instead of a report.
package struct ReportAbsence: Hashable, Sendable {
    /// Why there is no report.
    package enum Reason: String, Hashable, Sendable, CaseIterable {
        /// There were no sales: the day counts as reported.
        case noSales
        /// The report is not available yet.
        case notYet
        /// Apple keeps the report no longer.
        case gone
    }

    /// What was asked for.
    package let slot: ReportRecord.Slot
    /// Why there is none.
    package let reason: Reason
    /// When Apple said so.
    package let at: Instant

    /// An absence of these values.
    package init(slot: ReportRecord.Slot, reason: Reason, at: Instant) {
        self.slot = slot
        self.reason = reason
        self.at = at
    }
}
