package import Ledger

/// The operations that operators start, through the server's socket or on a database that no server uses.
package struct Operations: Sendable {
    /// Receives every event of an operation; the last one is a result or a failure.
    package typealias Report = @Sendable (OperationEvent) -> Void

    private let maintenance: DatabaseMaintenance
    private let verification: EvidenceVerification?
    private let healing: LedgerHealing?
    private let figures: FigureService?
    /// The audit log; `nil` if the schema is an older one, which can be copied and checked nevertheless.
    private let audit: AuditLog?

    /// Creates the operations on this ledger.
    ///
    /// - Parameters:
    ///   - repository: The ledger, or `nil` if its schema is an older one.
    ///   - maintenance: Copies and checks the database.
    ///   - apps: The apps whose evidence can be verified.
    ///   - healing: Asks Apple for what is missing; `nil` if that is not available.
    ///   - figures: Rebuilds figures; `nil` if that is not available.
    ///   - ambient: The ledger's time, which dates the audit log.
    ///   - workers: The number of processors that verification may use.
    package init(
        repository: (any Repository)?,
        maintenance: DatabaseMaintenance,
        apps: [ServedApp],
        healing: LedgerHealing? = nil,
        figures: FigureService? = nil,
        ambient: Ambient,
        workers: Int
    ) {
        self.maintenance = maintenance
        self.verification = repository.map {
            EvidenceVerification(repository: $0, apps: apps, workers: workers)
        }
        self.healing = healing
        self.figures = figures
        self.audit = repository.map { AuditLog(repository: $0, ambient: ambient) }
    }

    /// Copies the database to a path.
    ///
    /// The audit log names the copy before it begins, so that every copy has an entry, and the copy itself contains its
    /// origin.
    package func backup(
        to path: String,
        replacing: Bool,
        by operatorName: String,
        reason: String?,
        report: @escaping Report
    ) async {
        await Self.run(report) { () throws(OperationFailure) in
            guard let audit else { return try await self.maintenance.backup(path, replacing) { report(.progress($0)) } }
            let record = AuditRecord(by: operatorName, .databaseBackup, on: path, reason: reason)
            return try await audit.around(
                record,
                code: { (failure: OperationFailure) in failure.code },
                trouble: { OperationFailure($0) },
                { () throws(OperationFailure) -> OperationResult in
                    try await self.maintenance.backup(path, replacing) { report(.progress($0)) }
                }
            )
        }
    }

    /// Checks the database and reports every problem.
    package func check(report: @escaping Report) async {
        await Self.run(report) { () throws(OperationFailure) in
            try await self.maintenance.check({ report(.progress($0)) }, { report(.finding($0)) })
        }
    }

    /// Reassembles every signed object and verifies it like new evidence.
    package func verifyEvidence(since: Instant?, report: @escaping Report) async {
        await Self.run(report) { () throws(OperationFailure) in
            guard let verification else {
                throw OperationFailure(
                    code: "database_too_old",
                    detail: "The database was written by an older version; migrate it: purser migrate"
                )
            }
            do throws(RepositoryError) {
                return try await verification.run(since: since, report: report)
            } catch {
                throw OperationFailure(error)
            }
        }
    }

    /// Asks Apple for what is missing, for one app or all; with `isStatusOnly` only returns the progress.
    package func sync(app: AppName?, isStatusOnly: Bool, report: @escaping Report) async {
        await Self.run(report) { () throws(OperationFailure) in
            guard let healing else {
                throw OperationFailure(
                    code: "database_too_old",
                    detail: "The database was written by an older version; migrate it: purser migrate"
                )
            }
            return isStatusOnly
                ? try await healing.status(app: app) : try await healing.run(app: app, report: report)
        }
    }

    /// Counts the figures of one app or all apps anew from the ledger, reports every difference and corrects it.
    package func rebuildFigures(app: AppName?, report: @escaping Report) async {
        await Self.run(report) { () throws(OperationFailure) in
            guard let figures else {
                throw OperationFailure(
                    code: "database_too_old",
                    detail: "The database was written by an older version; migrate it: purser migrate"
                )
            }
            do throws(RepositoryError) {
                return try await figures.rebuild(app: app, report: report)
            } catch {
                throw OperationFailure(error)
            }
        }
    }

    private static func run(
        _ report: Report,
        _ work: () async throws(OperationFailure) -> OperationResult
    ) async {
        do throws(OperationFailure) {
            report(.result(try await work()))
        } catch {
            report(.failure(error))
        }
    }
}

/// The operations on a database as a whole, whatever its kind.
package struct DatabaseMaintenance: Sendable {
    /// Receives the progress of an operation.
    package typealias Progress = @Sendable (OperationProgress) -> Void
    /// Receives a problem that an operation found.
    package typealias Finding = @Sendable (OperationFinding) -> Void

    /// Copies the database to a path; an existing file is replaced only if the flag says so.
    package let backup: @Sendable (String, Bool, @escaping Progress) async throws(OperationFailure) -> OperationResult
    /// Checks the database.
    package let check:
        @Sendable (@escaping Progress, @escaping Finding) async throws(OperationFailure) -> OperationResult

    /// Creates maintenance of these operations.
    package init(
        backup:
            @escaping @Sendable (
                String, Bool, @escaping Progress
            ) async throws(OperationFailure) -> OperationResult,
        check:
            @escaping @Sendable (
                @escaping Progress, @escaping Finding
            ) async throws(OperationFailure) -> OperationResult
    ) {
        self.backup = backup
        self.check = check
    }
}
