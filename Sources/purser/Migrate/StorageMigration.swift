#if PostgreSQL
import Foundation
package import Ledger
package import PersistencePostgreSQL
import PersistenceSQL
package import PersistenceSQLite
package import PurserService

/// A migration of all data from an SQLite file to a PostgreSQL database, with the same ids and a comparison of both.
///
/// The progress is stored in the database together with the rows, so that the migration can continue after any
/// interruption. The file is only read.
package struct StorageMigration: Sendable {
    /// The amount that is copied in one transaction.
    package struct Portion: Sendable {
        /// The maximum number of rows.
        package let rows: Int
        /// The number of bytes after which no further row is added.
        package let bytes: Int

        /// The default, which takes about a tenth of a second, and a few megabytes of memory on each side.
        package static let usual = Self(rows: 10_000, bytes: 4 << 20)

        /// Creates a portion of so many rows and bytes.
        package init(rows: Int, bytes: Int) {
            self.rows = rows
            self.bytes = bytes
        }
    }

    /// The result of copying, until the database can be opened.
    struct Copy: Sendable {
        var tables = 0
        var rows: Int64 = 0
        var customers: [(app: AppName, customer: CustomerID)] = []
        var differences: [String] = []
    }

    /// The maximum number of differences that are named.
    static let maximumDifferences = 20
    /// The approximate number of customers whose purchases are folded on both sides.
    private static let foldedCustomers: Int64 = 1000

    /// The source, whose lock this process holds.
    let source: StorageMigrationSource
    /// The target database.
    let settings: PostgreSQLSettings
    /// Whether to discard an earlier incomplete migration.
    let restarts: Bool
    /// The amount that is copied in one transaction.
    let portion: Portion
    /// The grace policies by app, on which data derived from chains depend.
    let gracePolicies: [AppName: GracePolicy]
    /// Called with the progress and with findings.
    let report: @Sendable (OperationEvent) -> Void
    /// Called after each step of copying; an error that it throws interrupts the migration.
    let onStep: @Sendable () throws -> Void

    /// Creates a migration of this data.
    package init(
        _ source: StorageMigrationSource,
        to settings: PostgreSQLSettings,
        restarts: Bool = false,
        portion: Portion = .usual,
        gracePolicies: [AppName: GracePolicy] = [:],
        report: @escaping @Sendable (OperationEvent) -> Void = { _ in },
        onStep: @escaping @Sendable () throws -> Void = {}
    ) {
        var settings = settings
        settings.applicationName = "purser-migrate"
        self.source = source
        self.settings = settings
        self.restarts = restarts
        self.portion = portion
        self.gracePolicies = gracePolicies
        self.report = report
        self.onStep = onStep
    }

    /// Migrates the data, and returns the result once servers can open the database.
    ///
    /// If both sides differ, the result says so, and no server opens the database. Canceling the task interrupts the
    /// migration.
    package func run() async throws -> OperationResult {
        let interruption = try PostgreSQLInterruption()
        return try await withTaskCancellationHandler {
            var copy = try await self.source.read { reading in try self.copy(reading, interruption) }
            if copy.differences.isEmpty {
                try await self.fold(&copy)
            }
            let isClean = copy.differences.isEmpty
            if isClean { try await self.open(interruption) }
            for difference in copy.differences.prefix(Self.maximumDifferences) {
                self.report(.finding(OperationFinding(code: "storage_migration_differs", detail: difference)))
            }
            return OperationResult(
                isClean: isClean,
                fields: [
                    .init("tables", .number(Int64(copy.tables))), .init("rows", .number(copy.rows)),
                    .init("customersFolded", .number(Int64(copy.customers.count))),
                    .init("differences", .number(Int64(copy.differences.count))),
                ]
            )
        } onCancel: {
            interruption.close()
        }
    }

    /// Copies the missing rows, completes the tables, and compares every row.
    private func copy(_ reading: StorageMigrationReader, _ interruption: PostgreSQLInterruption) throws -> Copy {
        let target = try StorageMigrationTarget(self.settings, interruption: interruption)
        defer { target.close() }
        let tables = try target.tables(for: reading.tables)
        var copy = Copy()
        copy.tables = tables.count
        copy.customers = try reading.customers(about: Self.foldedCustomers)
        let state = try self.begin(reading, target, tables)
        let total = try tables.map { try reading.count(of: $0.source) }.reduce(0, +)
        var counter = StorageMigrationCounter("copying", total: total)
        for progress in state.values { counter.done += progress.rows }
        copy.rows = counter.total
        if counter.done > 0 {
            let line = "Continuing: \(counter.done) of \(counter.total) rows are there."
            self.report(.line(OperationLine([.init("resumed", .text(line))])))
        }
        for table in tables {
            var progress = state[table.source.name] ?? .init()
            if progress.isDone { continue }
            if table.source.name == "evidence", let dates = try reading.bounds(of: "signed_at", in: "evidence") {
                try target.makeEvidenceParts(dates)
            }
            let rows = try reading.rows(of: table.source, after: progress.key)
            while let portion = try rows.next(self.portion.rows, self.portion.bytes) {
                try reading.checkCancellation()
                progress.rows += Int64(portion.count)
                progress.key = table.key(of: portion)
                try target.write(portion, to: table, progress)
                try self.onStep()
                counter.done += Int64(portion.count)
                self.report(counter.progress)
            }
            progress.isDone = true
            try target.finish(table, progress)
            try self.onStep()
        }
        try target.complete(tables) { done, total in
            try reading.checkCancellation()
            try self.onStep()
            self.report(StorageMigrationCounter("linking", done: done, total: total, unit: "steps").progress)
        }
        try self.compare(reading, target, tables, &copy)
        return copy
    }

    /// Checks the preconditions and returns the progress of each table.
    private func begin(
        _ reading: StorageMigrationReader,
        _ target: StorageMigrationTarget,
        _ tables: [StorageMigrationTable]
    ) throws -> [String: StorageMigrationState.Progress] {
        let state = try target.state(tables)
        if case .taken(let table) = state { throw StorageMigrationError.taken(table: table) }
        try target.requireUnused()
        let identity = try reading.identity()
        var discards = false
        if case .begun(let earlier, let progress) = state, !progress.isEmpty {
            if !self.restarts {
                guard earlier.origin == identity.origin else { throw StorageMigrationError.otherSource }
                guard earlier == identity else { throw StorageMigrationError.changedSource }
                return progress
            }
            discards = true
        }
        // The next steps may take long, and a server that opened the database meanwhile would record data that are then
        // discarded.
        try target.reserve(identity)
        try self.onStep()
        do {
            try self.examine(reading)
            try target.requireUnused()
            try target.begin(identity, tables, discards: discards)
        } catch {
            if !discards { try? target.release() }
            throw error
        }
        try self.onStep()
        return [:]
    }

    /// Finds all obstacles before the first row is copied.
    private func examine(_ reading: StorageMigrationReader) throws {
        let check = try reading.check { step in self.report(.progress(OperationProgress(step))) }
        if let flaw = check.flaws.first { throw MaintenanceError.damaged(path: self.source.path, flaw: flaw.detail) }
    }

    /// Compares every table, row by row and byte for byte.
    private func compare(
        _ reading: StorageMigrationReader,
        _ target: StorageMigrationTarget,
        _ tables: [StorageMigrationTable],
        _ copy: inout Copy
    ) throws {
        var counter = StorageMigrationCounter("comparing", total: copy.rows)
        for table in tables {
            let here = try reading.count(of: table.source)
            let there = try target.count(of: table)
            if here != there {
                copy.differences.append(
                    "\(table.source.name): \(Counted.text(Int(there), "row", "rows")) there, \(here) here"
                )
            }
            let rows = try reading.rows(of: table.source)
            while let portion = try rows.next(self.portion.rows, self.portion.bytes) {
                try reading.checkCancellation()
                copy.differences += try target.differences(portion, in: table)
                counter.done += Int64(portion.count)
                self.report(counter.progress)
                guard copy.differences.count < Self.maximumDifferences else { return }
            }
        }
    }

    /// Allows servers to open the database.
    private func open(_ interruption: PostgreSQLInterruption) async throws {
        try await self.source.read { _ in
            let target = try StorageMigrationTarget(self.settings, interruption: interruption)
            defer { target.close() }
            try target.open()
        }
    }
}

/// The progress of one stage of a migration.
struct StorageMigrationCounter {
    /// The name of the stage.
    let stage: String
    /// The completed amount.
    var done: Int64
    /// The total amount.
    let total: Int64
    /// The unit of the amounts.
    let unit: String

    /// Creates the beginning of a stage.
    init(_ stage: String, done: Int = 0, total: some BinaryInteger, unit: String = "rows") {
        self.stage = stage
        self.done = Int64(done)
        self.total = Int64(total)
        self.unit = unit
    }

    /// The progress as an event.
    var progress: OperationEvent {
        .progress(OperationProgress(stage: self.stage, done: self.done, total: self.total, unit: self.unit))
    }
}
#endif
