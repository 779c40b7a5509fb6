import AppStore
import Ledger

/// The rows of sales reports as a file that is produced in parts: CSV, lines of JSON, or a bill.
package struct SalesFile: Sendable {
    /// The number of rows in one part.
    private static let sliceCount = 20_000

    private let service: ProceedsService
    private let form: ProceedsService.Form
    private let app: AppName
    private var reports: ArraySlice<ReportRecord>
    /// The report that is being written, and the position at which its next part begins.
    private var record: ReportRecord?
    private var position: ReportTable.Position?
    private var hasRows = false
    private var hasHead = false
    private var isDone = false

    /// Creates a file of reports.
    init(_ service: ProceedsService, as form: ProceedsService.Form, of app: AppName, _ reports: [ReportRecord]) {
        self.service = service
        self.form = form
        self.app = app
        self.reports = reports[...]
    }

    /// Returns the next part of the file, or `nil` after the last; a part may be empty.
    package mutating func next() async throws(ProceedsError) -> [UInt8]? {
        if self.form == .csv, !self.hasHead {
            self.hasHead = true
            return Array(SalesLine.csvHead.utf8)
        }
        if self.record == nil { self.record = self.reports.popFirst() }
        guard let record = self.record else {
            guard !self.isDone, self.form == .bill else { return nil }
            self.isDone = true
            return Array((self.hasRows ? "\n]\n" : "[]\n").utf8)
        }
        return try await self.slice(of: record)
    }

    /// Reads the report again for each part, so that its text is not kept in memory while a slow client reads.
    private mutating func slice(of record: ReportRecord) async throws(ProceedsError) -> [UInt8] {
        let (form, number, position, appSKU) = (self.form, record.number, self.position, self.service.skus[self.app])
        var part: [UInt8] = []
        var hasRows = self.hasRows
        let next = try await self.service.read(record, self.app) { table throws(ReportError) in
            let sheet = try SalesSheet(table, of: appSKU)
            return try sheet.forEachLine(from: position, limit: Self.sliceCount) { line in
                switch form {
                case .csv: part += line.csv(report: number).utf8
                case .bill:
                    part += (hasRows ? ",\n" : "[\n").utf8
                    part += line.bill
                default: part += line.json(report: number) + [UInt8(ascii: "\n")]
                }
                hasRows = true
            }
        }
        self.position = next
        if next == nil { self.record = nil }
        self.hasRows = hasRows
        return part
    }
}

/// Lines of CSV (RFC 4180) that are safe to open in a spreadsheet.
package enum CSVText {
    /// Returns a line with its line end; fields with commas, quotes or line ends are quoted.
    package static func line(_ fields: [String]) -> String {
        fields.map(Self.quoted).joined(separator: ",") + "\r\n"
    }

    /// Returns untrusted text in a form that no spreadsheet evaluates as a formula: with an apostrophe before a
    /// beginning that a spreadsheet would evaluate.
    package static func guarded(_ text: String) -> String {
        guard let first = text.utf8.first, "=+-@\t\r\n".utf8.contains(first) else { return text }
        return "'" + text
    }

    /// Returns text without the apostrophe that `guarded` set before it.
    static func unguarded(_ text: String) -> String {
        guard text.hasPrefix("'") else { return text }
        let rest = String(text.dropFirst())
        return Self.guarded(rest) == text ? rest : text
    }

    private static func quoted(_ text: String) -> String {
        guard text.utf8.contains(where: { "\",\r\n".utf8.contains($0) }) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}
