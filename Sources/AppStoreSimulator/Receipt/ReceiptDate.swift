/// Writes instants as receipts do.
enum ReceiptDate {
    /// As app receipts do, such as `2026-03-01T12:00:00Z`.
    ///
    /// Milliseconds are cut off. The text is empty for no instant.
    static func text(_ milliseconds: Int64?) -> String {
        guard let milliseconds else { return "" }
        return Self.day(milliseconds) + "T" + Self.time(milliseconds) + "Z"
    }

    /// As older receipts do: `2012-04-30 15:05:55 Etc/GMT`.
    static func oldText(_ milliseconds: Int64) -> String {
        Self.day(milliseconds) + " " + Self.time(milliseconds) + " Etc/GMT"
    }

    private static func day(_ milliseconds: Int64) -> String {
        let date = CivilDate(milliseconds: milliseconds)
        return Self.digits(date.year, 4) + "-" + Self.digits(date.month, 2) + "-" + Self.digits(date.day, 2)
    }

    private static func time(_ milliseconds: Int64) -> String {
        let second = CivilDate(milliseconds: milliseconds).millisecondOfDay / 1000
        let parts = [second / 3600, second / 60 % 60, second % 60]
        return parts.map { Self.digits($0, 2) }.joined(separator: ":")
    }

    private static func digits(_ number: Int64, _ count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
}
