/// A row of a table that counts from a day on.
protocol DatedRow {
    /// The first day in Pacific time; `nil` for always.
    var from: PacificDay? { get }
}

extension Sequence where Element: DatedRow {
    /// The row that counts on a day: of those that have begun, the one that began last.
    func latest(on day: PacificDay) -> Element? {
        self.filter { row in row.from.map { $0 <= day } ?? true }
            .max { ($0.from?.number ?? .min) < ($1.from?.number ?? .min) }
    }
}
