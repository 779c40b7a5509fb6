import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import Notation
import PurserService

// The rows of a table as a CSV or JSON file.

extension DashboardTable {
    /// A column of a file.
    private struct FileColumn: Sendable {
        /// The number of the cell in a row.
        let place: Int
        /// The name.
        let name: String
        /// Whether it has numbers, which JSON has as numbers.
        var isNumber = false
        /// Whether it has the currency of the amount instead of the value.
        var isCurrency = false
        /// Whether the currency is in a column of its own.
        var hasCurrencyBeside = false
    }

    /// The number of rows that a file reads at a time.
    private static let filePageCount = 200
    /// The files that are being read at the same time.
    private static let files = Slots<OperatorName>(maximum: 20, ofName: 4)

    /// Returns the file that the query asks for; `nil` where it asks for a page.
    ///
    /// The first rows are read before the answer begins, so that an error is an answer of its own.
    func file(for visit: DashboardVisit) async throws -> Response? {
        guard visit.isForFile else { return nil }
        let form = visit.query["export"]
        let headers: HTTPFields = [
            .contentType: form == "csv" ? "text/csv; charset=utf-8" : "application/json; charset=utf-8",
            .contentDisposition:
                "attachment; filename=\"\(self.name)\(self.part.isEmpty ? "" : "-")\(self.part).\(form)\"",
            .cacheControl: "no-store",
        ]
        let isCSV = form == "csv"
        let slot = try Self.slot(for: visit)
        let first = try await self.load("", Self.filePageCount)
        let columns = self.fileColumns
        return Response(
            status: .ok,
            headers: headers,
            body: ResponseBody { writer in
                let head = isCSV ? CSVText.line(columns.map { Self.guarded($0.name) }) : "["
                try await writer.write(ByteBuffer(string: head))
                var page = first
                var isFirst = true
                while true {
                    var part = ""
                    for row in page.rows {
                        let fields = Self.fields(of: row, columns)
                        part += isCSV ? Self.csv(fields) : (isFirst ? "\n" : ",\n") + Self.json(fields)
                        isFirst = false
                    }
                    try await writer.write(ByteBuffer(string: part))
                    guard let next = page.next else { break }
                    try await visit.requireSession()
                    page = try await self.load(next, Self.filePageCount)
                }
                if !isCSV { try await writer.write(ByteBuffer(string: "\n]\n")) }
                withExtendedLifetime(slot) {}
                try await writer.finish(nil)
            }
        )
    }

    /// Takes a slot for a file that is read while it is sent; throws where the operator reads too many already.
    static func slot(for visit: DashboardVisit) throws -> Slots<OperatorName>.Slot {
        guard let slot = Self.files.take(for: try visit.requiredOperator.account.name) else {
            throw Problem(
                .serviceUnavailable,
                code: "live_limit_reached",
                visit.text("filesLimit"),
                retryAfterSeconds: 10
            )
        }
        return slot
    }

    /// The columns of a file: those of the table, and after each column of amounts one with their currency.
    private var fileColumns: [FileColumn] {
        let isNamed = self.columns.contains { $0.fileName == "currency" }
        let isOnlyOne = self.columns.count(where: \.isMoney) == 1 && !isNamed
        return self.columns.enumerated().flatMap { place, column -> [FileColumn] in
            let name = column.fileName
            guard column.isMoney else { return [FileColumn(place: place, name: name, isNumber: column.isNumber)] }
            let beside = isOnlyOne ? "currency" : "\(name)Currency"
            return [
                FileColumn(place: place, name: name, isNumber: true, hasCurrencyBeside: true),
                FileColumn(place: place, name: beside, isCurrency: true),
            ]
        }
    }

    /// A value of a row in a file.
    private typealias Field = (column: FileColumn, value: String)

    /// Returns the fields of a row in a file, each with its column.
    private static func fields(of row: Row, _ columns: [FileColumn]) -> [Field] {
        columns.compactMap { column in
            guard row.cells.indices.contains(column.place) else { return nil }
            let cell = row.cells[column.place]
            if column.isCurrency { return (column, cell.currency ?? "") }
            let value = cell.value ?? cell.text
            // An amount never loses its currency.
            guard !column.hasCurrencyBeside, let currency = cell.currency, !currency.isEmpty else {
                return (column, value)
            }
            return (column, "\(currency) \(value)")
        }
    }

    private static func csv(_ fields: [Field]) -> String {
        CSVText.line(fields.map { Self.guarded($0.value) })
    }

    /// Returns a field that no spreadsheet evaluates; a negative number stays a number.
    private static func guarded(_ text: String) -> String {
        text.wholeMatch(of: #/-?[0-9]+(\.[0-9]+)?/#) == nil ? CSVText.guarded(text) : text
    }

    /// Returns a row as an object; a column of numbers has numbers, and `null` where a value is unknown.
    private static func json(_ fields: [Field]) -> String {
        var json = JSONWriter()
        json.beginObject()
        for (column, value) in fields {
            json.key(column.name)
            if !column.isNumber {
                json.write(value)
            } else if value.isEmpty {
                json.writeNull()
            } else if value.wholeMatch(of: #/-?(0|[1-9][0-9]*)(\.[0-9]+)?/#) != nil {
                json.write(number: value)
            } else {
                json.write(value)
            }
        }
        json.endObject()
        return String(decoding: json.bytes, as: UTF8.self)
    }
}

extension DashboardVisit {
    /// Whether the query asks for the rows of a table as a file.
    var isForFile: Bool { ["csv", "json"].contains(self.query["export"]) }
}
