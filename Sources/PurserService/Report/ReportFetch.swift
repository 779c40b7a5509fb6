package import AppStore
package import Ledger
package import Logging
import Metrics

/// Fetches reports of an app from App Store Connect and stores them.
package struct ReportFetch: Sendable {
    /// The app.
    package let app: AppName
    /// The schedule by which reports are due.
    package let schedule: ReportSchedule
    /// The state of previous requests.
    package let fetchState: ReportFetchState
    private let client: ConnectClient
    private let reports: ReportService
    private let repository: any Repository
    private let ambient: Ambient
    private let logger: Logger

    /// Creates a fetch for an app.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - client: The client of App Store Connect, with a team key.
    ///   - vendor: The vendor number of the account.
    ///   - reports: The service that stores reports.
    ///   - repository: The repository of reports and of Apple's answers that there is no report.
    ///   - ambient: Provides the ledger's time.
    ///   - logger: The log of fetched reports and failures.
    package init(
        of app: AppName,
        client: ConnectClient,
        vendor: String,
        reports: ReportService,
        repository: any Repository,
        ambient: Ambient,
        logger: Logger
    ) {
        self.app = app
        self.schedule = ReportSchedule(vendor: vendor)
        self.fetchState = ReportFetchState()
        self.client = client
        self.reports = reports
        self.repository = repository
        self.ambient = ambient
        self.logger = logger
    }

    /// The current instant of the schedule.
    package var now: Instant { self.ambient.now() }

    /// Returns the reports to fetch, each with the instant at which it is due.
    package func entries(at now: Instant) async throws(RepositoryError) -> [ReportSchedule.Entry] {
        self.entries(after: try await self.stored(at: now), at: now)
    }

    /// Returns for each kind its newest report, the instant of the next request, and the last failure.
    package func status() async throws(RepositoryError) -> [ReportFetchStatus] {
        let now = self.now
        let stored = try await self.stored(at: now)
        let entries = self.entries(after: stored, at: now)
        return ReportKind.allCases.map { kind in
            let newest = stored.records.filter { $0.slot.kind == kind }
                .max { ($0.slot.period.end, $0.number) < ($1.slot.period.end, $1.number) }
            let due = entries.lazy.filter { $0.slot.kind == kind }.map(\.dueAt).min()
            let pause = self.fetchState.pause(of: kind, at: now)
            return ReportFetchStatus(
                kind: kind,
                newest: newest,
                next: due.map { max($0, pause ?? $0, now) },
                pausedUntil: pause,
                backoff: self.fetchState.backoff(of: kind)
            )
        }
    }

    /// Returns the reports to fetch, and the last day of the newest period of each kind for which a report, or the
    /// answer that there were no sales, is stored.
    func entriesAndNewestDays(
        at now: Instant
    ) async throws(RepositoryError) -> (entries: [ReportSchedule.Entry], newestDays: [ReportKind: CivilDay]) {
        let stored = try await self.stored(at: now)
        let silent = stored.absences.filter { $0.reason == .noSales }
        let slots = stored.records.map(\.slot) + silent.map(\.slot)
        let newestDays = Dictionary(slots.map { ($0.kind, $0.period.end) }) { max($0, $1) }
        return (self.entries(after: stored, at: now), newestDays)
    }

    /// Requests a report now and stores it, or the answer that there is none.
    ///
    /// - Parameters:
    ///   - slot: The slot of the report.
    ///   - origin: The origin of the request.
    /// - Returns: The outcome, which is also recorded in `fetchState`.
    package func fetch(_ slot: ReportRecord.Slot, by origin: RequestOrigin) async -> ReportFetchOutcome {
        let outcome = await self.ask(slot, by: origin)
        let isNew = self.fetchState.note(outcome, of: slot, at: self.now)
        Counter(
            label: "purser_report_fetches_total",
            dimensions: [
                ("app", self.app.rawValue), ("kind", slot.kind.rawValue),
                ("outcome", outcome.failure?.code ?? outcome.name),
            ]
        ).increment()
        self.log(outcome, of: slot, isNew: isNew)
        return outcome
    }

    private func ask(_ slot: ReportRecord.Slot, by origin: RequestOrigin) async -> ReportFetchOutcome {
        do throws(ReportFetchFailure) {
            switch try await self.download(slot) {
            case .absent(let reason): return try await self.keep(reason, of: slot)
            case .file(let bytes, let name): return try await self.keep(bytes, named: name, of: slot, by: origin)
            }
        } catch {
            return .failed(error)
        }
    }

    /// Stores a fetched report.
    private func keep(
        _ bytes: [UInt8],
        named name: String,
        of slot: ReportRecord.Slot,
        by origin: RequestOrigin
    ) async throws(ReportFetchFailure) -> ReportFetchOutcome {
        let added: AddedReport
        do throws(ReportRefusal) {
            added = try await self.reports.add(
                bytes,
                named: name,
                to: self.app,
                as: slot,
                origin: .fetched,
                by: origin
            )
        } catch {
            throw ReportFetchFailure(error)
        }
        let (number, rowCount) = (added.record.number, added.record.rowCount)
        if let supersedes = added.supersedes {
            return .changed(number: number, rowCount: rowCount, supersedes: supersedes)
        }
        return added.isNew ? .new(number: number, rowCount: rowCount) : .unchanged(number: number, rowCount: rowCount)
    }

    /// Stores Apple's answer that there is no report; an existing report takes precedence.
    private func keep(
        _ reason: ReportAbsence.Reason,
        of slot: ReportRecord.Slot
    ) async throws(ReportFetchFailure) -> ReportFetchOutcome {
        do {
            let day = slot.period.begin
            let filter = ReportFilter(kind: slot.kind, begin: day...day, vendor: slot.vendor)
            let absence = ReportAbsence(slot: slot, reason: reason, at: self.now)
            try await self.repository.write { unit in
                let kept = try unit.reports(of: self.app, matching: filter)
                if !kept.contains(where: { $0.slot == slot }) { try unit.put(absence, of: self.app) }
            }
            return .absent(reason)
        } catch {
            throw ReportFetchFailure(error)
        }
    }

    /// Returns what is stored about the reports of the schedule.
    private func stored(at now: Instant) async throws(RepositoryError) -> StoredReports {
        let days = self.days(at: now)
        return try await self.repository.read { view in
            try view.storedReports(of: self.app, vendor: self.schedule.vendor, within: days)
        }
    }

    /// Returns the reports to fetch, given what is stored about them.
    private func entries(after stored: StoredReports, at now: Instant) -> [ReportSchedule.Entry] {
        var known: [ReportRecord.Slot: ReportSchedule.Knowledge] = [:]
        for absence in stored.absences {
            known[absence.slot] = ReportSchedule.Knowledge(
                .absent(absence.reason),
                since: absence.at,
                askedAt: absence.at
            )
        }
        for record in stored.records {
            known[record.slot] = ReportSchedule.Knowledge(
                .kept,
                since: record.importedAt,
                askedAt: record.importedAt
            )
        }
        return self.schedule.entries(at: now, known: self.fetchState.knowledge(known, at: now))
    }

    /// Returns the range of days on which the periods of the schedule begin.
    private func days(at now: Instant) -> ClosedRange<CivilDay> {
        let begins = self.schedule.slots(at: now).map(\.period.begin)
        let today = CivilDay(of: now)
        return min(begins.min() ?? today, today)...max(begins.max() ?? today, today)
    }
}

extension ReportFetch {
    /// App Store Connect's answer about a report.
    private enum Reply {
        /// The compressed report and its name.
        case file([UInt8], name: String)
        /// The answer that there is no report.
        case absent(ReportAbsence.Reason)
    }

    private func download(_ slot: ReportRecord.Slot) async throws(ReportFetchFailure) -> Reply {
        do throws(ConnectError) {
            if case .fiscalMonth(let month) = slot.period {
                let form: FinancialReport.Form = slot.kind == .financeDetail ? .detail : .summary
                let report = ConnectFinanceReport(
                    form,
                    region: slot.region,
                    fiscalYear: month.year,
                    fiscalMonth: month.month
                )
                guard let report else { throw .requestInvalid }
                let bytes = try await self.client.send(.financeReport(report, vendorNumber: slot.vendor))
                return .file(bytes, name: "v1/financeReports \(slot.kind.rawValue) \(slot.region) \(report.month)")
            }
            guard let kind = ConnectSalesReport.Kind(rawValue: slot.kind.rawValue),
                let period = Self.period(slot.period),
                let report = ConnectSalesReport(kind, of: period)
            else { throw .requestInvalid }
            let file = try await self.client.salesReport(report, vendorNumber: slot.vendor)
            let name = "v1/salesReports \(kind.rawValue) \(period.frequency) \(period.text) \(file.version)"
            return .file(file.gzip, name: name)
        } catch {
            switch error {
            case .noSales: return .absent(.noSales)
            case .notYetAvailable: return .absent(.notYet)
            case .gone: return .absent(.gone)
            default: throw ReportFetchFailure(error)
            }
        }
    }

    /// Returns a period as App Store Connect names it; `nil` for a fiscal month.
    private static func period(_ period: ReportPeriod) -> ConnectSalesReport.Period? {
        switch period {
        case .day(let day): ReportDate(reported: day.text).map { .day($0) }
        case .week(let day): ReportDate(reported: day.text).map { .week(endingOn: $0) }
        case .month(let year, let month): .month(year: year, month: month)
        case .year(let year): .year(year)
        case .fiscalMonth: nil
        }
    }

    /// Logs an outcome: news and failures at higher levels, expected outcomes at debug.
    private func log(_ outcome: ReportFetchOutcome, of slot: ReportRecord.Slot, isNew: Bool) {
        var metadata: Logger.Metadata = [
            "app": "\(self.app)", "kind": "\(slot.kind.rawValue)", "period": "\(slot.period.text)",
            "outcome": "\(outcome.name)",
        ]
        switch outcome {
        case .new(let number, let rowCount):
            metadata["report"] = "\(number)"
            metadata["rows"] = "\(rowCount)"
            self.logger.info("A report arrived from App Store Connect.", metadata: metadata)
        case .changed(let number, let rowCount, let supersedes):
            metadata["report"] = "\(number)"
            metadata["rows"] = "\(rowCount)"
            metadata["supersedes"] = "\(supersedes)"
            self.logger.notice("Apple has corrected a report.", metadata: metadata)
        case .unchanged, .absent:
            self.logger.debug("App Store Connect has nothing new.", metadata: metadata)
        case .failed(let failure):
            metadata["code"] = "\(failure.code)"
            metadata["detail"] = "\(failure.detail)"
            let level: Logger.Level =
                if !isNew || Task.isCancelled {
                    .debug
                } else if failure.reach == .connection {
                    .warning
                } else {
                    .error
                }
            self.logger.log(level: level, "A report cannot be fetched now.", metadata: metadata)
        }
    }
}
