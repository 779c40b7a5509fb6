import AppStore
import Ledger
import Logging
import PersistenceSQL
import PersistenceSQLite
import PurserService
import PurserTesting
import Synchronization
import Testing
import purser

/// What commands say of a database that an earlier version wrote: this version's, to a version that has one step more.
@Suite struct OlderDatabaseTests {
    private static let next = SQLiteSchema.current.followed(
        by: SQLiteSchema.Step(
            number: "0099",
            summary: "Adds things.",
            wholeTables: ["snapshot"],
            script: "CREATE TABLE next_thing (id INTEGER PRIMARY KEY) STRICT"
        )
    )

    private static let schema = OperationResult.Field("schema", .text(SQLiteSchema.current.version))

    private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    private let folder: TemporaryFolder
    private let path: String

    /// Makes a closed database with one purchase.
    init() async throws {
        self.folder = try TemporaryFolder()
        self.path = self.folder.path + "/purser.db"
        let repository = try SQLiteRepository(path: self.path, logger: Self.logger) { _ in }
        _ = try await repository.record(Sample.notification(1, about: Sample.period("1", of: "1")))
        await repository.close()
    }

    private func plan(_ schema: SQLiteSchema) throws -> MigrationPlanText {
        let plan = try SQLiteMaintenance(path: self.path, ownership: .taken, schema: schema).plan()
        return MigrationPlanText(plan, path: self.path)
    }

    @Test("The plan names each step, the rows that it goes through, and how much room it needs")
    func plan() throws {
        let text = try self.plan(Self.next)
        let lines = text.lines
        #expect(lines.first?.hasPrefix("\(self.path): schema \(SQLiteSchema.current.version), ") == true)
        #expect(lines.dropFirst().first == "0099  Adds things.")
        #expect(lines.contains("      snapshot: 1 row"))
        #expect(lines.last?.hasPrefix("Needs at most ") == true)
        let step = [
            OperationResult.Field("number", .text("0099")), OperationResult.Field("summary", .text("Adds things.")),
        ]
        #expect(text.fields.contains(OperationResult.Field("isCurrent", .flag(false))))
        #expect(text.fields.contains(Self.schema))
        #expect(text.fields.contains(OperationResult.Field("steps", .list([step]))))
    }

    @Test("What is up to date, and what is not there yet, is said in a line")
    func nothingToDo() async throws {
        #expect(try self.plan(.current).lines == ["\(self.path): schema \(SQLiteSchema.current.version), up to date."])
        await (try SQLiteRepository(path: self.path, schema: Self.next, logger: Self.logger) { _ in }).close()
        let text = try self.plan(Self.next)
        #expect(text.lines == ["\(self.path): schema 0099, up to date."])
        #expect(text.fields.contains(OperationResult.Field("isCurrent", .flag(true))))
        let fresh = MigrationPlanText(.fresh, path: "p").lines
        #expect(fresh == ["p: there is no database yet; the command creates one."])
    }

    @Test("What needs the newest schema is refused with the command that helps, and with 65")
    func refused() async throws {
        do throws(SQLiteOpenError) {
            _ = try SQLiteRepository(
                path: self.path,
                schema: Self.next,
                policy: .requireCurrent,
                logger: Self.logger
            ) { _ in }
            Issue.record("It was opened.")
        } catch {
            #expect(error == .olderSchema(path: self.path))
            #expect(error.description.hasSuffix(": purser migrate"))
            #expect(ExitStatus(code: error.code) == .badData)
        }
        let operations = try self.operations()
        for work in [Self.verify, Self.sync] {
            let failure = try #require(await Self.last(of: operations, work).failure)
            #expect(failure.code == "database_too_old" && failure.detail.contains("purser migrate"))
        }
    }

    @Test("It can be copied and looked through all the same")
    func copied() async throws {
        let operations = try self.operations()
        let copy = self.folder.path + "/copy.db"
        for work in [Self.backup(to: copy), Self.check] {
            let result = try #require(await Self.last(of: operations, work).result)
            #expect(result.isClean)
            #expect(result.fields.contains(Self.schema))
        }
    }

    // MARK: Operations

    private typealias Work = @Sendable (Operations, @escaping Operations.Report) async -> Void

    private static let verify: Work = { operations, report in
        await operations.verifyEvidence(since: nil, report: report)
    }
    private static let sync: Work = { operations, report in
        await operations.sync(app: nil, isStatusOnly: true, report: report)
    }
    private static let check: Work = { operations, report in await operations.check(report: report) }

    private static func backup(to path: String) -> Work {
        { operations, report in
            await operations.backup(to: path, replacing: false, by: "ops", reason: nil, report: report)
        }
    }

    /// The operations of a command on a file whose ledger it cannot open.
    private func operations() throws -> Operations {
        let file = try SQLiteMaintenance(path: self.path, ownership: .taken, schema: Self.next)
        return Operations(
            repository: nil,
            maintenance: .sqlite(file, isServed: false),
            apps: [],
            ambient: Ambient(now: { Sample.beginning }, randomBytes: { Sample.bytes($0, seed: 5) }),
            workers: 1
        )
    }

    /// What a piece of work ends with.
    private static func last(
        of operations: Operations,
        _ work: Work
    ) async -> (result: OperationResult?, failure: OperationFailure?) {
        let events = Mutex([OperationEvent]())
        await work(operations) { event in events.withLock { $0.append(event) } }
        return switch events.withLock({ $0.last }) {
        case .result(let result)?: (result, nil)
        case .failure(let failure)?: (nil, failure)
        default: (nil, nil)
        }
    }
}
