/// The labels of a metric series, sorted by name.
struct MetricLabels: Hashable, Comparable, Sendable {
    /// A label.
    struct Label: Hashable, Sendable {
        /// The name, valid for Prometheus.
        let name: String
        /// The value.
        let value: String
    }

    /// The labels.
    let labels: [Label]

    /// Creates labels from dimensions; of two with the same name, the last one counts.
    init(_ dimensions: [(String, String)]) {
        var labels: [Label] = []
        for (label, value) in dimensions {
            var name = MetricName(label).description
            // A colon is valid in names of metrics but not of labels.
            if name.utf8.contains(UInt8(ascii: ":")) { name = name.replacing(":", with: "_") }
            let place = labels.firstIndex { $0.name >= name } ?? labels.endIndex
            if place < labels.endIndex, labels[place].name == name {
                labels[place] = Label(name: name, value: value)
            } else {
                labels.insert(Label(name: name, value: value), at: place)
            }
        }
        self.labels = labels
    }

    private init(labels: [Label]) {
        self.labels = labels
    }

    /// The values keyed by name.
    var byName: [String: String] {
        Dictionary(self.labels.map { ($0.name, $0.value) }) { first, _ in first }
    }

    /// Returns labels with the same names, each with this value.
    func overflowing(as value: String) -> Self {
        Self(labels: self.labels.map { Label(name: $0.name, value: value) })
    }

    /// Returns the labels in the text form after a name, with an additional label if given; empty without labels.
    func text(and further: Label? = nil) -> String {
        let all = self.labels + (further.map { [$0] } ?? [])
        guard !all.isEmpty else { return "" }
        return "{" + all.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",") + "}"
    }

    /// Returns the text with backslashes, quotes, and line breaks escaped.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\\\"
            case "\"": escaped += "\\\""
            case "\n": escaped += "\\n"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// Compares names and values in the order in which they are written.
    static func < (left: Self, right: Self) -> Bool {
        left.labels.lexicographicallyPrecedes(right.labels) { ($0.name, $0.value) < ($1.name, $1.value) }
    }
}
