/// How often interesting things were reached.
package struct SometimesCounts: Hashable, Sendable {
    private var counts: [Sometimes: Int] = [:]

    /// Nothing yet.
    package init() {}

    /// How often something was reached.
    package subscript(_ event: Sometimes) -> Int { self.counts[event] ?? 0 }

    /// Counts something.
    package mutating func count(_ event: Sometimes, _ times: Int = 1) {
        self.counts[event, default: 0] += times
    }

    /// Adds what another run reached.
    package mutating func add(_ other: Self) {
        for (event, times) in other.counts { self.count(event, times) }
    }

    /// Everything that was never reached.
    package var never: [Sometimes] { Sometimes.allCases.filter { self[$0] == 0 } }

    /// Every count, on one line.
    package var line: String {
        Sometimes.allCases.map { "\($0.rawValue) \(self[$0])" }.joined(separator: ", ")
    }
}
