import Foundation

/// One measurement beside its target.
struct Measurement {
    /// What was measured.
    let name: String
    /// What came out, with its unit.
    let measured: String
    /// What it should be, with its unit.
    let target: String
    /// Whether it is; `nil` for measurements that only give the others their scale.
    let isReached: Bool?

    /// Returns a measurement that is judged.
    static func judged(_ name: String, _ measured: String, target: String, _ isReached: Bool) -> Self {
        Self(name: name, measured: measured, target: target, isReached: isReached)
    }

    /// Returns a measurement that others are compared with.
    static func scale(_ name: String, _ measured: String) -> Self {
        Self(name: name, measured: measured, target: "", isReached: nil)
    }

    /// The measurement as a line of a table.
    var line: String {
        let verdict = self.isReached.map { $0 ? "reached" : "NOT REACHED" } ?? ""
        return Self.padded(self.name, 58) + Self.padded(self.measured, 26) + Self.padded(self.target, 26) + verdict
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }
}

extension Double {
    /// With one digit behind the point.
    var rounded1: String { String(format: "%.1f", self) }
    /// With two digits behind the point.
    var rounded2: String { String(format: "%.2f", self) }
}

extension Duration {
    /// The same as a number of seconds.
    var seconds: Double {
        Double(self.components.seconds) + Double(self.components.attoseconds) * 1e-18
    }

    /// The same as a number of milliseconds.
    var milliseconds: Double { self.seconds * 1000 }
}
