import AppStore
package import Ledger

/// Writes sales and journals as files, part by part.
extension ProceedsService {
    /// The forms of files.
    package enum Form: String, CaseIterable, Sendable {
        /// The rows of sales reports as CSV.
        case csv
        /// The rows of sales reports as lines of JSON.
        case jsonl
        /// The rows of sales reports as a bill in the field's form, one JSON array.
        case bill
        /// Entries for bookkeeping as CSV.
        case journal
        /// The month's close as a page.
        case close

        /// The media type.
        package var mediaType: String {
            switch self {
            case .csv, .journal: "text/csv; charset=utf-8"
            case .jsonl: "application/x-ndjson"
            case .bill: "application/json"
            case .close: "text/html; charset=utf-8"
            }
        }
    }

    /// How many rows are made ready at once.
    private static let sliceCount = 20_000

    /// Whether the rows of days can be exported: there is a report, and every report can be found.
    ///
    /// - Throws: `ProceedsError.reportsMissing` where there is none.
    package func check(_ app: AppName, _ period: ProceedsPeriod) async throws(ProceedsError) {
        _ = try self.served(app)
        guard try await !self.chosen(app, period.days).reports.isEmpty else { throw .reportsMissing }
    }

    /// Writes the rows of sales reports.
    ///
    /// - Parameters:
    ///   - form: CSV, lines of JSON, or a bill.
    ///   - app: The app.
    ///   - period: The days.
    ///   - write: Takes the parts of the file in order.
    /// - Throws: `ProceedsError`, or whatever `write` throws.
    package func exportRows(
        as form: Form,
        of app: AppName,
        in period: ProceedsPeriod,
        to write: Writer
    ) async throws {
        let chosen = try await self.chosen(app, period.days)
        if form == .csv { try await write(Array(SalesLine.csvHead.utf8)) }
        var isFirst = true
        for record in chosen.reports {
            let sheet = try await self.sheet(record, app)
            var position: Int? = 0
            while let first = position {
                var part: [UInt8] = []
                do throws(ReportError) {
                    position = try sheet.forEachLine(from: first, limit: Self.sliceCount) { line in
                        switch form {
                        case .csv: part += line.csv(report: record.number).utf8
                        case .bill:
                            part += (isFirst ? "[\n" : ",\n").utf8
                            part += line.bill
                        default: part += line.json(report: record.number) + [UInt8(ascii: "\n")]
                        }
                        isFirst = false
                    }
                } catch {
                    throw ProceedsError.reportUnreadable(record.number)
                }
                if !part.isEmpty { try await write(part) }
            }
        }
        if form == .bill { try await write(Array((isFirst ? "[]\n" : "\n]\n").utf8)) }
    }
}
