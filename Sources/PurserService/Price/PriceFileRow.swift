internal import AppStore
internal import Ledger

/// A row of a file of prices, with its fields by the columns of the header.
struct PriceFileRow<Column: PriceFileColumn>: Sendable {
    /// The maximum length of a record in bytes; a row of Apple's has about a hundred.
    private static var recordLimit: Int { 16 * 1024 }
    /// The maximum number of rows: a thousand price points in each storefront, and room for several products.
    private static var rowLimit: Int { 1_000_000 }
    /// The maximum length of an invalid field in an error message, in scalars.
    private static var shownLimit: Int { 32 }

    /// The line on which the row begins, counted from 1.
    let line: Int64
    private let texts: [Column: String]

    /// Passes each row of a CSV file, whose first line names the columns in any order, to a closure.
    ///
    /// Unknown columns are ignored, because Apple adds some.
    ///
    /// - Throws: The first error in the format of the file, or of the closure; the caller then discards what it made
    ///   of the earlier rows.
    static func read(
        _ bytes: [UInt8],
        _ take: (Self) throws(PriceFileError) -> Void
    ) throws(PriceFileError) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        var reader = CSVReader(limit: Self.recordLimit)
        var columns: [Column?]?
        var count = 0
        try reader.read(bytes.dropFirst(bytes.starts(with: mark) ? mark.count : 0)) { record throws(PriceFileError) in
            let fields = try Self.texts(of: record)
            if let columns {
                count += 1
                guard count <= Self.rowLimit else {
                    throw PriceFileError(
                        .rowsTooMany,
                        line: record.line,
                        "the file has more than \(Self.rowLimit) rows",
                        remedy: "Use a file with one product."
                    )
                }
                try take(try Self(line: record.line, fields: fields, columns: columns))
            } else {
                columns = try Self.columns(fields, line: record.line)
            }
        }
        switch reader.ending {
        case .complete: break
        case .insideQuotes(let line), .insideLine(let line):
            throw PriceFileError(
                .fileCutOff,
                line: line,
                "the file ends in the middle of this row",
                remedy: "Download the file again; if it is complete, end it with a line break."
            )
        }
        guard count > 0 else {
            throw PriceFileError(.fileEmpty, "there is no row with prices", remedy: "Check that it is the right file.")
        }
    }

    private init(line: Int64, fields: [String], columns: [Column?]) throws(PriceFileError) {
        guard fields.count == columns.count else {
            throw PriceFileError(
                .fieldCount,
                line: line,
                "has \(fields.count) fields instead of \(columns.count)",
                remedy: "Write decimals with a point, and enclose a field that contains a separator in quotes."
            )
        }
        self.line = line
        var texts: [Column: String] = [:]
        for (column, field) in zip(columns, fields) {
            if let column, !field.isEmpty { texts[column] = field }
        }
        self.texts = texts
    }

    /// Returns the text of a required field.
    func text(_ column: Column) throws(PriceFileError) -> String {
        guard let text = self.texts[column] else {
            throw self.error(.valueMissing, column, "is empty", remedy: "Download the file again.")
        }
        return text
    }

    /// Returns the text of a field, or `nil` where it is empty or the file has no such column.
    func optionalText(_ column: Column) -> String? { self.texts[column] }

    /// Returns the amount of a required field, in a currency.
    func amount(_ column: Column, in currency: String) throws(PriceFileError) -> Money {
        try self.amount(try self.text(column), column, in: currency)
    }

    /// Returns the amount of a field, or `nil` where it is empty or the file has no such column.
    func optionalAmount(_ column: Column, in currency: String) throws(PriceFileError) -> Money? {
        guard let text = self.texts[column] else { return nil }
        return try self.amount(text, column, in: currency)
    }

    /// Returns the text of a required field, which must be a code of three capital letters.
    func code(_ column: Column, or code: PriceFileError.Code, example: String) throws(PriceFileError) -> String {
        let text = try self.text(column)
        guard text.isThreeLetterCode else {
            throw self.error(
                code,
                column,
                "\"\(Self.shown(text))\" is not a code of three capital letters",
                remedy: "Write for example \(example)."
            )
        }
        return text
    }

    /// Returns an error about a field of this row.
    func error(_ code: PriceFileError.Code, _ column: Column, _ problem: String, remedy: String) -> PriceFileError {
        PriceFileError(code, line: self.line, column: column.rawValue, problem, remedy: remedy)
    }

    /// Returns the beginning of a text for a message, with control characters escaped.
    static func shown(_ text: String) -> String { UntrustedText.shortened(text, limit: Self.shownLimit) }

    private func amount(_ text: String, _ column: Column, in currency: String) throws(PriceFileError) -> Money {
        guard let money = Money(spelling: "\(currency) \(text)") else {
            let hasComma = text.utf8.contains(UInt8(ascii: ","))
            throw self.error(
                .amountMalformed,
                column,
                hasComma ? "\"\(Self.shown(text))\" has a comma" : "\"\(Self.shown(text))\" is not an amount",
                remedy: "Write digits, and at most three decimals after a point: 6.50"
            )
        }
        return money
    }

    private static func columns(_ names: [String], line: Int64) throws(PriceFileError) -> [Column?] {
        let columns = names.map { Column(named: $0) }
        var known: Set<Column> = []
        for case let column? in columns where !known.insert(column).inserted {
            throw PriceFileError(
                .columnRepeated,
                line: line,
                column: column.rawValue,
                "the column occurs twice",
                remedy: "Remove one."
            )
        }
        for column in Column.allCases where column.isRequired && !known.contains(column) {
            throw PriceFileError(
                .columnMissing,
                line: line,
                column: column.rawValue,
                "no column has this name",
                remedy: "The first line must name the columns, separated by commas."
            )
        }
        return columns
    }

    /// Returns the fields of a record as texts, without surrounding blanks.
    private static func texts(of record: CSVReader.Record) throws(PriceFileError) -> [String] {
        if let fault = record.fault {
            let problem =
                switch fault {
                case .tooLong: "the row is too long"
                case .tooManyFields: "the row has too many fields"
                case .misplacedQuote: "a quote is not allowed here"
                }
            throw PriceFileError(
                .rowUnreadable,
                line: record.line,
                problem,
                remedy: "Check that it is the right file."
            )
        }
        var texts: [String] = []
        for field in record.fields {
            guard let text = String(validating: Self.trimmed(field), as: UTF8.self) else {
                throw PriceFileError(.fileNotUTF8, line: record.line, "not UTF-8", remedy: "Save the file as UTF-8.")
            }
            texts.append(text)
        }
        return texts
    }

    private static func trimmed(_ field: [UInt8]) -> ArraySlice<UInt8> {
        let blank = UInt8(ascii: " ")
        guard let first = field.firstIndex(where: { $0 != blank }), let last = field.lastIndex(where: { $0 != blank })
        else { return [] }
        return field[first...last]
    }
}

/// The columns of a file of prices.
protocol PriceFileColumn: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    /// Other names of the column, in lower case and without blanks, hyphens and underscores.
    var aliases: [String] { get }
    /// Whether a file without the column is rejected.
    var isRequired: Bool { get }
}

extension PriceFileColumn {
    /// Returns the column of a name, ignoring case, blanks, hyphens and underscores; `nil` for other columns.
    init?(named name: String) {
        let plain = Self.plain(name)
        let column = Self.allCases.first { Self.plain($0.rawValue) == plain || $0.aliases.contains(plain) }
        guard let column else { return nil }
        self = column
    }

    private static func plain(_ name: String) -> String {
        String(name.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " })
    }
}
