import Synchronization

/// Isolated worlds by name: each with its own clock, seed, customers, keys and faults.
public final class Worlds: Sendable {
    /// The name of the world that needs no prefix.
    public static let main = "main"
    /// More worlds than anybody needs, and fewer than a machine can bear.
    private static let limit = 1000

    private let hosted: Mutex<[String: HostedWorld]>
    private let now: @Sendable () -> Int64

    /// A registry with its main world; `now` is the wall clock's instant in milliseconds since 1970, at which new
    /// worlds start unless they are ordered otherwise.
    public init(main world: World, now: @escaping @Sendable () -> Int64) {
        self.hosted = Mutex([Self.main: HostedWorld(name: Self.main, world: world)])
        self.now = now
    }

    /// The world of a name.
    public func world(_ name: String) -> World? { self[name]?.world }

    /// The hosted world of a name.
    subscript(name: String) -> HostedWorld? { self.hosted.withLock { $0[name] } }

    /// All of them, by name.
    var all: [HostedWorld] { self.hosted.withLock { $0.values.sorted { $0.name < $1.name } } }

    /// The wall clock, in seconds since 1970.
    var wallClockSeconds: Int64 { self.now() / 1000 }

    /// Makes a world.
    @discardableResult
    public func create(_ order: WorldConfiguration) throws -> World {
        try self.add(order.name) { try order.world(startingAt: self.now()) }.world
    }

    /// Makes a world that is like another is now.
    @discardableResult
    public func clone(_ name: String, as copy: String) throws -> World {
        guard let original = self[name] else { throw WorldsError.noWorld(name) }
        return try self.add(copy) { original.world.copy() }.world
    }

    /// Ends a world; the main one stays.
    public func delete(_ name: String) throws {
        guard name != Self.main else { throw WorldsError.mainStays }
        guard let world = self.hosted.withLock({ $0.removeValue(forKey: name) }) else {
            throw WorldsError.noWorld(name)
        }
        world.isDeleted = true
    }

    /// Puts a world under a name that must be free and fit for a path.
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

/// Why something cannot be done with the worlds of a simulator.
public enum WorldsError: Error, Hashable, Sendable {
    /// There is no world of this name.
    case noWorld(String)
    /// There is a world of this name already.
    case nameIsTaken(String)
    /// The name does not fit into a path.
    case unfitName(String)
    /// The main world cannot be deleted.
    case mainStays
    /// There are too many worlds.
    case tooMany
    /// There is no snapshot of this name.
    case noSnapshot(String)
    /// The port cannot be listened on.
    case portIsTaken(Int)

    /// A word for programs.
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

    /// A sentence for people.
    public var message: String {
        switch self {
        case .noWorld(let name): "There is no world \(name)."
        case .nameIsTaken(let name): "There is a world \(name) already; delete it first."
        case .unfitName(let name): "\(name) is no name for a world: 1 to 64 letters, digits, hyphens and underscores."
        case .mainStays: "The main world stays; reset it instead."
        case .tooMany: "There are 1000 worlds; delete one first."
        case .noSnapshot(let name): "The world has no snapshot \(name)."
        case .portIsTaken(let port): "The port \(port) cannot be listened on; take another, or 0."
        }
    }
}
