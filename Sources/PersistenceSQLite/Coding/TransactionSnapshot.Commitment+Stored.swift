import Ledger

extension TransactionSnapshot.Commitment {
    /// Number, count and end, divided by slashes; what is absent is empty.
    ///
    /// Commitments are rare, so they share one column.
    var stored: String {
        [self.periodNumber.map(Int64.init), self.periodCount.map(Int64.init), self.expiresAt?.milliseconds]
            .map { $0.map(String.init) ?? "" }
            .joined(separator: "/")
    }

    /// The commitment that a column holds.
    init(stored text: String) throws(RepositoryError) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw .corrupt }
        var numbers: [Int64?] = []
        for part in parts {
            let number = Int64(part)
            guard number != nil || part.isEmpty else { throw .corrupt }
            numbers.append(number)
        }
        self.init(
            periodNumber: numbers[0].map { Int($0) },
            periodCount: numbers[1].map { Int($0) },
            expiresAt: numbers[2].map(Instant.init(milliseconds:))
        )
    }
}
