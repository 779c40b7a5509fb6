import Synchronization

/// A registry of isolated worlds by name, each with its own clock, seed, customers, keys and faults.
public final class Worlds: Sendable {
    /// The name of the world that needs no prefix.
    public static let main = "main"
    /// The maximum number of worlds, which limits memory.
    private static let limit = 1000

    private let hosted: Mutex<[String: HostedWorld]>
    private let now: @Sendable () -> Int64

    /// Creates a registry with its main world.
    ///
    /// `now` returns the wall clock in milliseconds since 1970, the default start of new worlds.
    public init(main world: World, now: @escaping @Sendable () -> Int64) {
        self.hosted = Mutex([Self.main: HostedWorld(name: Self.main, world: world)])
        self.now = now
    }

    /// Returns the world of a name.
    public func world(_ name: String) -> World? { self[name]?.world }

    /// Returns the hosted world of a name.
    subscript(name: String) -> HostedWorld? { self.hosted.withLock { $0[name] } }

    /// All worlds, sorted by name.
    var all: [HostedWorld] { self.hosted.withLock { $0.values.sorted { $0.name < $1.name } } }

    /// The wall clock, in seconds since 1970.
    var wallClockSeconds: Int64 { self.now() / 1000 }

    /// Creates a world.
    @discardableResult
    public func create(_ order: WorldConfiguration) throws -> World {
        try self.add(order.name) { try order.world(startingAt: self.now()) }.world
    }

    /// Creates a copy of a world in its current state.
    @discardableResult
    public func clone(_ name: String, as copy: String) throws -> World {
        guard let original = self[name] else { throw WorldsError.noWorld(name) }
        return try self.add(copy) { original.world.copy() }.world
    }

    /// Deletes a world; the main world cannot be deleted.
    public func delete(_ name: String) throws {
        guard name != Self.main else { throw WorldsError.mainStays }
        guard let world = self.hosted.withLock({ $0.removeValue(forKey: name) }) else {
            throw WorldsError.noWorld(name)
        }
        world.isDeleted = true
    }

    /// Adds a world under a name, which must be free and fit into a path.
    func add(_ name: String, _ make: () throws -> World) throws -> HostedWorld {
        let isPlain = name.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte)
                || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
        }
        guard isPlain, (1...64).contains(name.utf8.count) else { throw WorldsError.unfitName(name) }
        guard self[name] == nil else { throw WorldsError.nameIsTaken(name) }
        let world = HostedWorld(name: name, world: try make())
        return try self.hosted.withLock { hosted in
            guard hosted[name] == nil else { throw WorldsError.nameIsTaken(name) }
            guard hosted.count < Self.limit else { throw WorldsError.tooMany }
            hosted[name] = world
            return world
        }
    }
}

/// An error of an operation on the worlds of a simulator.
public enum WorldsError: Error, Hashable, Sendable {
    /// There is no world of this name.
    case noWorld(String)
    /// A world of this name exists already.
    case nameIsTaken(String)
    /// The name does not fit into a path.
    case unfitName(String)
    /// The main world cannot be deleted.
    case mainStays
    /// The maximum number of worlds is reached.
    case tooMany
    /// There is no snapshot of this name.
    case noSnapshot(String)
    /// The server cannot listen on the port.
    case portIsTaken(Int)

    /// The error code for programs.
    public var code: String {
        switch self {
        case .noWorld: "no_world"
        case .nameIsTaken: "name_is_taken"
        case .unfitName: "unfit_name"
        case .mainStays: "main_stays"
        case .tooMany: "too_many_worlds"
        case .noSnapshot: "no_snapshot"
        case .portIsTaken: "port_is_taken"
        }
    }

    /// The message for people.
    public var message: String {
        switch self {
        case .noWorld(let name): "There is no world \(name)."
        case .nameIsTaken(let name): "A world \(name) exists already; delete it first."
        case .unfitName(let name): "\(name) is no name of a world: 1 to 64 letters, digits, hyphens and underscores."
        case .mainStays: "The main world cannot be deleted; reset it instead."
        case .tooMany: "The limit of 1000 worlds is reached; delete one first."
        case .noSnapshot(let name): "The world has no snapshot \(name)."
        case .portIsTaken(let port): "The server cannot listen on port \(port); use another, or 0."
        }
    }
}
