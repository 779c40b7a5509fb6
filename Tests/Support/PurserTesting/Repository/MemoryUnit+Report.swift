import Ledger

extension MemoryUnit {
    /// Stores a report, or makes a stored one current again.
    func put(
        _ report: ReportRecord,
        bytes: [UInt8],
        of app: AppName
    ) throws -> ReportStoreResult {
        self.open { memory in memory.reports.put(report, bytes: bytes, of: app) }
    }

    /// Reports of an app, the last imported first.
    func reports(
        of app: AppName,
        matching filter: ReportFilter,
        before number: Int64?,
        limit: Int
    ) throws -> [ReportRecord] {
        self.open { memory in memory.reports.reports(of: app, matching: filter, before: number, limit: limit) }
    }

    /// A report by its number.
    func report(_ number: Int64, of app: AppName) throws -> ReportRecord? {
        self.open { memory in memory.reports.report(number, of: app) }
    }

    /// A part of the file of a report as it came.
    func part(
        _ part: Int,
        ofReport number: Int64,
        of app: AppName
    ) throws -> [UInt8]? {
        self.open { memory in memory.reports.part(part, ofReport: number, of: app) }
    }

    /// Stores Apple's answer that a report is absent.
    func put(_ absence: ReportAbsence, of app: AppName) throws {
        self.open { memory in memory.reports.put(absence, of: app) }
    }

    /// Returns Apple's answers about absent reports that begin within a span of days.
    func absences(
        of app: AppName,
        within days: ClosedRange<CivilDay>
    ) throws -> [ReportAbsence] {
        self.open { memory in memory.reports.absences(of: app, within: days) }
    }

    /// How far the comparison has come of the days of which something is kept.
    func dayStates(
        of app: AppName,
        within days: ClosedRange<PacificDay>
    ) throws -> [DayState] {
        self.open { memory in memory.reports.dayStates(of: app, within: days) }
    }

    /// Changes the state of a day, which begins open, and returns it.
    func changeDay(
        _ day: PacificDay,
        of app: AppName,
        _ change: (inout DayState) -> Void
    ) throws -> DayState {
        self.open { memory in memory.reports.changeDay(day, of: app, change) }
    }
}
