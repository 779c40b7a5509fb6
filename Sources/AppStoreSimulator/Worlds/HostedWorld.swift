import Synchronization

/// A world among others: with its name, its snapshots, and the queue in which its commands wait for each other.
final class HostedWorld: Sendable {
    private struct Keeping {
        var snapshots: [String: WorldState] = [:]
        var rate = 0.0
        var port: Int?
        var isDeleted = false
    }

    /// The name.
    let name: String
    /// The world.
    let world: World
    /// One command at a time.
    let queue = CommandQueue()
    private let template: WorldState
    private let keeping = Mutex(Keeping())

    /// A world under a name; what it is now is what a reset goes back to.
    init(name: String, world: World) {
        self.name = name
        self.world = world
        self.template = world.snapshot()
    }

    /// The names of its snapshots.
    var snapshots: [String] { self.keeping.withLock { $0.snapshots.keys.sorted() } }

    /// How many times as fast as a wall clock the world's clock runs; 0 when it stands.
    var rate: Double {
        get { self.keeping.withLock { $0.rate } }
        set { self.keeping.withLock { $0.rate = newValue } }
    }

    /// Its own port, where it has one.
    var port: Int? {
        get { self.keeping.withLock { $0.port } }
        set { self.keeping.withLock { $0.port = newValue } }
    }

    /// Whether it has been deleted, and its port is to be closed.
    var isDeleted: Bool {
        get { self.keeping.withLock { $0.isDeleted } }
        set { self.keeping.withLock { $0.isDeleted = newValue } }
    }

    /// Keeps the state under a name.
    func keep(as name: String) {
        let state = self.world.snapshot()
        self.keeping.withLock { $0.snapshots[name] = state }
    }

    /// Goes back to a snapshot; answers whether there was one.
    func goBack(to name: String) -> Bool {
        guard let state = self.keeping.withLock({ $0.snapshots[name] }) else { return false }
        self.world.restore(state)
        return true
    }

    /// Goes back to how it began.
    func reset() {
        self.world.restore(self.template)
    }
}

/// Lets commands run one after the other, in the order they came, each to its end.
///
/// A command turns a world's clock and waits for deliveries on the way; two at once would mix their notifications.
actor CommandQueue {
    private var last: Task<Void, Never>?

    /// Runs a command when all before it have ended.
    func run<Answer: Sendable>(_ command: @escaping @Sendable () async throws -> Answer) async throws -> Answer {
        let previous = self.last
        let task = Task {
            await previous?.value
            return try await command()
        }
        self.last = Task { _ = await task.result }
        return try await task.value
    }
}
