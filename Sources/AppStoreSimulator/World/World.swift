public import AppStore
import Synchronization

/// One isolated App Store: apps with their catalogs, customers, a clock that only its owner turns, and a memory of
/// everything that happened.
///
/// A world reads no clock, no random source and no network: the same seed and the same commands make the same
/// identifiers, the same certificates and the same signed bytes. Each command is one step that happens whole or not at
/// all, and may come from any thread. What the world wants to tell an app's server waits in the outbox, in the order
/// of its causes.
public final class World: Sendable {
    /// The seed everything random follows from, keys that were given a seed of their own left out.
    public let seed: UInt64
    /// Signs everything the store signs; its root is what a server must trust.
    public var signer: StoreSigner { self.look { $0.signer } }
    private let state: Mutex<WorldState>

    /// A world that sells for several apps, each with its catalog.
    ///
    /// Its certificates and keys follow from `keySeed`, and from `seed` like all the rest when that is absent: worlds
    /// with the same one are trusted by the same servers, whatever happens in them. Throws ``WorldError`` when an
    /// identifier is there twice, or there is no app.
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

    /// A world that sells for one app.
    public convenience init(
        seed: UInt64,
        startingAt start: Timestamp,
        app: WorldApp,
        catalog: WorldCatalog
    ) throws {
        try self.init(seed: seed, startingAt: start, apps: [(app, catalog)])
    }

    /// A world in a state that another has or had.
    init(restoring state: WorldState) {
        self.seed = state.seed
        self.state = Mutex(state)
    }

    /// A world in the same state, which goes its own way from here.
    public func copy() -> World {
        World(restoring: self.look { $0 })
    }

    /// The certificates in everything the store signs.
    public var certificates: StoreCertificates { self.signer.certificates }

    /// The instant of the world's clock.
    public var now: Timestamp {
        Timestamp(milliseconds: self.look { $0.now })
    }

    /// The apps.
    public var apps: [WorldApp] {
        self.look { $0.apps }
    }

    /// What is to happen, the next first.
    public var agenda: [WorldAgendaEntry] {
        self.look { $0.agendaEntries }
    }

    /// Everything that happened, in its order.
    public var journal: [WorldJournalEntry] {
        self.look { state in state.journal.map { state.journalEntry($0) } }
    }

    /// Everything that happened from a place in the journal on, 0 being its beginning.
    public func journal(from index: Int) -> [WorldJournalEntry] {
        self.look { state in state.journal.dropFirst(index).map { state.journalEntry($0) } }
    }

    /// The whole state, as it is; costs nothing until the world goes on.
    func snapshot() -> WorldState {
        self.look { $0 }
    }

    /// Goes back to a state this world had; what happened since has not happened.
    func restore(_ state: WorldState) {
        self.update { $0 = state }
    }

    /// Looks at the state.
    func look<Answer: Sendable>(_ question: (WorldState) -> Answer) -> Answer {
        self.state.withLock { question($0) }
    }

    /// Changes the state in one step that cannot be refused.
    func update<Answer: Sendable>(_ step: (inout WorldState) -> Answer) -> Answer {
        self.state.withLock { step(&$0) }
    }

    /// Changes the state in one step.
    ///
    /// The step decides whether it can happen before it changes anything.
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
