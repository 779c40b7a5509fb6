package import Ledger

extension ForwardingRepository {
    package func put(_ sample: NodeSample) async throws(RepositoryError) {
        try await self.base.put(sample)
    }

    package func samples(through minute: Int64) async throws(RepositoryError) -> [NodeSample] {
        try await self.base.samples(through: minute)
    }

    package func aggregate(
        _ rows: [MetricRow],
        removing samples: [NodeSample],
        droppingBefore rowNumbers: [MetricResolution: Int64]
    ) async throws(RepositoryError) {
        try await self.base.aggregate(rows, removing: samples, droppingBefore: rowNumbers)
    }

    package func metricRows(
        _ resolution: MetricResolution,
        _ numbers: ClosedRange<Int64>,
        of keys: [MetricKey]?
    ) async throws(RepositoryError) -> [MetricRow] {
        try await self.base.metricRows(resolution, numbers, of: keys)
    }

    package func dropSilentMetrics() async throws(RepositoryError) {
        try await self.base.dropSilentMetrics()
    }

    package func trimMetrics(toBytes limit: Int) async throws(RepositoryError) {
        try await self.base.trimMetrics(toBytes: limit)
    }

    package func metricKeys() async throws(RepositoryError) -> [MetricKey] {
        try await self.base.metricKeys()
    }

    package func alarmRecords() async throws(RepositoryError) -> AlarmRecords {
        try await self.base.alarmRecords()
    }

    package func changeAlarmRecords<Outcome: Sendable>(
        _ change: @escaping @Sendable (inout AlarmRecords) -> Outcome
    ) async throws(RepositoryError) -> Outcome {
        try await self.base.changeAlarmRecords(change)
    }
}

extension ForwardingRepository {
    package func periods(
        endedWithin span: Range<Instant>,
        of app: AppName,
        environment: StoreEnvironment,
        limit: Int
    ) async throws(RepositoryError) -> EndedPeriods {
        try await self.base.periods(endedWithin: span, of: app, environment: environment, limit: limit)
    }

    package func subscription(
        near place: Double,
        of app: AppName,
        environment: StoreEnvironment,
        endingWithin span: Range<Instant>,
        at now: Instant
    ) async throws(RepositoryError) -> OriginalTransactionID? {
        try await self.base.subscription(
            near: place,
            of: app,
            environment: environment,
            endingWithin: span,
            at: now
        )
    }

    package func sandboxCustomerCount(
        of app: AppName,
        since instant: Instant
    ) async throws(RepositoryError) -> Int {
        try await self.base.sandboxCustomerCount(of: app, since: instant)
    }

    package func databaseBytes() async throws(RepositoryError) -> Int64? {
        try await self.base.databaseBytes()
    }
}
