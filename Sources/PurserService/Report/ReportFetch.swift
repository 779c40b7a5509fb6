package import AppStore
package import Ledger
package import Logging
import Metrics

/// Asks App Store Connect for reports of an app and keeps what comes.
package struct ReportFetch: Sendable {
    /// How many reports are read from the database at once.
    private static let page = 1000

    /// The app.
    package let app: AppName
    /// When what is asked for.
    package let schedule: ReportSchedule
    /// What is remembered of what was asked for.
    package let fetchState: ReportFetchState
    private let client: ConnectClient
    private let reports: ReportService
    private let repository: any Repository
    private let ambient: Ambient
    private let logger: Logger

    /// What fetches the reports of an app.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - client: App Store Connect, asked with the key of its team.
    ///   - vendor: The vendor number of its account.
    ///   - reports: Keeps what comes.
    ///   - repository: Where it is kept, and Apple's answers that there is no report.
    ///   - ambient: Its time is that of the ledger.
    ///   - logger: Logs what comes and what fails.
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

    /// The time by which the schedule goes.
    package var now: Instant { self.ambient.now() }

    /// The reports that are to be asked for, each with the instant from which on.
    package func entries(at now: Instant) async throws(RepositoryError) -> [ReportSchedule.Entry] {
        let known = try await self.knowledge(of: self.kept(at: now), at: now)
        return self.schedule.entries(at: now, known: known)
    }

    /// For each kind: its newest report, when one is asked for next, and what is in the way.
    package func status() async throws(RepositoryError) -> [ReportFetchStatus] {
        let now = self.now
        let kept = try await self.kept(at: now)
        let entries = self.schedule.entries(at: now, known: try await self.knowledge(of: kept, at: now))
        return ReportKind.allCases.map { kind in
            let newest = kept.filter { $0.slot.kind == kind }
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

    /// The last day of the newest period of each kind of which a report is kept, or that nothing was sold.
    func newestDays() async throws(RepositoryError) -> [ReportKind: CivilDay] {
        let now = self.now
        let kept = try await self.kept(at: now).map(\.slot)
        let silent = try await self.repository.absences(of: self.app, within: self.days(at: now))
            .filter { $0.reason == .noSales }.map(\.slot)
        return Dictionary((kept + silent).map { ($0.kind, $0.period.end) }) { max($0, $1) }
    }

    /// Asks for a report now and keeps it, or the answer that there is none.
    ///
    /// - Parameters:
    ///   - slot: Which one.
    ///   - origin: Who asks.
    /// - Returns: What came of it, which is remembered too.
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

    /// Keeps a report that came.
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

    /// Keeps Apple's answer that there is no report; a report that is there already counts for more.
    private func keep(
        _ reason: ReportAbsence.Reason,
        of slot: ReportRecord.Slot
    ) async throws(ReportFetchFailure) -> ReportFetchOutcome {
        do {
            let day = slot.period.begin
            let filter = ReportFilter(kind: slot.kind, begin: day...day, vendor: slot.vendor)
            let kept = try await self.repository.reports(of: self.app, matching: filter, before: nil, limit: Self.page)
            if !kept.contains(where: { $0.slot == slot }) {
                try await self.repository.put(ReportAbsence(slot: slot, reason: reason, at: self.now), of: self.app)
            }
            return .absent(reason)
        } catch {
            throw ReportFetchFailure(error)
        }
    }

    /// What is kept of the reports that the schedule asks for.
    private func kept(at now: Instant) async throws(RepositoryError) -> [ReportRecord] {
        var kept: [ReportRecord] = []
        var last: Int64?
        let filter = ReportFilter(begin: self.days(at: now), vendor: self.schedule.vendor)
        repeat {
            let page = try await self.repository.reports(
                of: self.app,
                matching: filter,
                before: last,
                limit: Self.page
            )
            kept += page
            last = page.count == Self.page ? page.last?.number : nil
        } while last != nil
        return kept
    }

    /// What is known of the reports that the schedule asks for.
    private func knowledge(
        of kept: [ReportRecord],
        at now: Instant
    ) async throws(RepositoryError) -> [ReportRecord.Slot: ReportSchedule.Knowledge] {
        var known: [ReportRecord.Slot: ReportSchedule.Knowledge] = [:]
        for absence in try await self.repository.absences(of: self.app, within: self.days(at: now)) {
            known[absence.slot] = ReportSchedule.Knowledge(
                .absent(absence.reason),
                since: absence.at,
                askedAt: absence.at
            )
        }
        for record in kept {
            known[record.slot] = ReportSchedule.Knowledge(
                .kept,
                since: record.importedAt,
                askedAt: record.importedAt
            )
        }
        return self.fetchState.knowledge(known, at: now)
    }

    /// The days on which the periods begin that the schedule asks for.
    private func days(at now: Instant) -> ClosedRange<CivilDay> {
        let begins = self.schedule.slots(at: now).map(\.period.begin)
        let today = CivilDay(of: now)
        return min(begins.min() ?? today, today)...max(begins.max() ?? today, today)
    }
}

extension ReportFetch {
    /// What App Store Connect answers about a report.
    private enum Reply {
        /// The report, packed, and what to call it.
        case file([UInt8], name: String)
        /// That there is none.
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

    /// A period as App Store Connect is asked for it; `nil` for a month of the fiscal year.
    private static func period(_ period: ReportPeriod) -> ConnectSalesReport.Period? {
        switch period {
        case .day(let day): ReportDate(reported: day.text).map { .day($0) }
        case .week(let day): ReportDate(reported: day.text).map { .week(endingOn: $0) }
        case .month(let year, let month): .month(year: year, month: month)
        case .year(let year): .year(year)
        case .fiscalMonth: nil
        }
    }

    /// Logs what came: news and failures at higher levels, everything that was expected at debug.
    private func log(_ outcome: ReportFetchOutcome, of slot: ReportRecord.Slot, isNew: Bool) {
        var metadata: Logger.Metadata = [
            "app": "\(self.app)", "kind": "\(slot.kind.rawValue)", "period": "\(slot.period.text)",
            "outcome": "\(outcome.name)",
        ]
        switch outcome {
        case .new(let number, let rowCount):
            metadata["report"] = "\(number)"
            metadata["rows"] = "\(rowCount)"
            self.logger.info("A report came from App Store Connect.", metadata: metadata)
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
