import Ledger

extension MemoryUnit {
    /// Stores the sample of a node until it is aggregated.
    func put(_ sample: NodeSample) throws {
        self.open { memory in memory.watch.put(sample) }
    }

    /// The samples that wait, of minutes up to this one.
    func samples(through minute: Int64) throws -> [NodeSample] {
        self.open { memory in memory.watch.samples.filter { $0.sample.minute <= minute } }
    }

    /// Writes rows of the history, removes the samples that they contain, and drops old rows.
    func aggregate(
        _ rows: [MetricRow],
        removing samples: [NodeSample],
        droppingBefore rowNumbers: [MetricResolution: Int64]
    ) throws {
        self.open { memory in
            memory.watch.aggregate(
                rows,
                removing: samples,
                droppingBefore: rowNumbers,
                limit: MetricHistory.greatestSeriesCount
            )
        }
    }

    /// Rows of the history in one resolution.
    func metricRows(
        _ resolution: MetricResolution,
        _ numbers: ClosedRange<Int64>,
        of keys: [MetricKey]?
    ) throws -> [MetricRow] {
        self.open { memory in memory.watch.rows(resolution, numbers, of: keys) }
    }

    /// Deletes the series that have only hourly values.
    func dropSilentMetrics() throws {
        self.open { memory in memory.watch.dropSilent() }
    }

    /// Drops the oldest rows of hours until all rows take no more than so many bytes.
    func trimMetrics(toBytes limit: Int) throws {
        self.open { memory in memory.watch.trim(toBytes: limit) }
    }

    /// The series of which there is a history, sorted.
    func metricKeys() throws -> [MetricKey] {
        self.open { memory in memory.watch.kinds.keys.sorted() }
    }

    /// The alarms, silences and notices.
    func alarmRecords() throws -> AlarmRecords {
        self.open { memory in memory.watch.records }
    }

    /// Changes the alarms, silences and notices.
    func changeAlarmRecords<Outcome: Sendable>(
        _ change: (inout AlarmRecords) -> Outcome
    ) throws -> Outcome {
        self.open { memory in memory.watch.change(change) }
    }
}
