/// Reads Apple's reports, Apple's answers where there was no report, and the state of each day's comparison.
package protocol ReportReads {
    /// Returns reports of an app, the last imported first.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - filter: The filter.
    ///   - number: The number of the last report of the previous page; only smaller numbers are returned.
    ///   - limit: The maximum number of reports of one page.
    /// - Returns: A page of reports.
    /// - Throws: A repository error when nothing could be read.
    func reports(
        of app: AppName,
        matching filter: ReportFilter,
        before number: Int64?,
        limit: Int
    ) throws -> [ReportRecord]

    /// Returns a report by its number.
    func report(_ number: Int64, of app: AppName) throws -> ReportRecord?

    /// Returns a part of the file of a report; the parts in order are the file.
    ///
    /// - Parameters:
    ///   - part: The index of the part, from 0; each but the last has `ReportRecord.partByteCount` bytes.
    ///   - number: The report's number.
    ///   - app: The app.
    /// - Returns: The part, or `nil` after the last and where there is no such report.
    /// - Throws: A repository error when nothing could be read.
    func part(_ part: Int, ofReport number: Int64, of app: AppName) throws -> [UInt8]?

    /// Returns Apple's answers instead of reports that begin within a span of days.
    func absences(of app: AppName, within days: ClosedRange<CivilDay>) throws -> [ReportAbsence]

    /// Returns the states of the days within a span that were compared or accepted, ascending.
    func dayStates(of app: AppName, within days: ClosedRange<PacificDay>) throws -> [DayState]
}

/// Stores Apple's reports, Apple's answers where there was no report, and the state of each day's comparison.
package protocol ReportWrites {
    /// Stores a report.
    ///
    /// A report whose text is already stored for the same slot changes nothing, and counts again if another had
    /// superseded it. Any other report supersedes the one that counted for the slot. Deletes an earlier answer of
    /// Apple's that there was no report.
    ///
    /// - Parameters:
    ///   - report: The report; the repository assigns its number and what supersedes it.
    ///   - bytes: The file as received, compressed or not.
    ///   - app: The app.
    /// - Returns: The result, once the report is on disk.
    /// - Throws: A repository error; then nothing of the report was stored.
    func put(_ report: ReportRecord, bytes: [UInt8], of app: AppName) throws -> ReportStoreResult

    /// Stores Apple's answer that there is no report; it replaces an earlier answer for the same slot.
    func put(_ absence: ReportAbsence, of app: AppName) throws

    /// Changes the state of a day in one transaction and returns it; a day without a stored state begins open.
    ///
    /// - Parameters:
    ///   - day: The day.
    ///   - app: The app.
    ///   - change: The change; it may be called more than once, when the transaction has to be repeated.
    /// - Returns: The stored state after the change.
    /// - Throws: A repository error; then nothing was changed.
    func changeDay(_ day: PacificDay, of app: AppName, _ change: (inout DayState) -> Void) throws -> DayState
}

extension ReportReads {
    /// Returns the file of a report as received.
    package func bytes(ofReport number: Int64, of app: AppName) throws -> [UInt8]? {
        guard var bytes = try self.part(0, ofReport: number, of: app) else { return nil }
        var count = 1
        while let part = try self.part(count, ofReport: number, of: app) {
            bytes += part
            count += 1
        }
        return bytes
    }
}

/// A filter on reports; each part that is `nil` matches all.
package struct ReportFilter: Hashable, Sendable {
    /// The kind.
    package var kind: ReportKind?
    /// The days within which the period begins.
    package var begin: ClosedRange<CivilDay>?
    /// Apple's number of the vendor.
    package var vendor: String?
    /// Whether to exclude superseded reports.
    package var isCurrentOnly: Bool

    /// Creates a filter of these values.
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

/// The result of storing a report.
package enum ReportStoreResult: Hashable, Sendable {
    /// It is new; with the number of the report that it superseded, if there was one.
    case new(number: Int64, supersedes: Int64?)
    /// It was stored before.
    ///
    /// It may count again: then with the number of the report that had counted in the meantime and that it superseded.
    case known(number: Int64, supersedes: Int64?)
}

/// Apple's answer that there is no report.
package struct ReportAbsence: Hashable, Sendable {
    /// The reason why there is no report.
    package enum Reason: String, Hashable, Sendable, CaseIterable {
        /// There were no sales: the day counts as reported.
        case noSales
        /// The report is not available yet.
        case notYet
        /// Apple does not provide the report any longer.
        case gone
    }

    /// The slot that was requested.
    package let slot: ReportRecord.Slot
    /// The reason why there is no report.
    package let reason: Reason
    /// The instant of Apple's answer.
    package let at: Instant

    /// Creates an absence of these values.
    package init(slot: ReportRecord.Slot, reason: Reason, at: Instant) {
        self.slot = slot
        self.reason = reason
        self.at = at
    }
}
