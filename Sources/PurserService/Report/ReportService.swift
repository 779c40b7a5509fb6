package import AppStore
package import Ledger
import Metrics

/// Keeps Apple's reports, each as it came, and finds them again.
package struct ReportService: Sendable {
    /// The most bytes that a file may have, packed or not.
    package static let maximumByteCount = ReportFile.maximumByteCount
    /// The most reports of one page.
    package static let maximumPageCount = 200
    private static let maximumNameByteCount = 1024

    private let repository: any Repository
    private let audit: AuditLog
    private let ambient: Ambient
    private let accounts: [AppName: ReportAccount]?

    /// A service on a repository.
    ///
    /// - Parameters:
    ///   - repository: Where reports are kept.
    ///   - ambient: The time.
    ///   - accounts: The apps, with what the configuration says of each one's account at App Store Connect; `nil` where
    ///     callers know the apps.
    package init(repository: any Repository, ambient: Ambient, accounts: [AppName: ReportAccount]? = nil) {
        self.repository = repository
        self.audit = AuditLog(repository: repository, ambient: ambient)
        self.ambient = ambient
        self.accounts = accounts
    }

    /// Keeps a report, after every row of it could be read.
    ///
    /// The same text again about the same thing is one report. What a person brings or fetches is entered in the audit
    /// log, unless it changes nothing.
    ///
    /// - Parameters:
    ///   - bytes: The file as it came, packed by gzip or not.
    ///   - name: The name of the file, or the address that it was fetched from.
    ///   - app: The app.
    ///   - expected: What the report must be about; `nil` where the report itself says it.
    ///   - origin: Where it came from.
    ///   - caller: Who brought it.
    /// - Returns: What became of it, once it is on disk.
    /// - Throws: Why nothing of it was kept.
    package func add(
        _ bytes: [UInt8],
        named name: String,
        to app: AppName,
        as expected: ReportRecord.Slot? = nil,
        origin: ReportRecord.Origin,
        by caller: RequestOrigin
    ) async throws(ReportRefusal) -> AddedReport {
        do throws(ReportRefusal) {
            let added = try await self.keep(bytes, name, app, expected, origin, caller)
            Self.count(added.record.slot.kind, added.outcome.rawValue, of: app)
            return added
        } catch {
            Self.count(expected?.kind, "refused", of: app)
            throw error
        }
    }

    /// Reports of an app, the last imported first.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - filter: Which reports.
    ///   - number: Only reports with a smaller number, to go on after a page.
    ///   - limit: The most reports of one page.
    /// - Returns: A page of reports.
    /// - Throws: Why nothing could be read.
    package func reports(
        of app: AppName,
        matching filter: ReportFilter,
        before number: Int64? = nil,
        limit: Int
    ) async throws(ReportRefusal) -> [ReportRecord] {
        _ = try self.account(of: app)
        do throws(RepositoryError) {
            return try await self.repository.reports(of: app, matching: filter, before: number, limit: limit)
        } catch {
            throw .storage(error)
        }
    }

    /// The reports of a kind that count and whose periods begin within a span of days, in the order of their first
    /// days.
    package func current(
        _ kind: ReportKind,
        of app: AppName,
        within days: ClosedRange<CivilDay>
    ) async throws(RepositoryError) -> [ReportRecord] {
        let filter = ReportFilter(kind: kind, begin: days)
        var found: [ReportRecord] = []
        while true {
            let page = try await self.repository.reports(
                of: app,
                matching: filter,
                before: found.last?.number,
                limit: Self.maximumPageCount
            )
            found += page
            guard page.count == Self.maximumPageCount else { break }
        }
        return found.sorted { one, other in
            (one.slot.period.begin, one.number) < (other.slot.period.begin, other.number)
        }
    }

    /// A report by its number.
    package func report(_ number: Int64, of app: AppName) async throws(ReportRefusal) -> ReportRecord {
        _ = try self.account(of: app)
        let found: ReportRecord?
        do throws(RepositoryError) {
            found = try await self.repository.report(number, of: app)
        } catch {
            throw .storage(error)
        }
        guard let found else { throw .unknown(number) }
        return found
    }

    /// The file of a report as it came.
    package func file(of report: ReportRecord, app: AppName) async throws(ReportRefusal) -> [UInt8] {
        let found: [UInt8]?
        do throws(RepositoryError) {
            found = try await self.repository.bytes(ofReport: report.number, of: app)
        } catch {
            throw .storage(error)
        }
        guard let found else { throw .unknown(report.number) }
        return found
    }

    /// A part of the file of a report as it came, counted from 0; `nil` after the last.
    package func part(_ part: Int, of report: ReportRecord, app: AppName) async throws(ReportRefusal) -> [UInt8]? {
        do throws(RepositoryError) {
            return try await self.repository.part(part, ofReport: report.number, of: app)
        } catch {
            throw .storage(error)
        }
    }

    /// Reads a report, unpacked, when this process reads no other.
    ///
    /// - Parameters:
    ///   - report: The report.
    ///   - app: The app.
    ///   - body: Reads the table; it keeps nothing of it, and does not read another report.
    /// - Returns: What the closure returns.
    /// - Throws: Why it cannot be read, or what the closure throws as `ReportRefusal.unreadable`.
    package func read<Answer: Sendable>(
        _ report: ReportRecord,
        of app: AppName,
        _ body: (ReportTable) throws(ReportError) -> Answer
    ) async throws(ReportRefusal) -> Answer {
        try await ReportQueue.shared.run { () async throws(ReportRefusal) -> Answer in
            let text = try ReportFile.text(of: try await self.file(of: report, app: app))
            do throws(ReportError) {
                return try body(try ReportReading.open(text))
            } catch {
                throw .unreadable(error)
            }
        }
    }

    /// Counts a report that came, by what became of it.
    private static func count(_ kind: ReportKind?, _ outcome: String, of app: AppName) {
        Counter(
            label: "purser_reports_total",
            dimensions: [("app", app.rawValue), ("kind", kind?.rawValue ?? "unknown"), ("outcome", outcome)]
        ).increment()
    }

    private func account(of app: AppName) throws(ReportRefusal) -> ReportAccount {
        guard let accounts = self.accounts else { return ReportAccount() }
        guard let account = accounts[app] else { throw .appUnknown(app) }
        return account
    }

    private func keep(
        _ bytes: [UInt8],
        _ name: String,
        _ app: AppName,
        _ expected: ReportRecord.Slot?,
        _ origin: ReportRecord.Origin,
        _ caller: RequestOrigin
    ) async throws(ReportRefusal) -> AddedReport {
        guard (1...Self.maximumNameByteCount).contains(name.utf8.count),
            name.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
        else { throw .nameInvalid }
        let account = try self.account(of: app)
        let file = try await ReportQueue.shared.run { () async throws(ReportRefusal) -> ReportFile in
            try ReportFile(bytes, named: name, of: account, as: expected)
        }
        let report = ReportRecord(
            number: 0,
            slot: file.slot,
            digest: file.digest,
            name: name,
            origin: origin,
            rowCount: file.rowCount,
            byteCount: file.byteCount,
            unknownColumns: file.unknownColumns,
            importedAt: self.ambient.now(),
            importedBy: caller.name
        )
        let entry = origin == .file || caller != .schedule ? self.entry(report, app, caller) : nil
        let putting: ReportStoreResult
        do throws(RepositoryError) {
            putting = try await self.audit.enter(entry) { (putting: ReportStoreResult) in
                putting.hasChanged ? .done : nil
            } by: { () throws(RepositoryError) in
                try await self.repository.put(report, bytes: bytes, of: app)
            }
        } catch {
            throw .storage(error)
        }
        switch putting {
        case .new(let number, let supersedes):
            return AddedReport(
                record: try await self.report(number, of: app),
                isNew: true,
                supersedes: supersedes
            )
        case .known(let number, let supersedes):
            return AddedReport(
                record: try await self.report(number, of: app),
                isNew: false,
                supersedes: supersedes
            )
        }
    }

    private func entry(_ report: ReportRecord, _ app: AppName, _ caller: RequestOrigin) -> AuditRecord {
        let slot = report.slot
        return AuditRecord(
            by: caller.name,
            .reportImport,
            on: "\(slot.kind.rawValue) \(slot.period.text)",
            reason: caller.reason,
            details: ["app": app.rawValue, "name": report.name, "digest": report.digest.hexadecimal]
        )
    }
}

extension ReportStoreResult {
    /// Whether another report counts now than before.
    fileprivate var hasChanged: Bool {
        switch self {
        case .new: true
        case .known(_, let supersedes): supersedes != nil
        }
    }
}

/// What became of a report that was to be kept.
package struct AddedReport: Hashable, Sendable {
    /// The report as it is kept.
    package let record: ReportRecord
    /// Whether its text was not kept for the same slot before.
    package let isNew: Bool
    /// The number of the report whose place it took, if there was one.
    package let supersedes: Int64?

    /// A report of these values.
    package init(record: ReportRecord, isNew: Bool, supersedes: Int64?) {
        self.record = record
        self.isNew = isNew
        self.supersedes = supersedes
    }

    /// What became of it, as lines and metrics name it.
    package var outcome: Outcome {
        if self.supersedes != nil { return .superseding }
        return self.isNew ? .imported : .known
    }

    /// What becomes of a report.
    package enum Outcome: String, Hashable, Sendable, CaseIterable {
        /// It is the first of its slot.
        case imported
        /// It took the place of another.
        case superseding
        /// It was kept before, and nothing has changed.
        case known
    }
}

/// What an app's configuration says of its account at App Store Connect, by which reports of other accounts are
/// refused.
package struct ReportAccount: Hashable, Sendable {
    /// Apple's number of the vendor; `nil` where none is configured.
    package let vendor: String?
    /// The app's SKU, which reports name it by; `nil` where none is configured.
    package let sku: String?

    /// An account of these values.
    package init(vendor: String? = nil, sku: String? = nil) {
        self.vendor = vendor
        self.sku = sku
    }
}
