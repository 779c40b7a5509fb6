package import Ledger

extension MemoryUnit {
    /// Stores a report, or makes a stored one current again.
    package func put(
        _ report: ReportRecord,
        bytes: [UInt8],
        of app: AppName
    ) throws -> ReportStoreResult {
        try self.open { memory in memory.reports.put(report, bytes: bytes, of: app) }
    }

    /// Reports of an app, the last imported first.
    package func reports(
        of app: AppName,
        matching filter: ReportFilter,
        before number: Int64?,
        limit: Int
    ) throws -> [ReportRecord] {
        try self.open { memory in memory.reports.reports(of: app, matching: filter, before: number, limit: limit) }
    }

    /// A report by its number.
    package func report(_ number: Int64, of app: AppName) throws -> ReportRecord? {
        try self.open { memory in memory.reports.report(number, of: app) }
    }

    /// A part of the file of a report as it came.
    package func part(
        _ part: Int,
        ofReport number: Int64,
        of app: AppName
    ) throws -> [UInt8]? {
        try self.open { memory in memory.reports.part(part, ofReport: number, of: app) }
    }

    /// Stores Apple's answer that a report is absent.
    package func put(_ absence: ReportAbsence, of app: AppName) throws {
        try self.open { memory in memory.reports.put(absence, of: app) }
    }

    /// Returns Apple's answers about absent reports that begin within a span of days.
    package func absences(
        of app: AppName,
        within days: ClosedRange<CivilDay>
    ) throws -> [ReportAbsence] {
        try self.open { memory in memory.reports.absences(of: app, within: days) }
    }

    /// How far the comparison has come of the days of which something is kept.
    package func dayStates(
        of app: AppName,
        within days: ClosedRange<PacificDay>
    ) throws -> [DayState] {
        try self.open { memory in memory.reports.dayStates(of: app, within: days) }
    }

    /// Changes the state of a day, which begins open, and returns it.
    package func changeDay(
        _ day: PacificDay,
        of app: AppName,
        _ change: (inout DayState) -> Void
    ) throws -> DayState {
        try self.open { memory in memory.reports.changeDay(day, of: app, change) }
    }
}
