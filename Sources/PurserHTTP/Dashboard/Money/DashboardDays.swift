import Ledger
import PurserService

/// Days and months on pages about money.
enum DashboardDays {
    /// Returns an instant within a sentence, in UTC: `2026-03-10 09:00 UTC`.
    static func text(_ instant: Instant) -> String {
        instant.rfc3339.prefix(16).replacing("T", with: " ") + " UTC"
    }

    /// Returns the month of a day: `2026-03`.
    static func month(of day: PacificDay) -> String { String(day.text.prefix(7)) }

    /// Returns the month so many months after another one.
    static func month(_ count: Int, after month: String) -> String? {
        guard let period = ReportPeriod(month, length: .month), case .month(let year, let number) = period else {
            return nil
        }
        let place = year * 12 + number - 1 + count
        return ReportPeriod.month(year: place / 12, month: place % 12 + 1).text
    }

    /// Returns the values of the way to the months around one, and to any other.
    static func months(around month: String, path: (String) -> String) -> [String: Any] {
        var values: [String: Any] = ["month": month, "before": false, "after": false]
        if let before = Self.month(-1, after: month) { values["before"] = ["path": path(before), "month": before] }
        if let after = Self.month(1, after: month) { values["after"] = ["path": path(after), "month": after] }
        return values
    }
}

extension DashboardTable.Page {
    /// Returns a page of rows that are in memory; the cursor is the number of rows before it.
    static func slice<Element>(
        of all: [Element],
        after cursor: String,
        limit: Int,
        _ row: (Element) -> DashboardTable.Row
    ) -> Self {
        let first = min(max(Int(cursor) ?? 0, 0), all.count)
        let end = min(first + limit, all.count)
        return Self(rows: all[first..<end].map(row), next: end < all.count ? "\(end)" : nil)
    }
}
