import Ledger
import PurserService

// How rows come into a table, and how their values are written.

extension DashboardTable {
    /// Creates a table of elements that are in memory; the cursor is the number of rows before a page.
    init<Element: Sendable>(
        name: String,
        columns: [Column],
        empty: String,
        of all: [Element],
        row: @escaping @Sendable (Element) -> Row
    ) {
        self.init(name: name, columns: columns, empty: empty) { cursor, limit in
            let first = min(max(Int(cursor) ?? 0, 0), all.count)
            let end = min(first + limit, all.count)
            return Page(rows: all[first..<end].map(row), next: end < all.count ? "\(end)" : nil)
        }
    }

    /// Returns the position that a cursor states; 0, before all others, for the first page.
    static func position(_ cursor: String) throws -> Int64 {
        guard let position = cursor.isEmpty ? 0 : Int64(cursor), position >= 0 else {
            throw RequestQuery.foreignCursor
        }
        return position
    }
}

extension DashboardTable.Page {
    /// Creates a page of what was read with a limit of one more, which tells whether another page follows.
    init<Element>(
        _ found: [Element],
        limit: Int,
        cursor: (Element) -> String,
        row: (Element) -> DashboardTable.Row
    ) {
        let shown = found.prefix(limit)
        self.init(rows: shown.map(row), next: found.count > limit ? shown.last.map(cursor) : nil)
    }
}

extension DashboardTable.Cell {
    /// Returns a cell with a whole number, which has no commas in a file.
    static func count(_ number: some BinaryInteger, note: String? = nil) -> Self {
        Self(DashboardNumbers.count(number), value: "\(number)", note: note)
    }

    /// Returns a cell with an amount; without one it is a dash, and empty in a file.
    ///
    /// In a file the amount is a plain number, with its currency in the column beside it.
    static func money(_ money: Money?, note: String? = nil) -> Self {
        let value = money.map { DecimalText.amount($0.amountMilliunits, in: $0.currency) } ?? ""
        var cell = Self(DashboardNumbers.money(money), value: value, note: note)
        cell.currency = money?.currency ?? ""
        return cell
    }

    /// Returns a cell with an amount, which is a plain number in a file; another column has the currency.
    static func amount(_ milliunits: Int64, in currency: String) -> Self {
        Self(HTMLText.amount(milliunits, in: currency), value: DecimalText.amount(milliunits, in: currency))
    }
}

extension DashboardApp {
    /// Returns a cell with a customer and the way to their page; without one it is a dash, and empty in a file.
    func cell(of customer: CustomerID?, nobody: String = "–", note: String? = nil) -> DashboardTable.Cell {
        guard let name = customer?.rawValue else { return DashboardTable.Cell(nobody, value: "", note: note) }
        return DashboardTable.Cell(name, link: self.path("customers", name), note: note)
    }

    /// Returns a cell with the first of several transactions, and the number of the others; a file has all.
    func cell(of transactions: [TransactionID]) -> DashboardTable.Cell {
        let ids = transactions.map(\.rawValue)
        return DashboardTable.Cell(
            ids.first ?? "",
            value: ids.joined(separator: " "),
            link: ids.first.map { self.path("transactions", $0) },
            note: ids.count > 1 ? "+\(ids.count - 1)" : nil
        )
    }
}
