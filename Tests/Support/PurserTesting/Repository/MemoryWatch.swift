import Ledger

/// The metrics and alarms of `InMemoryRepository`.
struct MemoryWatch: Sendable {
    /// The samples that wait, ordered by minute and node.
    private(set) var samples: [NodeSample] = []
    /// How the values of each series are added up.
    private(set) var kinds: [MetricKey: MetricKind] = [:]
    /// The alarms, silences and notices, ordered by number.
    private(set) var records = AlarmRecords()
    private var bytes: [MetricRow.ID: [UInt8]] = [:]

    /// Stores the sample of a node.
    mutating func put(_ sample: NodeSample) {
        let minute = sample.sample.minute
        let oldest = minute - NodeSample.greatestAge
        self.samples.removeAll {
            $0.node == sample.node && ($0.sample.minute == minute || $0.sample.minute < oldest)
        }
        self.samples.append(sample)
        self.samples.sort { ($0.sample.minute, $0.node.rawValue) < ($1.sample.minute, $1.node.rawValue) }
    }

    /// Writes rows of so many series at most, removes samples and drops rows.
    mutating func aggregate(
        _ rows: [MetricRow],
        removing samples: [NodeSample],
        droppingBefore rowNumbers: [MetricResolution: Int64],
        limit: Int
    ) {
        for row in rows where self.kinds[row.id.key] != nil || self.kinds.count < limit {
            self.kinds[row.id.key] = row.kind
            self.bytes[row.id] = row.bytes
        }
        self.samples.removeAll { known in
            samples.contains { $0.node == known.node && $0.sample.minute == known.sample.minute }
        }
        self.bytes = self.bytes.filter { row in rowNumbers[row.key.resolution].map { row.key.number >= $0 } ?? true }
        self.dropEmpty()
    }

    /// Deletes the series that have only hourly values, except those with a long history.
    mutating func dropSilent() {
        let heard = Set(self.bytes.keys.filter { $0.resolution != .hour }.map(\.key))
        self.bytes = self.bytes.filter { row in
            heard.contains(row.key.key) || MetricHistory.longTermMetrics.contains(row.key.key.metric)
        }
        self.dropEmpty()
    }

    /// Drops the oldest rows of hours until all rows take no more than so many bytes.
    mutating func trim(toBytes limit: Int) {
        while self.bytes.values.reduce(0, { $0 + $1.count + MetricHistory.bytesPerRow }) > limit,
            let oldest = self.bytes.keys.filter({ $0.resolution == .hour }).map(\.number).min()
        {
            self.bytes = self.bytes.filter { $0.key.resolution != .hour || $0.key.number > oldest }
        }
        self.dropEmpty()
    }

    private mutating func dropEmpty() {
        let keys = Set(self.bytes.keys.map(\.key))
        self.kinds = self.kinds.filter { keys.contains($0.key) }
    }

    /// Rows in one resolution, ordered by series and number.
    func rows(_ resolution: MetricResolution, _ numbers: ClosedRange<Int64>, of keys: [MetricKey]?) -> [MetricRow] {
        let found = self.bytes.compactMap { id, bytes -> MetricRow? in
            guard id.resolution == resolution, numbers.contains(id.number), keys?.contains(id.key) ?? true,
                let kind = self.kinds[id.key]
            else { return nil }
            return MetricRow(id, kind, bytes: bytes)
        }
        return found.sorted { $0.id.key == $1.id.key ? $0.id.number < $1.id.number : $0.id.key < $1.id.key }
    }

    /// Changes the alarms, silences and notices.
    mutating func change<Outcome>(_ change: (inout AlarmRecords) -> Outcome) -> Outcome {
        let outcome = change(&self.records)
        self.records.alarms.sort { $0.number < $1.number }
        self.records.silences.sort { $0.number < $1.number }
        self.records.notices.sort { $0.number < $1.number }
        return outcome
    }
}
