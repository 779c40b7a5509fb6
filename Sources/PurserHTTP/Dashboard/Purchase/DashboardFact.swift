import HTTPTypes
import Hummingbird
import Ledger
import PurserService

/// One thing that a page says about its subject: a label, and a value as tables show it.
struct DashboardFact: Sendable {
    /// The key of the label.
    let label: String
    /// The value.
    let cell: DashboardTable.Cell

    /// Creates a fact with a value; `nil` without one, so that it is left out.
    init?(_ label: String, _ cell: DashboardTable.Cell?) {
        guard let cell else { return nil }
        self.label = label
        self.cell = cell
    }

    /// Creates a fact with a text; `nil` without one.
    init?(
        _ label: String,
        _ text: String?,
        link: String? = nil,
        note: String? = nil,
        chip: String? = nil,
        isID: Bool = false
    ) {
        guard let text, !text.isEmpty else { return nil }
        self.init(label, DashboardTable.Cell(text, link: link, note: note, chip: chip, isID: isID))
    }

    /// Creates a fact with an instant; `nil` without one.
    init?(_ label: String, at instant: Instant?, note: String? = nil) {
        guard let instant else { return nil }
        self.init(label, DashboardTable.Cell(instant, note: note))
    }

    /// Returns facts for the template `facts`.
    static func values(_ facts: [DashboardFact?], _ visit: DashboardVisit) -> [[String: Any]] {
        facts.compactMap(\.self).map { fact in
            DashboardTable.values(of: fact.cell).merging(["label": visit.text(fact.label)]) { $1 }
        }
    }
}

extension DashboardTable {
    /// Creates a table of rows that a page has already.
    ///
    /// Of several tables on one page, `table` in the query names the one that `cursor` and `export` are about.
    init(_ name: String, columns: [Column], empty: String, rows: [Row], for visit: DashboardVisit) {
        let isAsked = visit.query["table"] == name
        self.init(name: name, columns: columns, empty: empty) { cursor, limit in
            let start = isAsked ? min(max(Int(cursor) ?? 0, 0), rows.count) : 0
            let end = min(start + limit, rows.count)
            return Page(rows: Array(rows[start..<end]), next: end < rows.count ? "\(end)" : nil)
        }
    }
}

extension DashboardVisit {
    /// Returns a page with several tables, each under its name, or the file with the rows of one of them.
    func page(
        _ template: String,
        title: String,
        tables: [DashboardTable],
        _ values: [String: Any]
    ) async throws -> Response {
        let asked = self.query["table"]
        if let file = try await tables.first(where: { $0.name == asked })?.file(for: self) { return file }
        var values = values
        for table in tables {
            var shown = try await table.values(for: self)
            let isAsked = table.name == asked
            for form in ["csv", "json"] {
                shown[form] = self.address(with: ["export": form, "table": table.name, "cursor": ""])
            }
            if !isAsked { shown["first"] = false }
            if let next = try await table.load(isAsked ? self.query["cursor"] : "", DashboardTable.pageCount).next {
                shown["next"] = self.address(with: ["table": table.name, "cursor": next])
            }
            values[table.name] = shown
        }
        return self.page(template, title: title, values)
    }

    /// Returns the day of an instant in UTC, for sentences; the exact instant stands beside them.
    func day(_ instant: Instant) -> String { String(instant.rfc3339.prefix(10)) }
}
