package import Ledger

extension ForwardingRepository {
    package func put(
        _ report: ReportRecord,
        bytes: [UInt8],
        of app: AppName
    ) async throws(RepositoryError) -> ReportStoreResult {
        try await self.base.put(report, bytes: bytes, of: app)
    }

    package func reports(
        of app: AppName,
        matching filter: ReportFilter,
        before number: Int64?,
        limit: Int
    ) async throws(RepositoryError) -> [ReportRecord] {
        try await self.base.reports(of: app, matching: filter, before: number, limit: limit)
    }

    package func report(_ number: Int64, of app: AppName) async throws(RepositoryError) -> ReportRecord? {
        try await self.base.report(number, of: app)
    }

    package func part(
        _ part: Int,
        ofReport number: Int64,
        of app: AppName
    ) async throws(RepositoryError) -> [UInt8]? {
        try await self.base.part(part, ofReport: number, of: app)
    }

    package func put(_ absence: ReportAbsence, of app: AppName) async throws(RepositoryError) {
        try await self.base.put(absence, of: app)
    }

    package func absences(
        of app: AppName,
        within days: ClosedRange<CivilDay>
    ) async throws(RepositoryError) -> [ReportAbsence] {
        try await self.base.absences(of: app, within: days)
    }

    package func dayStates(
        of app: AppName,
        within days: ClosedRange<PacificDay>
    ) async throws(RepositoryError) -> [DayState] {
        try await self.base.dayStates(of: app, within: days)
    }

    package func changeDay(
        _ day: PacificDay,
        of app: AppName,
        _ change: @escaping @Sendable (inout DayState) -> Void
    ) async throws(RepositoryError) -> DayState {
        try await self.base.changeDay(day, of: app, change)
    }
}

extension ForwardingRepository {
    package func sales(
        of app: AppName,
        environment: StoreEnvironment,
        within span: Range<Instant>,
        after cursor: SaleCursor?,
        limit: Int
    ) async throws(RepositoryError) -> SalePage {
        try await self.base.sales(of: app, environment: environment, within: span, after: cursor, limit: limit)
    }
}
