package import Ledger

/// Reads the rows of an import as the bytes of its file come in.
///
/// What is wrong with a row is kept as that row's failure and stops nothing; what is wrong with the file as a whole is
/// thrown, before the first row where it can be known by then.
package struct ImportReader: Sendable {
    /// Finds the original transaction ids that a receipt names; where it decides whose they are, it has to be Apple's.
    package typealias ReceiptIDs =
        @Sendable (_ base64: String, _ decides: Bool) throws(ImportRow.Failure) -> [String]

    private enum Source {
        case csv(CSVReader)
        case lines(LineReader)
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// When the file was submitted.
    let startedAt: Instant
    /// Finds the chains in receipts.
    let receiptIDs: ReceiptIDs
    private var source: Source
    /// The first bytes, until it is known whether they are a byte order mark.
    private var beginning: [UInt8]? = []
    /// What each column of a CSV file means, once the header is read; `nil` for one that is passed over.
    private var columns: [ImportColumn?]?

    /// A reader at the beginning of a file that was submitted at this instant.
    package init(format: ImportFormat, startedAt: Instant, receiptIDs: @escaping ReceiptIDs) {
        self.startedAt = startedAt
        self.receiptIDs = receiptIDs
        self.source =
            switch format {
            case .csv: .csv(CSVReader())
            case .jsonLines: .lines(LineReader())
            }
    }

    /// Reads on, and passes the rows of each line that is complete to a closure.
    package mutating func read(
        _ bytes: some Sequence<UInt8>,
        _ take: ([ImportRow]) -> Void
    ) throws(ImportFileError) {
        guard var beginning else { return try self.readOn(bytes, take) }
        beginning += bytes
        self.beginning = beginning
        guard beginning.count >= Self.byteOrderMark.count else { return }
        try self.begin(take)
    }

    /// Ends reading.
    ///
    /// - Throws: Why the file cannot be whole. A last line of CSV without an end might be one that was cut in the
    ///   middle of an id, and half an id may be somebody else's; an object in JSON shows by itself that it is whole.
    package mutating func finish(_ take: ([ImportRow]) -> Void) throws(ImportFileError) {
        if self.beginning != nil { try self.begin(take) }
        switch self.source {
        case .csv(let reader):
            switch reader.ending {
            case .complete: break
            case .insideQuotes(let line):
                throw ImportFileError(
                    .fileCutOff,
                    "The file ends inside the quotes that open on line \(line). Send it again from its beginning."
                )
            case .insideLine(let line):
                throw ImportFileError(
                    .fileCutOff,
                    "Line \(line) is the last and has no end, so it may be cut off. If the file is whole, end it with a line break; send it again from its beginning."
                )
            }
            guard self.columns != nil else { throw ImportFileError(.fileEmpty, "The file is empty.") }
        case .lines(var reader):
            let last = reader.rest()
            self.source = .lines(reader)
            guard let last else { break }
            let rows = self.rows(of: last)
            if rows.contains(where: { $0.hasFailed }) {
                throw ImportFileError(
                    .fileCutOff,
                    "Line \(last.number) is the last, has no end and is no whole JSON object, so it is cut off. Send the file again from its beginning."
                )
            }
            take(rows)
        }
    }

    private mutating func begin(_ take: ([ImportRow]) -> Void) throws(ImportFileError) {
        let beginning = self.beginning ?? []
        self.beginning = nil
        if beginning.starts(with: [0xFE, 0xFF]) || beginning.starts(with: [0xFF, 0xFE]) {
            throw ImportFileError(.fileNotUTF8, "The file is in UTF-16; save it as UTF-8 and send it again.")
        }
        let mark = beginning.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
        try self.readOn(beginning[mark...], take)
    }

    private mutating func readOn(
        _ bytes: some Sequence<UInt8>,
        _ take: ([ImportRow]) -> Void
    ) throws(ImportFileError) {
        switch self.source {
        case .csv(var reader):
            // Taken out while it works, so that its fields are not copied.
            self.source = .csv(CSVReader())
            defer { self.source = .csv(reader) }
            try reader.read(bytes) { record throws(ImportFileError) in
                guard let columns = self.columns else {
                    self.columns = try Self.columns(of: record)
                    return
                }
                take(self.rows(of: record, columns: columns))
            }
        case .lines(var reader):
            self.source = .lines(LineReader())
            defer { self.source = .lines(reader) }
            reader.read(bytes) { line in take(self.rows(of: line)) }
        }
    }
}

extension ImportReader {
    // MARK: CSV

    private static func columns(of header: CSVReader.Record) throws(ImportFileError) -> [ImportColumn?] {
        if header.fault != nil {
            throw ImportFileError(
                .headerUnreadable,
                "The first line must name the columns; it is too long, or has a quote where none may stand."
            )
        }
        var columns: [ImportColumn?] = []
        for field in header.fields {
            guard let name = String(validating: field, as: UTF8.self) else {
                throw ImportFileError(.fileNotUTF8, "The names of the columns are not UTF-8; save the file as UTF-8.")
            }
            let trimmed = String(name.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
            if ImportColumn.isPassedOver(trimmed) {
                columns.append(nil)
                continue
            }
            let shown = trimmed.prefix(ImportLimits.shownBytes)
            guard let column = ImportColumn(named: trimmed) else {
                let known = ImportColumn.allCases.map(\.rawValue).joined(separator: ", ")
                throw ImportFileError(
                    .columnUnknown,
                    "There is no column \(shown) here.\(ImportColumn.suggestion(for: trimmed)) Known are \(known)."
                )
            }
            guard !columns.contains(column) else {
                throw ImportFileError(.columnRepeated, "The column \(column.rawValue) stands twice in the first line.")
            }
            columns.append(column)
        }
        let naming: [ImportColumn] = [.transactionID, .originalTransactionID, .receipt]
        guard columns.contains(where: { column in column.map(naming.contains) ?? false }) else {
            throw ImportFileError(
                .columnMissing,
                "No column names a purchase: there must be transactionId, originalTransactionId or receipt."
            )
        }
        return columns
    }

    private func rows(of record: CSVReader.Record, columns: [ImportColumn?]) -> [ImportRow] {
        do throws(ImportRow.Failure) {
            switch record.fault {
            case .tooLong: throw Self.tooLong
            case .tooManyFields:
                throw Self.wrongFieldCount("more than \(ImportLimits.columns)", expected: columns.count)
            case .misplacedQuote:
                throw ImportRow.Failure(
                    code: "import_quote_misplaced",
                    detail:
                        "A quote stands where none may: a field with quotes in it is written in quotes, each of its own doubled."
                )
            case nil: break
            }
            guard record.fields.count == columns.count else {
                throw Self.wrongFieldCount("\(record.fields.count)", expected: columns.count)
            }
            var fields: [ImportColumn: String] = [:]
            for (column, bytes) in zip(columns, record.fields) {
                guard let column, !bytes.isEmpty else { continue }
                guard let text = String(validating: bytes, as: UTF8.self) else { throw Self.notUTF8 }
                fields[column] = text
            }
            return ImportRow.rows(
                fields,
                line: record.line,
                startedAt: self.startedAt,
                receiptIDs: self.receiptIDs
            )
        } catch {
            return [.notUnderstood(error, line: record.line)]
        }
    }

    private static func wrongFieldCount(_ found: String, expected: Int) -> ImportRow.Failure {
        ImportRow.Failure(
            code: "import_field_count",
            detail: "The row has \(found) fields and the first line names \(expected) columns."
        )
    }

    /// The failure of a row that is too long to be read.
    static let tooLong = ImportRow.Failure(
        code: "import_row_too_long",
        detail:
            "The row has more than \(ImportLimits.rowBytes) bytes; a quote that is never closed makes one of many lines."
    )

    /// The failure of a row that is not UTF-8.
    static let notUTF8 = ImportRow.Failure(
        code: "import_row_not_utf8",
        detail: "The row is not in UTF-8; save the file as UTF-8."
    )
}
