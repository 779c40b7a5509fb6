import Foundation

/// A measurement and its target.
struct Measurement {
    /// What was measured.
    let name: String
    /// The result, with its unit.
    let measured: String
    /// The target, with its unit.
    let target: String
    /// Whether the target is reached; `nil` for measurements that only serve as a scale for others.
    let isReached: Bool?

    /// Returns a measurement with a target.
    static func judged(_ name: String, _ measured: String, target: String, _ isReached: Bool) -> Self {
        Self(name: name, measured: measured, target: target, isReached: isReached)
    }

    /// Returns a measurement without a target, with which others are compared.
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
    /// The number with one decimal.
    var rounded1: String { String(format: "%.1f", self) }
    /// The number with two decimals.
    var rounded2: String { String(format: "%.2f", self) }
}

extension Duration {
    /// The duration in seconds.
    var seconds: Double {
        Double(self.components.seconds) + Double(self.components.attoseconds) * 1e-18
    }

    /// The duration in milliseconds.
    var milliseconds: Double { self.seconds * 1000 }
}
