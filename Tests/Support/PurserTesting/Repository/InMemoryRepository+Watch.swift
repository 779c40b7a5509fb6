package import Ledger

extension InMemoryRepository {
    /// Keeps the sample of a node until it is folded.
    package func put(_ sample: NodeSample) async throws(RepositoryError) {
        try self.open { books in books.watch.put(sample) }
    }

    /// The samples that wait, of minutes up to this one.
    package func samples(through minute: Int64) async throws(RepositoryError) -> [NodeSample] {
        try self.open { books in books.watch.samples.filter { $0.sample.minute <= minute } }
    }

    /// Writes rows of the history, removes the samples that they contain, and drops old rows.
    package func fold(
        _ rows: [FigureRow],
        removing samples: [NodeSample],
        droppingBefore rowNumbers: [FigureTier: Int64]
    ) async throws(RepositoryError) {
        try self.open { books in
            books.watch.fold(
                rows,
                removing: samples,
                droppingBefore: rowNumbers,
                limit: FigureHistory.greatestSeriesCount
            )
        }
    }

    /// Rows of the history in one resolution.
    package func figureRows(
        _ tier: FigureTier,
        _ numbers: ClosedRange<Int64>,
        of keys: [FigureKey]?
    ) async throws(RepositoryError) -> [FigureRow] {
        try self.open { books in books.watch.rows(tier, numbers, of: keys) }
    }

    /// Forgets the series of which nothing is known but hours.
    package func dropSilentFigures() async throws(RepositoryError) {
        try self.open { books in books.watch.dropSilent() }
    }

    /// Drops the oldest rows of hours until all rows take no more than so many bytes.
    package func trimFigures(toBytes limit: Int) async throws(RepositoryError) {
        try self.open { books in books.watch.trim(toBytes: limit) }
    }

    /// The series of which there is a history, sorted.
    package func figureKeys() async throws(RepositoryError) -> [FigureKey] {
        try self.open { books in books.watch.kinds.keys.sorted() }
    }

    /// The alarms, silences and notices.
    package func alarmBook() async throws(RepositoryError) -> AlarmBook {
        try self.open { books in books.watch.book }
    }

    /// Changes the alarms, silences and notices.
    package func changeAlarmBook<Outcome: Sendable>(
        _ change: @escaping @Sendable (inout AlarmBook) -> Outcome
    ) async throws(RepositoryError) -> Outcome {
        try self.open { books in books.watch.change(change) }
    }
}
