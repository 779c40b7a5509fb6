import Synchronization

/// A world of a simulator, with its name, its snapshots, and a queue that runs its commands one at a time.
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
    /// The queue that runs one command at a time.
    let queue = CommandQueue()
    private let template: WorldState
    private let keeping = Mutex(Keeping())

    /// Creates a hosted world; `reset()` returns to its current state.
    init(name: String, world: World) {
        self.name = name
        self.world = world
        self.template = world.snapshot()
    }

    /// The names of its snapshots.
    var snapshots: [String] { self.keeping.withLock { $0.snapshots.keys.sorted() } }

    /// The speed of the world's clock as a multiple of the wall clock; 0 when the clock stands still.
    var rate: Double {
        get { self.keeping.withLock { $0.rate } }
        set { self.keeping.withLock { $0.rate = newValue } }
    }

    /// The world's own port, if it has one.
    var port: Int? {
        get { self.keeping.withLock { $0.port } }
        set { self.keeping.withLock { $0.port = newValue } }
    }

    /// Whether the world has been deleted and its port must be closed.
    var isDeleted: Bool {
        get { self.keeping.withLock { $0.isDeleted } }
        set { self.keeping.withLock { $0.isDeleted = newValue } }
    }

    /// Saves the state as a snapshot of this name.
    func keep(as name: String) {
        let state = self.world.snapshot()
        self.keeping.withLock { $0.snapshots[name] = state }
    }

    /// Restores a snapshot; returns whether it exists.
    func goBack(to name: String) -> Bool {
        guard let state = self.keeping.withLock({ $0.snapshots[name] }) else { return false }
        self.world.restore(state)
        return true
    }

    /// Restores the initial state.
    func reset() {
        self.world.restore(self.template)
    }
}

/// A queue that runs commands one after the other, in the order of arrival, each to completion.
///
/// A command can advance a world's clock and wait for deliveries on the way; two at once would mix their notifications.
actor CommandQueue {
    private var last: Task<Void, Never>?

    /// Runs a command after all earlier ones have ended.
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
