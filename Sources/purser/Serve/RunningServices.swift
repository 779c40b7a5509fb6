import ServiceLifecycle
import Synchronization

/// The services of a server that have not ended yet.
final class RunningServices: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    /// None yet.
    init() {}

    /// The names of those that run, sorted.
    var names: [String] { self.counts.withLock { $0.keys.sorted() } }

    /// Does work under a name, which is among the others as long as it lasts.
    func run<Outcome>(_ name: String, _ work: () async throws -> Outcome) async rethrows -> Outcome {
        self.counts.withLock { $0[name, default: 0] += 1 }
        defer {
            self.counts.withLock { counts in
                let left = counts[name, default: 1] - 1
                counts[name] = left == 0 ? nil : left
            }
        }
        return try await work()
    }

    /// A service's name: its type, without what it is made of.
    static func name(of service: any Service) -> String {
        String("\(type(of: service))".prefix { $0 != "<" })
    }
}
