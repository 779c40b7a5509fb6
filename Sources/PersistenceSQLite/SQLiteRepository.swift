import Foundation
import GRDB
package import Ledger
package import Logging
import Synchronization

/// The repository in one SQLite file.
///
/// One process owns the file. One connection writes, in group commits on a thread of its own; a few others read, each on
/// the caller's thread, because a read takes less time than a change of threads.
package final class SQLiteRepository: Repository {
    /// How many chains are marked for asking in one step, which takes some milliseconds.
    private static let askingStep = 10_000

    /// The path of the file.
    package let path: String

    private let file: Mutex<DatabaseFile?>
    private let queue: WriteQueue
    private let readers: [DatabaseQueue]
    private let nextReader = Atomic<Int>(0)
    private let isClosed = Atomic<Bool>(false)
    private let vocabulary = Vocabulary()
    private let logger: Logger

    /// Opens the file.
    ///
    /// - Parameters:
    ///   - path: Where the file is; its lock and logs lie beside it.
    ///   - policy: What becomes of a file that is not there or not up to date.
    ///   - logger: Where to tell what an operator should know.
    ///   - onFatal: Called once when a write reached the disk in an unknown state. The process must then stop.
    /// - Throws: Why the file could not be opened.
    package init(
        path: String,
        policy: SchemaPolicy = .migrate,
        logger: Logger,
        onFatal: @escaping @Sendable (RepositoryError) -> Void
    ) throws(SQLiteOpenError) {
        let readerCount = ProcessInfo.processInfo.activeProcessorCount
        let file = try DatabaseFile(path: path, policy: policy, readerCount: readerCount, logger: logger)
        self.path = path
        self.logger = logger
        self.readers = file.readers
        let identities = file.identities
        self.queue = WriteQueue(
            writer: file.writer,
            isInPlace: { identities.allSatisfy { FileIdentity(path: $0.path) == $0.identity } },
            logger: logger,
            onFatal: onFatal
        )
        self.file = Mutex(file)
        self.queue.start()
    }

    /// What the writer has done since opening.
    package var statistics: WriteStatistics { self.queue.statistics }

    /// Records one unit, and returns when all of it is on disk.
    package func record(_ intake: Intake) async throws(RepositoryError) -> Recorded {
        try await self.queue.write { session in try session.record(intake) }
    }

    /// Keeps evidence without applying it.
    package func hold(_ held: HeldEvidence) async throws(RepositoryError) {
        try await self.queue.write { session in try session.hold(held) }
    }

    /// The held evidence whose time has come, earliest first.
    package func dueHeldEvidence(at now: Instant, limit: Int) async throws(RepositoryError) -> [HeldEvidence] {
        try self.read { session in try session.dueHeldEvidence(at: now, limit: limit) }
    }

    /// When the next held evidence is due.
    package func nextHeldDueAt() async throws(RepositoryError) -> Instant? {
        try self.read { session in try session.nextHeldDueAt() }
    }

    /// Makes held evidence that waits for no instant due.
    package func reviewHeldEvidence(_ reasons: Set<HeldEvidence.Reason>, at now: Instant) async throws(RepositoryError)
    {
        try await self.queue.write { session in
            for reason in reasons { try session.run(.reviewHeld, [.instant(now), .integer(reason.code)]) }
        }
    }

    /// How much evidence is held, by reason; without an entry where none is.
    package func heldCounts() async throws(RepositoryError) -> [HeldEvidence.Reason: Int] {
        try self.read { session in try session.heldCounts() }
    }

    /// Everything that answers about one customer are derived from, the chains by ascending first transaction id.
    package func ledger(
        of customer: CustomerID,
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> CustomerLedger {
        try self.read { session in
            try session.ledger(of: customer, in: ScopeName(app: app, environment: environment))
        }
    }

    /// The chain that a transaction belongs to, or `nil` when the transaction is not known.
    package func chain(
        of transaction: TransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> OwnedChain? {
        try self.read { session in
            try session.chain(of: transaction, in: ScopeName(app: app, environment: environment))
        }
    }

    /// Signed objects in the order they were first recorded.
    package func evidence(
        after position: Int64,
        limit: Int
    ) async throws(RepositoryError) -> [(position: Int64, app: AppName, evidence: SignedEvidence)] {
        try self.read { session in
            try session.evidence(after: position, limit: limit).map { stored in
                (position: stored.position, app: try session.appName(stored.app), evidence: stored.evidence)
            }
        }
    }

    /// The position of the object that was recorded last, or 0 when there is none.
    package func newestEvidencePosition() async throws(RepositoryError) -> Int64 {
        try self.read { session in
            try session.first(.newestEvidence, [.integer(0)]) { row in try row.integer() } ?? 0
        }
    }

    /// One signed object by its digest.
    package func evidence(_ digest: EvidenceDigest, app: AppName) async throws(RepositoryError) -> SignedEvidence? {
        try self.read { session in try session.evidence(digest, app: app) }
    }

    /// The events of a lane after a number, in order.
    package func events(of lane: Lane, after number: Int64, limit: Int) async throws(RepositoryError) -> [Event] {
        try self.read { session in try session.events(of: lane, after: number, limit: limit) }
    }

    /// The chains whose state is to be looked at again, earliest first.
    package func dueChains(at now: Instant, limit: Int) async throws(RepositoryError) -> [DueChain] {
        try self.read { session in try session.dueChains(at: now, limit: limit) }
    }

    /// When the next chain is due.
    package func nextChainDueAt() async throws(RepositoryError) -> Instant? {
        try self.read { session in try session.nextChainDueAt() }
    }

    /// Lets time pass over a chain.
    package func advance(_ chain: DueChain, at now: Instant, catalogue: Catalogue) async throws(RepositoryError) {
        try await self.queue.write { session in try session.advance(chain, at: now, catalogue: catalogue) }
    }

    /// The chains about which Apple is to be asked, earliest first.
    package func chainsToAsk(at now: Instant, limit: Int) async throws(RepositoryError) -> [ChainQuestion] {
        try self.read { session in try session.chainsToAsk(at: now, limit: limit) }
    }

    /// Takes note that Apple was asked about a chain.
    package func answered(
        _ question: ChainQuestion,
        at askedAt: Instant,
        revision: String?,
        access: AccessPolicy
    ) async throws(RepositoryError) {
        try await self.queue.write { session in
            try session.answered(question, at: askedAt, revision: revision, access: access)
        }
    }

    /// Asks about a chain later.
    package func putOff(_ question: ChainQuestion, until: Instant) async throws(RepositoryError) {
        try await self.queue.write { session in try session.putOff(question, until: until) }
    }

    /// Asks about every chain of an app and environment.
    package func askAboutAll(
        of app: AppName,
        environment: StoreEnvironment,
        at now: Instant
    ) async throws(RepositoryError) {
        let name = ScopeName(app: app, environment: environment)
        let newest = try self.read { session in try session.newestOriginal() }
        // Step by step, because customers write meanwhile; who is broken off begins anew, and asks no chain twice.
        for start in stride(from: 1, through: newest, by: Self.askingStep) {
            let numbers = start...(start + Int64(Self.askingStep) - 1)
            try await self.queue.write { session in
                try session.askAboutAll(in: name, numbers: numbers, at: now)
            }
        }
    }

    /// How far Apple's notification history has been read.
    package func history(
        of app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> HistoryProgress {
        try self.read { session in try session.history(in: ScopeName(app: app, environment: environment)) }
    }

    /// Plans the reading of windows.
    package func planHistory(
        of app: AppName,
        environment: StoreEnvironment,
        windows: [HistoryWindow],
        through: Instant,
        deepAt: Instant?
    ) async throws(RepositoryError) {
        try await self.queue.write { session in
            let name = ScopeName(app: app, environment: environment)
            try session.planHistory(in: name, windows: windows, through: through, deepAt: deepAt)
        }
    }

    /// Takes note of how far a window was read.
    package func readHistory(
        _ window: HistoryWindow,
        of app: AppName,
        environment: StoreEnvironment,
        to next: HistoryWindow?,
        count: HistoryCount
    ) async throws(RepositoryError) {
        try await self.queue.write { session in
            let name = ScopeName(app: app, environment: environment)
            try session.readHistory(window, in: name, to: next, count: count)
        }
    }

    /// Which of these notifications are not recorded.
    package func missingNotifications(
        _ uuids: [String],
        of app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> Set<String> {
        try self.read { session in
            try session.missingNotifications(uuids, in: ScopeName(app: app, environment: environment))
        }
    }

    /// Changes what is left of a budget.
    package func changeBudget(
        _ name: BudgetName,
        _ change: @escaping @Sendable (Int64) -> Int64?
    ) async throws(RepositoryError) -> Int64 {
        try await self.queue.write { session in try session.changeBudget(name, change) }
    }

    /// Keeps an order to extend many renewal dates, or what has become of one.
    package func keep(_ order: RenewalExtension) async throws(RepositoryError) {
        try await self.queue.write { session in try session.keep(order) }
    }

    /// The orders to extend renewal dates, newest first.
    package func renewalExtensions(
        of app: AppName,
        environment: StoreEnvironment,
        limit: Int
    ) async throws(RepositoryError) -> [RenewalExtension] {
        try self.read { session in
            try session.renewalExtensions(in: ScopeName(app: app, environment: environment), limit: limit)
        }
    }

    /// Keeps that a renewal date could not be extended.
    package func keep(_ failure: ExtensionFailure) async throws(RepositoryError) {
        try await self.queue.write { session in try session.keep(failure) }
    }

    /// The renewal dates that could not be extended since an order was given.
    package func failures(of order: RenewalExtension, limit: Int) async throws(RepositoryError) -> [ExtensionFailure] {
        try self.read { session in try session.failures(of: order, limit: limit) }
    }

    /// Keeps that an offer was signed, unless that would be more often than a limit allows.
    package func keep(_ signed: SignedOffer, within limit: OfferLimit?) async throws(RepositoryError) -> Bool {
        try await self.queue.write { session in try session.keep(signed, within: limit) }
    }

    /// Takes back that an offer was signed.
    package func takeBack(_ signed: SignedOffer) async throws(RepositoryError) {
        try await self.queue.write { session in try session.takeBack(signed) }
    }

    /// When an offer of a product was signed for a customer since an instant.
    package func signatures(
        of offer: OfferID,
        _ productID: ProductID,
        for customer: CustomerID,
        app: AppName,
        since: Instant
    ) async throws(RepositoryError) -> [Instant] {
        try self.read { session in
            try session.signatures(of: offer, productID, for: customer, app: app, since: since)
        }
    }

    /// Says who is told.
    package func setSinks(_ names: [SinkName], of app: AppName) async throws(RepositoryError) {
        try await self.queue.write { session in try session.setSinks(names, of: app) }
    }

    /// Leases lanes that have something to tell a sink to one worker.
    package func leaseLanes(
        for sink: SinkName,
        of app: AppName,
        at now: Instant,
        until: Instant,
        limit: Int
    ) async throws(RepositoryError) -> [LaneLease] {
        // Whoever waits asks several times a second, and mostly for nothing: that shall not be a commit each time.
        guard try self.read({ session in try session.hasDueLane(for: sink, of: app, at: now) }) else { return [] }
        return try await self.queue.write { session in
            try session.leaseLanes(for: sink, of: app, at: now, until: until, limit: limit)
        }
    }

    /// Takes note of what a sink was told.
    package func acknowledge(
        _ lease: LaneLease,
        through number: Int64,
        until: Instant
    ) async throws(RepositoryError) -> LaneLease.Progress {
        try await self.queue.write { session in try session.acknowledge(lease, through: number, until: until) }
    }

    /// Puts a lane back.
    package func putBack(_ lease: LaneLease, until: Instant) async throws(RepositoryError) {
        try await self.queue.write { session in try session.putBack(lease, until: until) }
    }

    /// Where the audit log ends.
    package func auditHead() async throws(RepositoryError) -> AuditHead {
        try self.read { session in try session.auditHead() }
    }

    /// Adds an entry to the audit log, if it continues the log as it is now.
    package func append(_ entry: AuditEntry) async throws(RepositoryError) -> Bool {
        try await self.queue.write { session in try session.append(entry) }
    }

    /// Entries of the audit log after a number, in order.
    package func auditEntries(after number: Int64, limit: Int) async throws(RepositoryError) -> [AuditEntry] {
        try self.read { session in try session.auditEntries(after: number, limit: limit) }
    }

    /// Fails unless a write would reach the disk now.
    package func probe() async throws(RepositoryError) {
        try await self.queue.write { session in try session.run(.countProbe) }
    }

    /// Finishes what was begun and closes; a second call changes nothing.
    package func close() async {
        await self.queue.close()
        self.isClosed.store(true, ordering: .sequentiallyConsistent)
        let file = self.file.withLock { file in file.take() }
        file?.close(logger: self.logger)
    }

    /// Runs work on the writer's connection within the next commit.
    func write<Outcome: Sendable>(
        _ work: @escaping @Sendable (Session) throws -> Outcome
    ) async throws(RepositoryError) -> Outcome {
        try await self.queue.write(work)
    }

    /// How many connections read.
    var readerCount: Int { self.readers.count }

    /// Runs work on the connection of the next reader, within one snapshot of the database.
    func read<Outcome>(_ work: (Session) throws -> Outcome) throws(RepositoryError) -> Outcome {
        let turn = UInt(bitPattern: self.nextReader.wrappingAdd(1, ordering: .relaxed).oldValue)
        return try self.read(withReader: Int(turn % UInt(self.readers.count)), work)
    }

    /// Runs work on one reader's connection, within one snapshot of the database.
    func read<Outcome>(
        withReader number: Int,
        _ work: (Session) throws -> Outcome
    ) throws(RepositoryError) -> Outcome {
        guard !self.isClosed.load(ordering: .acquiring) else { throw .unavailable }
        do {
            return try self.readers[number].unsafeRead { database in
                let session = Session(database, vocabulary: self.vocabulary)
                try session.run(.beginReading)
                let result = Result { try work(session) }
                try session.run(.commit)
                return try result.get()
            }
        } catch {
            if !(error is RepositoryError) {
                self.logger.error("The database refused a read.", metadata: ["error": "\(error)"])
            }
            throw RepositoryError(reading: error)
        }
    }
}
