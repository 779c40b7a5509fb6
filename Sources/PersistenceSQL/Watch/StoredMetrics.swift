import Ledger

/// Metrics as text: a line for each value of a sample, with cells separated by tabs.
///
/// A tab, a line end and a backslash within a cell are escaped as two characters.
enum StoredMetrics {
    /// Returns the labels of a series, with names and values alternating.
    static func labels(of key: MetricKey) -> String {
        key.labels.map { "\(Self.cell($0.name))\t\(Self.cell($0.value))" }.joined(separator: "\t")
    }

    /// Returns the series of a metric with the labels in a text.
    static func key(_ metric: String, labels: String) throws(RepositoryError) -> MetricKey {
        guard !labels.isEmpty else { return MetricKey(metric) }
        return try Self.key(metric, Self.cells(of: labels[...])[...])
    }

    /// Returns the values of a sample: on each line the kind, the value, the metric and the labels.
    static func text(of sample: MetricSample) -> String {
        sample.values.map { value in
            let cells = "\(value.kind.code)\t\(value.value)\t\(Self.cell(value.key.metric))"
            return value.key.labels.isEmpty ? cells : "\(cells)\t\(Self.labels(of: value.key))"
        }
        .joined(separator: "\n")
    }

    /// Returns the sample of a minute with the values in a text.
    static func sample(_ text: String, minute: Int64) throws(RepositoryError) -> MetricSample {
        var values: [MetricSample.Value] = []
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
            let cells = Self.cells(of: Substring(line))
            guard cells.count >= 3, let code = Int64(cells[0]), let value = Double(cells[1]),
                let kind = MetricKind.allCases.first(where: { $0.code == code })
            else { throw .corrupt }
            let key = try Self.key(try Self.value(of: cells[2]), cells[3...])
            values.append(MetricSample.Value(key, kind, value))
        }
        return MetricSample(minute: minute, values: values)
    }

    private static func key(_ metric: String, _ cells: ArraySlice<Substring>) throws(RepositoryError) -> MetricKey {
        guard cells.count % 2 == 0 else { throw .corrupt }
        var labels: [MetricKey.Label] = []
        for place in stride(from: cells.startIndex, to: cells.endIndex, by: 2) {
            labels.append(MetricKey.Label(try Self.value(of: cells[place]), try Self.value(of: cells[place + 1])))
        }
        return MetricKey(metric, labels)
    }

    /// Returns the cells of a line; compares bytes, because a grapheme cluster may include a tab or line end and the
    /// character before it.
    private static func cells(of line: Substring) -> [Substring] {
        line.utf8.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map { Substring($0) }
    }

    private static func cell(_ value: String) -> String {
        guard value.utf8.contains(where: Self.isWritten) else { return value }
        var cell = ""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\\": cell += "\\\\"
            case "\t": cell += "\\t"
            case "\n": cell += "\\n"
            default: cell.unicodeScalars.append(scalar)
            }
        }
        return cell
    }

    private static func isWritten(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\n")
    }

    private static func value(of cell: Substring) throws(RepositoryError) -> String {
        guard cell.utf8.contains(UInt8(ascii: "\\")) else { return String(cell) }
        var value = ""
        var scalars = cell.unicodeScalars.makeIterator()
        while let scalar = scalars.next() {
            guard scalar == "\\" else {
                value.unicodeScalars.append(scalar)
                continue
            }
            switch scalars.next() {
            case "\\": value += "\\"
            case "t": value += "\t"
            case "n": value += "\n"
            default: throw .corrupt
            }
        }
        return value
    }
}

extension MetricKind: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .count: 1
        case .gauge: 2
        }
    }
}

extension MetricResolution: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .minute: 1
        case .fiveMinutes: 2
        case .hour: 3
        }
    }
}
