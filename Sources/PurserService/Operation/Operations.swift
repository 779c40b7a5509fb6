package import Ledger

/// What operators may do, wherever they do it from: through the server's socket, or on a database that nobody serves.
package struct Operations: Sendable {
    /// Told everything that a piece of work has to say; the last event is a result or a failure.
    package typealias Report = @Sendable (OperationEvent) -> Void

    private let maintenance: DatabaseMaintenance
    private let verification: EvidenceVerification?
    private let healing: LedgerHealing?
    /// Takes down what is done; `nil` where the schema is an older one, which can be copied and looked through all the
    /// same.
    private let audit: AuditLog?

    /// Work on this ledger.
    ///
    /// - Parameters:
    ///   - repository: The ledger, or `nil` where their schema is an older one.
    ///   - maintenance: What copies them and looks through them.
    ///   - apps: The apps whose evidence can be verified.
    ///   - healing: What asks Apple for what is missing; `nil` where nothing of that is to be done.
    ///   - ambient: The ledger's time, by which the audit log is dated.
    ///   - workers: How many processors verification may take.
    package init(
        repository: (any Repository)?,
        maintenance: DatabaseMaintenance,
        apps: [ServedApp],
        healing: LedgerHealing? = nil,
        ambient: Ambient,
        workers: Int
    ) {
        self.maintenance = maintenance
        self.verification = repository.map {
            EvidenceVerification(repository: $0, apps: apps, workers: workers)
        }
        self.healing = healing
        self.audit = repository.map { AuditLog(repository: $0, ambient: ambient) }
    }

    /// Copies the database to a path.
    ///
    /// The audit log names the copy before it is begun, so that none is ever made without a trace, and the copy itself
    /// says where it comes from.
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

    /// Looks through the database and reports everything that is wrong with it.
    package func check(report: @escaping Report) async {
        await Self.run(report) { () throws(OperationFailure) in
            try await self.maintenance.check({ report(.progress($0)) }, { report(.finding($0)) })
        }
    }

    /// Puts every signed object together again and verifies it as on the first day.
    package func verifyEvidence(since: Instant?, report: @escaping Report) async {
        await Self.run(report) { () throws(OperationFailure) in
            guard let verification else {
                throw OperationFailure(
                    code: "database_too_old",
                    detail: "The database was written by an older version; bring it up to date: purser migrate"
                )
            }
            do throws(RepositoryError) {
                return try await verification.run(since: since, report: report)
            } catch {
                throw OperationFailure(error)
            }
        }
    }

    /// Asks Apple for what is missing, for one app or all; with `isStatusOnly` says only how far that has come.
    package func sync(app: AppName?, isStatusOnly: Bool, report: @escaping Report) async {
        await Self.run(report) { () throws(OperationFailure) in
            guard let healing else {
                throw OperationFailure(
                    code: "database_too_old",
                    detail: "The database was written by an older version; bring it up to date: purser migrate"
                )
            }
            return isStatusOnly
                ? try await healing.status(app: app) : try await healing.run(app: app, report: report)
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

/// What can be done with a database as a whole, whatever keeps it.
package struct DatabaseMaintenance: Sendable {
    /// Told how far a piece of work has come.
    package typealias Progress = @Sendable (OperationProgress) -> Void
    /// Told what is not as it should be.
    package typealias Finding = @Sendable (OperationFinding) -> Void

    /// Copies the database to a path; a file that is there is replaced only when the flag says so.
    package let backup: @Sendable (String, Bool, @escaping Progress) async throws(OperationFailure) -> OperationResult
    /// Looks through the database.
    package let check:
        @Sendable (@escaping Progress, @escaping Finding) async throws(OperationFailure) -> OperationResult

    /// Maintenance by these means.
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
