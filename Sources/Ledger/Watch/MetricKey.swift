/// The key of one series of metrics: a metric, and the labels that the history distinguishes.
///
/// The history has fewer labels than `/metrics`, so that the number of series is limited.
package struct MetricKey: Hashable, Comparable, Sendable {
    /// One label of a series.
    package struct Label: Hashable, Comparable, Sendable {
        /// The label's name, such as `app`.
        package let name: String
        /// Its value.
        package let value: String

        /// Creates a label of these values.
        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }

        /// Orders labels by name and value.
        package static func < (left: Self, right: Self) -> Bool {
            (left.name, left.value) < (right.name, right.value)
        }
    }

    /// The metric's name, such as `purser_notifications_total`.
    package let metric: String
    /// The labels, sorted by name.
    package let labels: [Label]

    /// Creates the key of a metric with these labels, in any order.
    package init(_ metric: String, _ labels: [Label] = []) {
        self.metric = metric
        self.labels = labels.sorted()
    }

    /// Creates the key of a metric with labels by name.
    package init(_ metric: String, _ labels: KeyValuePairs<String, String>) {
        self.init(metric, labels.map { Label($0.key, $0.value) })
    }

    /// Returns the value of a label; `nil` where the series has none of that name.
    package subscript(label: String) -> String? {
        self.labels.first { $0.name == label }?.value
    }

    /// The app of the series; `nil` for the whole server.
    package var app: AppName? { self["app"].map { AppName($0) } }

    /// The series as Prometheus writes it: `purser_notifications_total{app="shop",outcome="recorded"}`.
    package var text: String {
        guard !self.labels.isEmpty else { return self.metric }
        let labels = self.labels.map { label in
            let value = label.value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
                .replacing("\n", with: "\\n")
            return "\(label.name)=\"\(value)\""
        }
        return "\(self.metric){\(labels.joined(separator: ","))}"
    }

    /// Orders series by metric and labels.
    package static func < (left: Self, right: Self) -> Bool {
        left.metric != right.metric
            ? left.metric < right.metric : left.labels.lexicographicallyPrecedes(right.labels)
    }
}

/// The way in which the values of one series are combined over nodes and over time.
package enum MetricKind: String, Hashable, Sendable, CaseIterable {
    /// A number of occurrences in the time: values are added.
    case count
    /// A state at the time: the greatest value is used.
    case gauge

    /// Returns the combination of two values of the same time, or of two consecutive times.
    package func combined(_ one: Double, _ other: Double) -> Double {
        switch self {
        case .count: one + other
        case .gauge: max(one, other)
        }
    }
}
