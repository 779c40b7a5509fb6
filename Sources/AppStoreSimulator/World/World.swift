public import AppStore
import Synchronization

/// One isolated App Store: apps with their catalogs, customers, a clock that only its owner advances, and a journal of
/// everything that happened.
///
/// A world reads no clock, no random source and no network: the same seed and the same commands produce the same
/// identifiers, certificates and signed bytes. Each command is atomic and may come from any thread. Notifications for
/// an app's server wait in the outbox in the order of their causes.
public final class World: Sendable {
    /// The seed of all random choices, except of keys that have their own seed.
    public let seed: UInt64
    /// The signer of everything that the store signs; a server must trust its root.
    public var signer: StoreSigner { self.look { $0.signer } }
    private let state: Mutex<WorldState>

    /// Creates a world that sells for several apps, each with its catalog.
    ///
    /// Certificates and keys follow from `keySeed`, or from `seed` when `keySeed` is `nil`: the same servers trust all
    /// worlds with the same key seed. Throws ``WorldError`` when an identifier is used twice or there is no app.
    public init(
        seed: UInt64,
        keySeed: UInt64? = nil,
        startingAt start: Timestamp,
        apps: [(app: WorldApp, catalog: WorldCatalog)]
    ) throws {
        guard let first = apps.first else { throw WorldError.unknownApp }
        try Self.requireUnique(apps.map(\.app.bundleId))
        for (_, catalog) in apps {
            try Self.requireUnique(catalog.products.map(\.id))
        }
        let keySeed = keySeed ?? seed
        let certificates = try StoreCertificates(seed: keySeed, startingAtMilliseconds: start.milliseconds)
        self.seed = seed
        self.state = Mutex(
            WorldState(
                signer: StoreSigner(certificates: certificates),
                seed: seed,
                apps: apps.map(\.app),
                keys: apps.indices.map { APIKey(seed: keySeed, app: $0) },
                account: ReportAccount(seed: keySeed),
                catalogs: apps.map(\.catalog),
                now: start.milliseconds,
                faults: FaultRules(seed: seed),
                mint: IdentifierGenerator(seed: seed, environment: first.app.environment)
            )
        )
    }

    /// Creates a world that sells for one app.
    public convenience init(
        seed: UInt64,
        startingAt start: Timestamp,
        app: WorldApp,
        catalog: WorldCatalog
    ) throws {
        try self.init(seed: seed, startingAt: start, apps: [(app, catalog)])
    }

    /// Creates a world from the state of another.
    init(restoring state: WorldState) {
        self.seed = state.seed
        self.state = Mutex(state)
    }

    /// Returns an independent world in the same state.
    public func copy() -> World {
        World(restoring: self.look { $0 })
    }

    /// The certificates that accompany the store's signatures.
    public var certificates: StoreCertificates { self.signer.certificates }

    /// The instant of the world's clock.
    public var now: Timestamp {
        Timestamp(milliseconds: self.look { $0.now })
    }

    /// The apps.
    public var apps: [WorldApp] {
        self.look { $0.apps }
    }

    /// The planned events, the next first.
    public var agenda: [WorldAgendaEntry] {
        self.look { $0.agendaEntries }
    }

    /// Everything that happened, in its order.
    public var journal: [WorldJournalEntry] {
        self.look { state in state.journal.map { state.journalEntry($0) } }
    }

    /// Returns everything that happened from an index of the journal on.
    public func journal(from index: Int) -> [WorldJournalEntry] {
        self.look { state in state.journal.dropFirst(index).map { state.journalEntry($0) } }
    }

    /// Returns a copy of the whole state; the copy is made only when the world changes next.
    func snapshot() -> WorldState {
        self.look { $0 }
    }

    /// Restores an earlier state of this world, including its journal.
    func restore(_ state: WorldState) {
        self.update { $0 = state }
    }

    /// Reads the state.
    func look<Answer: Sendable>(_ question: (WorldState) -> Answer) -> Answer {
        self.state.withLock { question($0) }
    }

    /// Changes the state in one step that cannot fail.
    func update<Answer: Sendable>(_ step: (inout WorldState) -> Answer) -> Answer {
        self.state.withLock { step(&$0) }
    }

    /// Changes the state in one step.
    ///
    /// The step must throw before it changes anything.
    func change<Answer: Sendable>(
        _ step: (inout WorldState) throws(WorldError) -> Answer
    ) throws(WorldError) -> Answer {
        try self.state.withLock { (state: inout WorldState) throws(WorldError) in try step(&state) }
    }

    private static func requireUnique(_ identifiers: [String]) throws(WorldError) {
        var seen: Set<[UInt8]> = []
        for identifier in identifiers {
            guard seen.insert(Array(identifier.utf8)).inserted else { throw .duplicateIdentifier(identifier) }
        }
    }
}
