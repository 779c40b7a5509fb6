import AppStore
import Ledger

/// The rows of sales reports as a file, made part by part: CSV, lines of JSON, or a bill.
package struct SalesFile: Sendable {
    /// How many rows are made ready at once.
    private static let sliceCount = 20_000

    private let service: ProceedsService
    private let form: ProceedsService.Form
    private let app: AppName
    private var reports: ArraySlice<ReportRecord>
    private var sheet: SalesSheet?
    private var position = 0
    private var hasRows = false
    private var hasHead = false
    private var isDone = false

    /// A file of reports.
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
        if self.sheet == nil, let record = self.reports.popFirst() {
            self.sheet = try await self.service.sheet(record, self.app)
            self.position = 0
        }
        guard let sheet = self.sheet else {
            guard !self.isDone, self.form == .bill else { return nil }
            self.isDone = true
            return Array((self.hasRows ? "\n]\n" : "[]\n").utf8)
        }
        return try self.slice(of: sheet)
    }

    private mutating func slice(of sheet: SalesSheet) throws(ProceedsError) -> [UInt8] {
        let form = self.form
        var part: [UInt8] = []
        var hasRows = self.hasRows
        do throws(ReportError) {
            let next = try sheet.forEachLine(from: self.position, limit: Self.sliceCount) { line in
                switch form {
                case .csv: part += line.csv(report: sheet.number).utf8
                case .bill:
                    part += (hasRows ? ",\n" : "[\n").utf8
                    part += line.bill
                default: part += line.json(report: sheet.number) + [UInt8(ascii: "\n")]
                }
                hasRows = true
            }
            if let next { self.position = next } else { self.sheet = nil }
        } catch {
            throw .reportUnreadable(sheet.number)
        }
        self.hasRows = hasRows
        return part
    }
}
