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
