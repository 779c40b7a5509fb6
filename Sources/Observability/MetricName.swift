/// A metric's name as Prometheus takes it: letters, digits, underscores and colons, and no digit in front.
///
/// See "Metric names and labels" in the Prometheus data model.
package struct MetricName: Hashable, Sendable, CustomStringConvertible {
    /// The name.
    package let description: String

    /// The name of this label; whatever Prometheus does not take becomes an underscore.
    package init(_ label: String) {
        var name = ""
        for scalar in label.unicodeScalars {
            let isLetter = ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
            let isDigit = ("0"..."9").contains(scalar)
            if isDigit, name.isEmpty { name.append("_") }
            name.unicodeScalars.append(isLetter || isDigit || scalar == "_" || scalar == ":" ? scalar : "_")
        }
        self.description = name.isEmpty ? "_" : name
    }
}
