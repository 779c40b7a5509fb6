import Ledger

/// The journal of days as CSV, made part by part: `date,account,debit,credit,currency,product,storefront,source`.
///
/// Days with a report are booked from it, days without from the estimate. Deferred revenue of the year before is read
/// from reports too, as far as they are kept.
package struct JournalFile: Sendable {
    private var reading: JournalReading
    private let names: [JournalAccount: String]
    private var hasHead = false

    /// A file of what is read, with what bookkeeping calls the accounts; the others have their own names.
    init(_ reading: JournalReading, names: [JournalAccount: String]) {
        self.reading = reading
        self.names = names
    }

    /// Returns the next part of the file, or `nil` after the last.
    package mutating func next() async throws(ProceedsError) -> [UInt8]? {
        guard self.hasHead else {
            self.hasHead = true
            let head = ["date", "account", "debit", "credit", "currency", "product", "storefront", "source"]
            return Array(CSVText.line(head).utf8)
        }
        guard let day = try await self.reading.next() else { return nil }
        return Array(day.entries.map { self.line($0, on: day.day) }.joined().utf8)
    }

    private func line(_ entry: JournalDay.Entry, on day: PacificDay) -> String {
        CSVText.line([
            day.text,
            CSVText.guarded(self.names[entry.account] ?? entry.account.rawValue),
            entry.debitMilliunits == 0 ? "" : DecimalText.amount(entry.debitMilliunits),
            entry.creditMilliunits == 0 ? "" : DecimalText.amount(entry.creditMilliunits),
            entry.line.currency,
            CSVText.guarded(entry.line.product.rawValue),
            entry.line.country,
            entry.line.source,
        ])
    }
}
