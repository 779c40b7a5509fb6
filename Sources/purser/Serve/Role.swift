import ArgumentParser

/// What a node does, of all that share one database.
enum Role: String, CaseIterable, ExpressibleByArgument {
    /// Answers Apple and the shop.
    case web
    /// Delivers events, asks Apple, and does what falls due.
    case worker
    /// Both.
    case both

    /// Whether requests of Apple's and the shop's are answered.
    var answers: Bool { self != .worker }
    /// Whether work is done that nobody asks for.
    var works: Bool { self != .web }
}
