import AppStore
import Ledger
import PurserService
import PurserTesting
import Testing

@Suite struct AuditLogTests {
    private static let ambient = Ambient(now: { Sample.beginning }, randomBytes: { Sample.bytes($0, seed: 9) })

    /// Five entries, the second and fourth with a reason, and the head of the log.
    private static func written() async throws -> (entries: [AuditEntry], head: AuditHead) {
        let repository = InMemoryRepository()
        let log = AuditLog(repository: repository, ambient: Self.ambient)
        for number in 1...5 {
            _ = try await log.add(
                AuditRecord(
                    by: "ada",
                    .databaseBackup,
                    on: "copy-\(number).db",
                    reason: number % 2 == 0 ? "because \(number)" : nil,
                    details: ["pages": "\(number * 100)"]
                )
            )
        }
        return (
            try await repository.read { view in try view.auditEntries(after: 0, limit: 10) },
            try await repository.read { view in try view.auditHead() }
        )
    }

    private static func flaws(_ entries: [AuditEntry], _ head: AuditHead) -> [AuditFlaw] {
        var chain = AuditChain()
        for entry in entries { chain.take(entry) }
        return chain.finish(head)
    }

    @Test("An action with an external outcome has one entry of its beginning and one of its end")
    func around() async throws {
        let repository = InMemoryRepository()
        let log = AuditLog(repository: repository, ambient: Self.ambient)
        let record = AuditRecord(by: "ada", .databaseBackup, on: "copy.db", reason: "because")
        for failure in [nil, OperationFailure(code: "copy_no_room", detail: "No room.")] {
            _ = try? await log.around(
                record,
                code: { (failure: OperationFailure) in failure.code },
                trouble: { OperationFailure($0) },
                { () throws(OperationFailure) -> Int in
                    if let failure { throw failure }
                    return 1
                }
            )
        }
        let entries = try await repository.read { view in try view.auditEntries(after: 0, limit: 9) }
        #expect(entries.map(\.outcome) == [.begun, .done, .begun, .refused(code: "copy_no_room")])
        #expect(entries.map { $0.details["entry"] } == [nil, "1", nil, "3"])
        #expect(entries.map { $0.reason?.text } == ["because", nil, "because", nil])
        #expect(Self.flaws(entries, try await repository.read { view in try view.auditHead() }) == [])
    }

    @Test("An action with an unknown outcome only has the entry of its beginning")
    func leftOpen() async throws {
        let repository = InMemoryRepository()
        let log = AuditLog(repository: repository, ambient: Self.ambient)
        let record = AuditRecord(by: "ada", .transactionFinish, on: "1")
        let errors: [AppStoreServiceError] = [
            .appStore(.timedOut(.seconds(1))), .appStore(.interrupted), .storage(.unavailable),
            .appStore(.unauthorized),
        ]
        for error in errors {
            _ = try? await log.around(
                record,
                code: { (error: AppStoreServiceError) in error.refusalCode },
                trouble: { AppStoreServiceError.storage($0) },
                { () throws(AppStoreServiceError) -> Int in throw error }
            )
        }
        let entries = try await repository.read { view in try view.auditEntries(after: 0, limit: 9) }
        #expect(
            entries.map(\.outcome) == [.begun, .begun, .begun, .begun, .refused(code: "appstore_unauthorized")]
        )
    }

    @Test("An unchanged log has no flaws, and neither has one that grows during the check")
    func sound() async throws {
        let (entries, head) = try await Self.written()
        #expect(Self.flaws(entries, head) == [])
        #expect(Self.flaws(entries, AuditHead(count: 4, hash: entries[3].hash)) == [])
        #expect(Self.flaws([], .beginning) == [])
    }

    @Test("Every removed entry is detected", arguments: 0..<5)
    func removed(place: Int) async throws {
        var (entries, head) = try await Self.written()
        entries.remove(at: place)
        #expect(!Self.flaws(entries, head).isEmpty)
    }

    @Test("A log that is cut off at its end is detected", arguments: 0..<5)
    func cutOff(count: Int) async throws {
        let (entries, head) = try await Self.written()
        #expect(Self.flaws(Array(entries.prefix(count)), head) == [.cutOff(last: Int64(count), count: 5)])
    }

    @Test("Two swapped entries are detected", arguments: 0..<4)
    func reordered(place: Int) async throws {
        var (entries, head) = try await Self.written()
        entries.swapAt(place, place + 1)
        #expect(!Self.flaws(entries, head).isEmpty)
    }

    @Test("Every changed part of an entry is detected", arguments: Change.allCases)
    func changed(change: Change) async throws {
        var (entries, head) = try await Self.written()
        entries[1] = change.made(to: entries[1])
        let flaws = Self.flaws(entries, head)
        #expect(!flaws.isEmpty)
        #expect(change != .reason || flaws == [.reasonChanged(number: 2)])
        #expect(change != .subject || flaws == [.changed(number: 2)])
    }

    @Test("An entry that is changed and hashed again no longer matches the next one")
    func rewritten() async throws {
        var (entries, head) = try await Self.written()
        let log = InMemoryRepository()
        _ = try await AuditLog(repository: log, ambient: Self.ambient).add(
            AuditRecord(by: "mallory", .databaseRestore, on: "other.db")
        )
        entries[0] = try await log.read { view in try view.auditEntries(after: 0, limit: 1) }[0]
        #expect(Self.flaws(entries, head) == [.brokenBefore(number: 2)])
    }

    @Test("A log with an erased reason has no flaws")
    func erased() async throws {
        var (entries, head) = try await Self.written()
        let entry = entries[1]
        let hash = try #require(entry.reason?.hash)
        entries[1] = Change.with(entry, reason: AuditReason(text: nil, salt: nil, hash: hash))
        #expect(Self.flaws(entries, head) == [])
    }

    @Test("Values with another boundary between them have another hash")
    func boundaries() async throws {
        let (entries, _) = try await Self.written()
        let one = Change.with(entries[0], operatorName: "ab", subject: "c", details: ["x": "yz", "": ""])
        let other = Change.with(entries[0], operatorName: "a", subject: "bc", details: ["xy": "z", "": ""])
        #expect(one.hashedBytes != other.hashedBytes)
    }

    /// A part of an entry that is changed.
    enum Change: CaseIterable {
        case number, at, operatorName, action, subject, reason, reasonHash, reasonGone, details, predecessor, hash

        func made(to entry: AuditEntry) -> AuditEntry {
            let other = AuditHash(Array(repeating: 7, count: 32)) ?? .beginning
            return switch self {
            case .number: Self.with(entry, number: entry.number + 7)
            case .at: Self.with(entry, at: entry.at + .seconds(1))
            case .operatorName: Self.with(entry, operatorName: "eve")
            case .action: Self.with(entry, action: .databaseRestore)
            case .subject: Self.with(entry, subject: "other.db")
            case .reason:
                Self.with(
                    entry,
                    reason: entry.reason.map { AuditReason(text: "so", salt: $0.salt, hash: $0.hash) }
                )
            case .reasonHash:
                Self.with(entry, reason: entry.reason.map { AuditReason(text: $0.text, salt: $0.salt, hash: other) })
            case .reasonGone: Self.with(entry, reason: AuditReason?.none)
            case .details: Self.with(entry, details: [:])
            case .predecessor: Self.with(entry, predecessor: other)
            case .hash: entry.with(hash: other)
            }
        }

        static func with(
            _ entry: AuditEntry,
            number: Int64? = nil,
            at: Instant? = nil,
            operatorName: String? = nil,
            action: AuditAction? = nil,
            subject: String? = nil,
            reason: AuditReason?? = nil,
            details: [String: String]? = nil,
            predecessor: AuditHash? = nil
        ) -> AuditEntry {
            AuditEntry(
                number: number ?? entry.number,
                at: at ?? entry.at,
                operatorName: operatorName ?? entry.operatorName,
                action: action ?? entry.action,
                subject: subject ?? entry.subject,
                reason: reason ?? entry.reason,
                details: details ?? entry.details,
                predecessor: predecessor ?? entry.predecessor,
                hash: entry.hash
            )
        }
    }
}
