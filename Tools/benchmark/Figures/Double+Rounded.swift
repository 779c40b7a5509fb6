import Foundation

extension Double {
    /// With one digit behind the point.
    var rounded1: String { String(format: "%.1f", self) }
    /// With two digits behind the point.
    var rounded2: String { String(format: "%.2f", self) }
}
