import Ledger
import PurserService

extension RepositoryContract {
    static let audit = [
        Behavior("Entries of the audit log come back in order, as they were written") { subject in
            let repository = subject.repository
            try Self.require(
                try await repository.read { view in try view.auditHead() },
                is: .beginning,
                "The log is empty."
            )
            let log = Self.log(repository)
            let first = try await log.add(
                AuditRecord(by: "ada", .databaseBackup, on: "copy.db", reason: "before the move", details: ["a": "1"])
            )
            let second = try await log.add(AuditRecord(by: "", .init(rawValue: "x.y"), on: "\u{4E2D}\n\u{1}"))
            try Self.require([first.number, second.number], is: [1, 2], "They are counted from 1.")
            try Self.require(second.predecessor, is: first.hash, "The second follows the first.")
            try Self.require(
                try await repository.read { view in try view.auditHead() },
                is: AuditHead(count: 2, hash: second.hash),
                "The log ends with the second."
            )
            let reopened = try await subject.reopen?() ?? repository
            try Self.require(
                try await reopened.read { view in try view.auditEntries(after: 0, limit: 10) },
                is: [first, second],
                "Every part is as it was written."
            )
            try Self.require(
                try await reopened.read { view in try view.auditEntries(after: 0, limit: 1) },
                is: [first],
                "Within the limit."
            )
            try Self.require(
                try await reopened.read { view in try view.auditEntries(after: 1, limit: 10) },
                is: [second],
                "After a number."
            )
            try Self.require(
                try await reopened.read { view in try view.auditEntries(after: 2, limit: 10) },
                is: [],
                "And no more."
            )
            try Self.require(try await Self.log(reopened).flaws(), is: [], "The log holds.")
            await reopened.close()
        },
        Behavior("Every entry is logged once, with its number and hash") { subject in
            let repository = subject.repository
            let log = Self.log(repository)
            let actions: [AuditAction] = [.databaseBackup, .keyCreate, .refundAnswer, .customerErase]
            for action in actions { try await log.add(AuditRecord(by: "ada", action, on: "x", reason: "why")) }
            let entries = try await repository.read { view in try view.auditEntries(after: 0, limit: 10) }
            try Self.require(entries.map(\.action), is: actions, "Each is there.")
            try Self.require(
                subject.log.auditNotes,
                is: entries.map(RecordedLog.AuditNote.init),
                "What is logged is what is stored."
            )
        },
        Behavior("Frequent entries that apps cause are stored up to a bound, and the omitted ones are counted") {
            subject in
            let repository = subject.repository
            let log = Self.log(repository)
            let ada = Sample.customer("ada")
            let record = AuditRecord(
                by: "an app",
                .offerSign,
                on: "pro",
                about: AuditDraft.About([ada], of: Sample.app)
            )
            let count = AuditQuota.entriesPerHour + 7
            for _ in 0..<count { try await log.addFrequent(record, in: Sample.app, .production) }
            try Self.require(
                try await repository.read { view in try view.auditHead() }.count,
                is: AuditQuota.entriesPerHour,
                "No more of a kind in an hour."
            )
            try await log.addFrequent(record, in: Sample.app, .sandbox)
            let other = AuditRecord(by: "an app", .walletGrant, on: "key")
            try await log.addFrequent(other, in: Sample.app, .production)
            try await log.add(AuditRecord(by: "ada", .offerSign, on: "by hand"))
            try Self.require(
                try await repository.read { view in try view.auditHead() }.count,
                is: AuditQuota.entriesPerHour + 3,
                "Each environment and each kind has its own, and what a person does has none."
            )
            let reopened = try await subject.reopen?() ?? repository
            let later = Self.log(reopened, at: Sample.beginning + .hours(1))
            for _ in 0..<2 { try await later.addFrequent(record, in: Sample.app, .production) }
            let entries = try await reopened.read { view in
                try view.auditEntries(after: AuditQuota.entriesPerHour + 3, limit: 9)
            }
            try Self.require(entries.map { $0.details["omitted"] }, is: ["7", nil], "The first of the next hour says.")
            let acts = try await reopened.read { view in try view.auditEntries(of: ada, app: Sample.app, limit: 999) }
            try Self.require(acts.count, is: Int(AuditQuota.entriesPerHour) + 3, "Beside those that were entered.")
            try Self.require(
                subject.log.auditNotes.count,
                is: Int(AuditQuota.entriesPerHour) + 5,
                "What is only counted is not logged."
            )
            try Self.require(try await Self.log(reopened).flaws(), is: [], "The log holds.")
            await reopened.close()
        },
        Behavior("An action and what came of it are entered by the transaction that carries the action out") {
            subject in
            let repository = subject.repository
            let log = Self.log(repository)
            let ada = Sample.customer("ada")
            let record = AuditRecord(
                by: "eve",
                .customerBlock,
                on: "shop",
                about: AuditDraft.About([ada], of: Sample.app)
            )
            func block(_ outcome: AuditOutcome?) async throws -> CustomerBlockChange {
                try await log.enter(record) { (kept: CustomerBlockChange) in
                    kept.isNew ? outcome : .nothing
                } by: { () throws(RepositoryError) in
                    let block = CustomerBlock(at: Sample.beginning, by: "eve", reason: "a test")
                    return try await repository.write { unit in try unit.block(ada, block, app: Sample.app) }
                }
            }
            try Self.require(try await block(.done).isNew, "They are blocked.")
            try Self.require(try await !block(.done).isNew, "They were blocked already.")
            _ = try await repository.write { unit in try unit.block(ada, nil, app: Sample.app) }
            try Self.require(try await block(nil).isNew, "An action that is not entered is done all the same.")
            _ = try await repository.write { unit in try unit.block(ada, nil, app: Sample.app) }
            _ = try await block(.refused(code: "by_a_test"))
            let entries = try await repository.read { view in try view.auditEntries(after: 0, limit: 9) }
            try Self.require(
                entries.map(\.outcome),
                is: [.done, .nothing, .refused(code: "by_a_test")],
                "Each has its outcome."
            )
            try Self.require(
                try await repository.read { view in try view.auditEntries(of: ada, app: Sample.app, limit: 9) }.map(
                    \.number
                ),
                is: [3, 2, 1],
                "They are actions on whom they are about."
            )
            let result: Result<CustomerBlockChange, RepositoryError>
            do throws(RepositoryError) {
                result = .success(
                    try await log.enter(record) { (_: CustomerBlockChange) in
                        .done
                    } by: { () throws(RepositoryError) in
                        throw .unavailable
                    }
                )
            } catch {
                result = .failure(error)
            }
            try Self.require(result, is: .failure(.unavailable), "What was not written")
            try Self.require(try await repository.read { view in try view.auditHead() }.count, is: 3, "has no entry.")
            try Self.require(
                subject.log.auditNotes,
                is: entries.map(RecordedLog.AuditNote.init),
                "What is logged is what is stored."
            )
            try Self.require(try await log.flaws(), is: [], "The log holds.")
        },
        Behavior("Many operators at once write one log without a gap") { subject in
            let repository = subject.repository
            let count = 60
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<count {
                    group.addTask {
                        let record = AuditRecord(by: "operator-\(number)", .databaseBackup, on: "\(number)")
                        _ = try await Self.log(repository).add(record)
                    }
                }
                try await group.waitForAll()
            }
            let entries = try await repository.read { view in try view.auditEntries(after: 0, limit: count * 2) }
            try Self.require(entries.map(\.number), is: (1...Int64(count)).map { $0 }, "One after the other.")
            try Self.require(Set(entries.map(\.subject)).count, is: count, "Everybody once.")
            try Self.require(
                subject.log.auditNotes,
                is: entries.map(RecordedLog.AuditNote.init),
                "And is logged as it is stored."
            )
            try Self.require(try await Self.log(repository).flaws(), is: [], "The log holds.")
        },
    ]

    private static func log(_ repository: any Repository, at now: Instant = Sample.beginning) -> AuditLog {
        AuditLog(
            repository: repository,
            ambient: Ambient(now: { now }, randomBytes: { Sample.bytes($0, seed: 5) })
        )
    }
}
