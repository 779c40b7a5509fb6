package import AppStore
package import Ledger
import Metrics

/// Stores Apple's reports unchanged, and returns them.
package struct ReportService: Sendable {
    /// The maximum size of a file in bytes, compressed or not.
    package static let maximumByteCount = ReportFile.maximumByteCount
    /// The maximum number of reports on a page.
    package static let maximumPageCount = 200
    private static let maximumNameByteCount = 1024

    private let repository: any Repository
    private let audit: AuditLog
    private let ambient: Ambient
    private let accounts: [AppName: ReportAccount]?

    /// Creates a service on a repository.
    ///
    /// - Parameters:
    ///   - repository: The repository of reports.
    ///   - ambient: Provides the time.
    ///   - accounts: The apps with their accounts at App Store Connect; `nil` where callers verify the apps.
    package init(repository: any Repository, ambient: Ambient, accounts: [AppName: ReportAccount]? = nil) {
        self.repository = repository
        self.audit = AuditLog(repository: repository, ambient: ambient)
        self.ambient = ambient
        self.accounts = accounts
    }

    /// Stores a report after reading every one of its rows.
    ///
    /// The same text for the same slot is one report. An import or a fetch is entered in the audit log, unless it
    /// changes nothing.
    ///
    /// - Parameters:
    ///   - bytes: The file, compressed with gzip or not.
    ///   - name: The name of the file, or the address from which it was fetched.
    ///   - app: The app.
    ///   - expected: The slot that the report must have; `nil` where the report itself states it.
    ///   - origin: The origin of the report.
    ///   - caller: The caller, for the audit log.
    /// - Returns: The result, once it is durable.
    /// - Throws: The reason why nothing was stored.
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

    /// Returns reports of an app, the last imported first.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - filter: The filter of the reports.
    ///   - number: Returns only reports with a smaller number, to continue after a page.
    ///   - limit: The maximum number of reports on a page.
    /// - Returns: A page of reports.
    /// - Throws: The reason why the reports could not be read.
    package func reports(
        of app: AppName,
        matching filter: ReportFilter,
        before number: Int64? = nil,
        limit: Int
    ) async throws(ReportRefusal) -> [ReportRecord] {
        _ = try self.account(of: app)
        do throws(RepositoryError) {
            return try await self.repository.read { view in
                try view.reports(of: app, matching: filter, before: number, limit: limit)
            }
        } catch {
            throw .storage(error)
        }
    }

    /// Returns a report by its number.
    package func report(_ number: Int64, of app: AppName) async throws(ReportRefusal) -> ReportRecord {
        _ = try self.account(of: app)
        let found: ReportRecord?
        do throws(RepositoryError) {
            found = try await self.repository.read { view in try view.report(number, of: app) }
        } catch {
            throw .storage(error)
        }
        guard let found else { throw .unknown(number) }
        return found
    }

    /// Returns the original file of a report.
    package func file(of report: ReportRecord, app: AppName) async throws(ReportRefusal) -> [UInt8] {
        let found: [UInt8]?
        do throws(RepositoryError) {
            found = try await self.repository.read { view in try view.bytes(ofReport: report.number, of: app) }
        } catch {
            throw .storage(error)
        }
        guard let found else { throw .unknown(report.number) }
        return found
    }

    /// Returns a part of the original file of a report, counted from 0; `nil` after the last.
    ///
    /// Each part is a read of its own: a file never changes, and a slow client must not hold a view.
    package func part(_ part: Int, of report: ReportRecord, app: AppName) async throws(ReportRefusal) -> [UInt8]? {
        do throws(RepositoryError) {
            return try await self.repository.read { view in try view.part(part, ofReport: report.number, of: app) }
        } catch {
            throw .storage(error)
        }
    }

    /// Reads a report, decompressed; this process reads one at a time.
    ///
    /// - Parameters:
    ///   - report: The report.
    ///   - app: The app.
    ///   - body: Reads the table; it must not keep any of it, nor read another report.
    /// - Returns: The closure's result.
    /// - Throws: The reason why it cannot be read, or the closure's error as `ReportRefusal.unreadable`.
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

    /// Counts a received report by its outcome.
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
        do throws(RepositoryError) {
            return try await self.audit.enter(entry) { (added: AddedReport) in
                added.outcome == .known ? nil : .done
            } by: { () throws(RepositoryError) in
                try await self.repository.write { unit in try unit.add(report, bytes: bytes, to: app) }
            }
        } catch {
            throw .storage(error)
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

extension UnitOfWork {
    /// Stores a report, and returns it as it is stored.
    fileprivate func add(_ report: ReportRecord, bytes: [UInt8], to app: AppName) throws -> AddedReport {
        let (number, isNew, supersedes) =
            switch try self.put(report, bytes: bytes, of: app) {
            case .new(let number, let supersedes): (number, true, supersedes)
            case .known(let number, let supersedes): (number, false, supersedes)
            }
        guard let record = try self.report(number, of: app) else { throw RepositoryError.corrupt }
        return AddedReport(record: record, isNew: isNew, supersedes: supersedes)
    }
}

/// The result of storing a report.
package struct AddedReport: Hashable, Sendable {
    /// The stored report.
    package let record: ReportRecord
    /// Whether the slot had no report with this text.
    package let isNew: Bool
    /// The number of the report that it replaced, if any.
    package let supersedes: Int64?

    /// Creates a result.
    package init(record: ReportRecord, isNew: Bool, supersedes: Int64?) {
        self.record = record
        self.isNew = isNew
        self.supersedes = supersedes
    }

    /// The outcome, as lines and metrics name it.
    package var outcome: Outcome {
        if self.supersedes != nil { return .superseding }
        return self.isNew ? .imported : .known
    }

    /// The outcomes of storing a report.
    package enum Outcome: String, Hashable, Sendable, CaseIterable {
        /// The report is the first of its slot.
        case imported
        /// The report replaced another.
        case superseding
        /// The report was already stored; nothing changed.
        case known
    }
}

/// An app's account at App Store Connect in the configuration; reports of other accounts are rejected.
package struct ReportAccount: Hashable, Sendable {
    /// Apple's vendor number; `nil` where none is configured.
    package let vendor: String?
    /// The app's SKU in reports; `nil` where none is configured.
    package let sku: String?

    /// Creates an account.
    package init(vendor: String? = nil, sku: String? = nil) {
        self.vendor = vendor
        self.sku = sku
    }
}
