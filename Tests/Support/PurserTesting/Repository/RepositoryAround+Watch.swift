package import Ledger

extension RepositoryAround {
    package func put(_ sample: NodeSample) async throws(RepositoryError) {
        try await self.base.put(sample)
    }

    package func samples(through minute: Int64) async throws(RepositoryError) -> [NodeSample] {
        try await self.base.samples(through: minute)
    }

    package func fold(
        _ rows: [FigureRow],
        removing samples: [NodeSample],
        droppingBefore rowNumbers: [FigureTier: Int64]
    ) async throws(RepositoryError) {
        try await self.base.fold(rows, removing: samples, droppingBefore: rowNumbers)
    }

    package func figureRows(
        _ tier: FigureTier,
        _ numbers: ClosedRange<Int64>,
        of keys: [FigureKey]?
    ) async throws(RepositoryError) -> [FigureRow] {
        try await self.base.figureRows(tier, numbers, of: keys)
    }

    package func dropSilentFigures() async throws(RepositoryError) {
        try await self.base.dropSilentFigures()
    }

    package func trimFigures(toBytes limit: Int) async throws(RepositoryError) {
        try await self.base.trimFigures(toBytes: limit)
    }

    package func figureKeys() async throws(RepositoryError) -> [FigureKey] {
        try await self.base.figureKeys()
    }

    package func alarmBook() async throws(RepositoryError) -> AlarmBook {
        try await self.base.alarmBook()
    }

    package func changeAlarmBook<Outcome: Sendable>(
        _ change: @escaping @Sendable (inout AlarmBook) -> Outcome
    ) async throws(RepositoryError) -> Outcome {
        try await self.base.changeAlarmBook(change)
    }
}

extension RepositoryAround {
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
