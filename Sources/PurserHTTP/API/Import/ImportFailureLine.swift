import AppStore
import Ledger
import PurserService

/// A row that could not be imported, as a line of the list of failures: its values, and the error.
struct ImportFailureLine {
    /// The names of the columns, in order.
    static let columns = ["line", "code", "detail"] + ImportColumn.allCases.filter { $0 != .receipt }.map(\.rawValue)

    /// The values by column; absent values are left out.
    let values: [String: String]

    /// Creates the line of a row.
    init(_ row: ImportRow) {
        var values = ["line": "\(row.position.line)"]
        if case .failed(let failure) = row.state {
            values["code"] = failure.code
            values["detail"] = failure.detail
        }
        let name: ImportColumn = row.subject == .transaction ? .transactionID : .originalTransactionID
        values[name.rawValue] = row.appleID
        values[ImportColumn.owner.rawValue] = row.owner?.rawValue
        values[ImportColumn.accountToken.rawValue] = row.fact?.accountToken?.description
        values[ImportColumn.delivered.rawValue] =
            row.fact?.deliveredAt?.rfc3339 ?? row.fact?.isDelivered.map { "\($0)" }
        values[ImportColumn.consumed.rawValue] = row.fact?.consumedMilliunits.map(Self.percent)
        values[ImportColumn.consent.rawValue] =
            row.fact?.consentedAt?.rfc3339 ?? row.fact?.hasConsented.map { "\($0)" }
        self.values = values
    }

    /// The line in CSV, with its line break.
    ///
    /// People open it in a spreadsheet, which must not evaluate the ids of customers; imports drop the guard again.
    var csv: String {
        Self.columns.map { Self.quoted(CSVText.guarded(self.values[$0] ?? "")) }.joined(separator: ",") + "\r\n"
    }

    /// The line in JSON, with its line break.
    var json: [UInt8] {
        let members = Self.columns.compactMap { column in
            self.values[column].map { value in
                JSONMember(key: column, value: column == "line" ? .number(value) : .string(value))
            }
        }
        return JSONValue.object(members).json() + [UInt8(ascii: "\n")]
    }

    /// The header in CSV, with its line break.
    static var csvHeader: String { Self.columns.joined(separator: ",") + "\r\n" }

    private static func quoted(_ text: String) -> String {
        guard text.utf8.contains(where: { "\",\r\n;\t".utf8.contains($0) }) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }

    private static func percent(_ milliunits: Int) -> String {
        let fraction = milliunits % 1000
        guard fraction > 0 else { return "\(milliunits / 1000)" }
        let digits = String(repeating: "0", count: 3 - "\(fraction)".count) + "\(fraction)"
        return "\(milliunits / 1000).\(digits)"
    }
}
