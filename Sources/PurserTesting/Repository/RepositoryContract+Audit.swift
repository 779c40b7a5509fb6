import Ledger
import PurserService

extension RepositoryContract {
    static let audit = [
        Behaviour("Entries of the audit log come back in order, as they were written") { subject in
            let repository = subject.repository
            try Self.require(try await repository.auditHead(), is: .beginning, "Nobody has done anything.")
            let log = Self.log(repository)
            let first = try await log.add(
                AuditRecord(by: "ada", .databaseBackup, on: "copy.db", reason: "before the move", details: ["a": "1"])
            )
            let second = try await log.add(AuditRecord(by: "", .init(rawValue: "x.y"), on: "\u{4E2D}\n\u{1}"))
            try Self.require([first.number, second.number], is: [1, 2], "They are counted from 1.")
            try Self.require(second.predecessor, is: first.hash, "The second follows the first.")
            try Self.require(
                try await repository.auditHead(),
                is: AuditHead(count: 2, hash: second.hash),
                "The log ends with the second."
            )
            let reopened = try await subject.reopen?() ?? repository
            try Self.require(
                try await reopened.auditEntries(after: 0, limit: 10),
                is: [first, second],
                "Every part is as it was written."
            )
            try Self.require(try await reopened.auditEntries(after: 0, limit: 1), is: [first], "Within the limit.")
            try Self.require(try await reopened.auditEntries(after: 1, limit: 10), is: [second], "After a number.")
            try Self.require(try await reopened.auditEntries(after: 2, limit: 10), is: [], "And no more.")
            try Self.require(try await Self.log(reopened).flaws(), is: [], "The log holds.")
            await reopened.close()
        },
        Behaviour("An entry that does not continue the log is refused, and nothing changes") { subject in
            let repository = subject.repository
            let log = Self.log(repository)
            let first = try await log.add(AuditRecord(by: "ada", .databaseBackup, on: "1"))
            let head = try await repository.auditHead()
            let stale = [
                first, Self.entry(number: 3, after: first.hash), Self.entry(number: 2, after: .beginning),
                Self.entry(number: 1, after: first.hash),
            ]
            for entry in stale {
                try Self.require(try await !repository.append(entry), "Entry \(entry.number) is stale.")
            }
            try Self.require(try await repository.auditHead(), is: head, "The log is as it was.")
            try Self.require(try await repository.auditEntries(after: 0, limit: 9), is: [first], "With its one entry.")
            try Self.require(
                try await repository.append(Self.entry(number: 2, after: first.hash)),
                "What continues the log is added."
            )
        },
        Behaviour("Many operators at once write one log without a gap") { subject in
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
            let entries = try await repository.auditEntries(after: 0, limit: count * 2)
            try Self.require(entries.map(\.number), is: (1...Int64(count)).map { $0 }, "One after the other.")
            try Self.require(Set(entries.map(\.subject)).count, is: count, "Everybody once.")
            try Self.require(try await Self.log(repository).flaws(), is: [], "The log holds.")
        },
    ]

    private static func log(_ repository: any Repository) -> AuditLog {
        AuditLog(
            repository: repository,
            ambient: Ambient(now: { Sample.beginning }, randomBytes: { Sample.bytes($0, seed: 5) })
        )
    }

    private static func entry(number: Int64, after predecessor: AuditHash) -> AuditEntry {
        AuditEntry(
            number: number,
            at: Sample.beginning,
            operatorName: "ben",
            action: .databaseRestore,
            subject: "copy.db",
            reason: nil,
            details: [:],
            predecessor: predecessor,
            hash: predecessor
        )
    }
}
