package import Ledger

/// A streaming reader of the rows of an import file.
///
/// A mistake in a row becomes that row's failure and does not stop the reading. A mistake in the file as a whole is
/// thrown, before the first row if it can be known by then.
package struct ImportReader: Sendable {
    /// Returns the original transaction ids in a receipt; if the receipt determines their owner, Apple must have signed
    /// it.
    package typealias ReceiptIDs =
        @Sendable (_ base64: String, _ decides: Bool) throws(ImportRow.Failure) -> [String]

    private enum Source {
        case csv(CSVReader)
        case lines(LineReader)
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The instant at which the file was submitted.
    let startedAt: Instant
    /// Finds the chains in receipts.
    let receiptIDs: ReceiptIDs
    private var source: Source
    /// The first bytes, until the reader knows whether they are a byte order mark.
    private var beginning: [UInt8]? = []
    /// The known column of each CSV field, once the header was read; `nil` for an ignored column.
    private var columns: [ImportColumn?]?

    /// Creates a reader of a file that was submitted at this instant.
    package init(format: ImportFormat, startedAt: Instant, receiptIDs: @escaping ReceiptIDs) {
        self.startedAt = startedAt
        self.receiptIDs = receiptIDs
        self.source =
            switch format {
            case .csv: .csv(CSVReader())
            case .jsonLines: .lines(LineReader())
            }
    }

    /// Reads the next bytes, and passes the rows of each complete line to a closure.
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

    /// Ends the reading.
    ///
    /// - Throws: The reason why the file may be incomplete. A last CSV line without a line break might be cut in the
    ///   middle of an id, and half an id may belong to another customer; a JSON object shows by itself that it is
    ///   complete.
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
                    "Line \(line) is the last and has no line break, so it may be cut off. If the file is complete, end it with a line break; send it again from its beginning."
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
                    "Line \(last.number) is the last, has no line break and is not a complete JSON object, so it is cut off. Send the file again from its beginning."
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
            // The reader is taken out of `source` while it works, so that its fields are not copied.
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
                "The first line must name the columns; it is too long, or has a misplaced quote."
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
                    "The column \(shown) is unknown.\(ImportColumn.suggestion(for: trimmed)) Known columns: \(known)."
                )
            }
            guard !columns.contains(column) else {
                throw ImportFileError(.columnRepeated, "The column \(column.rawValue) is twice in the first line.")
            }
            columns.append(column)
        }
        let naming: [ImportColumn] = [.transactionID, .originalTransactionID, .receipt]
        guard columns.contains(where: { column in column.map(naming.contains) ?? false }) else {
            throw ImportFileError(
                .columnMissing,
                "No column identifies a purchase: the file needs transactionId, originalTransactionId or receipt."
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
                        "A quote is misplaced: a field that contains quotes is quoted, and each of its quotes is doubled."
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
                fields[column] = CSVText.unguarded(text)
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
            "The row has more than \(ImportLimits.rowBytes) bytes; a quote that is never closed joins many lines into one row."
    )

    /// The failure of a row that is not UTF-8.
    static let notUTF8 = ImportRow.Failure(
        code: "import_row_not_utf8",
        detail: "The row is not in UTF-8; save the file as UTF-8."
    )
}
