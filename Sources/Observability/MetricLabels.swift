/// The labels of a series, sorted by name.
struct MetricLabels: Hashable, Comparable, Sendable {
    /// One label.
    struct Label: Hashable, Sendable {
        /// Its name, as Prometheus takes it.
        let name: String
        /// Its value.
        let value: String
    }

    /// The labels.
    let labels: [Label]

    /// The labels of these dimensions; of two with one name, the last counts.
    init(_ dimensions: [(String, String)]) {
        var labels: [Label] = []
        for (label, value) in dimensions {
            var name = MetricName(label).description
            // A colon is for names of metrics, not of labels.
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

    /// The values by name.
    var byName: [String: String] {
        Dictionary(self.labels.map { ($0.name, $0.value) }) { first, _ in first }
    }

    /// The same names, each with this value.
    func overflowing(as value: String) -> Self {
        Self(labels: self.labels.map { Label(name: $0.name, value: value) })
    }

    /// The labels as they stand behind a name, with one more where there is one; empty where there is none.
    func text(and further: Label? = nil) -> String {
        let all = self.labels + (further.map { [$0] } ?? [])
        guard !all.isEmpty else { return "" }
        return "{" + all.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",") + "}"
    }

    /// Text with backslashes, quotes and ends of lines escaped.
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

    /// By names and values, as they are written.
    static func < (left: Self, right: Self) -> Bool {
        left.labels.lexicographicallyPrecedes(right.labels) { ($0.name, $0.value) < ($1.name, $1.value) }
    }
}
