package import AppStoreSimulator

/// A random life of an App Store and of the server that listens to it: a world to start from and a list of steps.
///
/// It is a value that says everything: the same program runs the same way, and any step can be left out.
package struct ExplorerProgram: Hashable, Sendable, Codable {
    /// The seed it was written from, which is also the world's.
    package var seed: UInt64
    /// How the store behaves.
    package var profile: String
    /// The days of billing grace, or `nil` when the app grants none.
    package var graceDays: Int?
    /// Whether the server keeps its books in a file.
    package var usesFile: Bool
    /// The customers whose app never speaks with the server.
    package var silentCustomers: [String]
    /// What happens, in its order.
    package var steps: [ExplorerStep]

    /// A program of these parts.
    package init(
        seed: UInt64,
        profile: WorldProfile = .production,
        graceDays: Int? = nil,
        usesFile: Bool = false,
        silentCustomers: [String] = [],
        steps: [ExplorerStep] = []
    ) {
        self.seed = seed
        self.profile = profile.rawValue
        self.graceDays = graceDays
        self.usesFile = usesFile
        self.silentCustomers = silentCustomers
        self.steps = steps
    }

    /// How the store behaves.
    var worldProfile: WorldProfile { WorldProfile(rawValue: self.profile) ?? .production }
}
