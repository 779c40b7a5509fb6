/// A metric's name that is valid for Prometheus: letters, digits, underscores, and colons, without a leading digit.
///
/// See "Metric names and labels" in the Prometheus data model.
package struct MetricName: Hashable, Sendable, CustomStringConvertible {
    /// The name.
    package let description: String

    /// Creates a name from a label; every invalid character becomes an underscore.
    package init(_ label: String) {
        // Nearly all labels are already valid names, and metrics are looked up often.
        if let first = label.utf8.first, !(0x30...0x39).contains(first), label.utf8.allSatisfy(Self.isTaken) {
            self.description = label
            return
        }
        var name = ""
        for scalar in label.unicodeScalars {
            let isLetter = ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
            let isDigit = ("0"..."9").contains(scalar)
            if isDigit, name.isEmpty { name.append("_") }
            name.unicodeScalars.append(isLetter || isDigit || scalar == "_" || scalar == ":" ? scalar : "_")
        }
        self.description = name.isEmpty ? "_" : name
    }

    private static func isTaken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: ":"):
            true
        default: false
        }
    }
}
