import Crypto
import Foundation
import Ledger
import Notation
package import PersistenceSQLite
package import PurserService

extension DatabaseMaintenance {
    /// Returns the maintenance of an SQLite file; `isServed` says whether a server writes to it at the same time.
    package static func sqlite(_ file: SQLiteMaintenance, isServed: Bool) -> Self {
        Self(
            backup: { path, isReplacing, progress throws(OperationFailure) in
                do throws(MaintenanceError) {
                    let report = try await file.backup(to: path, replacing: isReplacing) { step in
                        progress(OperationProgress(step))
                    }
                    let copy = try Self.file(report.path)
                    // The copy equals the database. It is kept, and the operator gets the findings.
                    let flaws = try Self.auditFlaws(of: copy, report.check)
                    return OperationResult(report.check, path: report.path, flaws: flaws)
                } catch {
                    throw OperationFailure(error)
                }
            },
            check: { progress, finding throws(OperationFailure) in
                do throws(MaintenanceError) {
                    let report = try await file.check(whole: !isServed) { step in progress(OperationProgress(step)) }
                    let flaws = report.flaws.map { OperationFinding(code: $0.code, detail: $0.detail) }
                    let auditFlaws = try Self.auditFlaws(of: file, report)
                    for flaw in flaws + auditFlaws { finding(flaw) }
                    return OperationResult(report, path: file.path, flaws: flaws + auditFlaws)
                } catch {
                    throw OperationFailure(error)
                }
            }
        )
    }

    private static func file(_ path: String) throws(MaintenanceError) -> SQLiteMaintenance {
        do {
            return try SQLiteMaintenance(path: path, ownership: .callers)
        } catch {
            throw .cannotOpen(error)
        }
    }

    /// The number of entries of the audit log that are read at once.
    private static let entriesPerPage = 500

    /// Returns the findings about the audit log of a checked file.
    private static func auditFlaws(
        of file: SQLiteMaintenance,
        _ report: CheckReport
    ) throws(MaintenanceError) -> [OperationFinding] {
        var chain = AuditChain()
        while true {
            let entries = try file.auditEntries(after: chain.number, limit: Self.entriesPerPage)
            for entry in entries { chain.take(entry) }
            if entries.count < Self.entriesPerPage { break }
        }
        return chain.finish(report.auditHead).map { OperationFinding(code: $0.code, detail: $0.description) }
    }
}

extension OperationProgress {
    /// Creates progress for the operator.
    init(_ progress: MaintenanceProgress) {
        let unit =
            switch progress.stage {
            case .copying: "pages"
            case .checking: "tables"
            case .parts: "objects"
            }
        self.init(stage: progress.stage.rawValue, done: progress.done, total: progress.total, unit: unit)
    }
}

extension OperationFailure {
    /// Creates a failure for the operator.
    init(_ error: MaintenanceError) {
        self.init(code: error.code, detail: error.description)
    }
}

extension OperationResult {
    /// Creates the result of a check, for people and scripts.
    ///
    /// The digest is over the rows of every table, so that two databases can be compared.
    init(_ report: CheckReport, path: String, flaws: [OperationFinding]) {
        let counts = report.counts.map { "\($0.table)=\($0.rows)\n" }.joined()
        let digest = Hexadecimal.text(SHA256.hash(data: Data(counts.utf8)).prefix(8))
        var fields = [
            Field("path", .text(path)),
            Field("schema", .text(report.schema)),
            Field("bytes", .number(report.bytes)),
            Field("tables", .number(Int64(report.counts.count))),
            Field("rows", .number(report.counts.map(\.rows).reduce(0, +))),
        ]
        for table in ["evidence", "notification", "customer", "event", "held_evidence"] {
            guard let count = report.counts.first(where: { $0.table == table }) else { continue }
            fields.append(Field(Self.camelCase(table), .number(count.rows)))
        }
        fields.append(Field("countsDigest", .text(digest)))
        fields.append(Field("auditEntries", .number(report.auditHead.count)))
        fields.append(Field("auditHead", .text("\(report.auditHead.hash)")))
        fields.append(Field("flaws", .number(Int64(flaws.count))))
        self.init(isClean: flaws.isEmpty, fields: fields)
    }

    private static func camelCase(_ table: String) -> String {
        let words = table.split(separator: "_")
        return words.prefix(1).joined() + words.dropFirst().map(\.capitalized).joined()
    }
}

extension DatabaseMaintenance {
    /// The failure that refers to PostgreSQL's own tools for copies and checks.
    static let postgreSQL = Self(
        backup: { _, _, _ throws(OperationFailure) in throw Self.elsewhere },
        check: { _, _ throws(OperationFailure) in throw Self.elsewhere }
    )

    private static let elsewhere = OperationFailure(
        code: "database_elsewhere",
        detail: "PostgreSQL copies and checks its databases itself: use pg_basebackup, pg_verifybackup and pg_amcheck."
    )
}
