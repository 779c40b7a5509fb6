extension Sequence where Element == ReportRecord {
    /// Returns the report of each key that was imported last.
    ///
    /// The same report may be there with a vendor's number and without.
    package func newest<Key: Hashable>(by key: (ReportRecord) -> Key) -> [Key: ReportRecord] {
        Dictionary(self.map { (key($0), $0) }) { $0.number > $1.number ? $0 : $1 }
    }
}
