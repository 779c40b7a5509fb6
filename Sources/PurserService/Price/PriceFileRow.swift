internal import AppStore
internal import Ledger

/// A row of a file of prices, its fields by the columns that the header names.
struct PriceFileRow<Column: PriceFileColumn>: Sendable {
    /// The longest record in bytes; a row of Apple's has about a hundred.
    private static var recordLimit: Int { 16 * 1024 }
    /// The most rows of a file: a thousand price points in each storefront, and room for several products.
    private static var rowLimit: Int { 1_000_000 }
    /// The longest piece of a bad field that is shown, in scalars.
    private static var shownLimit: Int { 32 }

    /// The line on which the row begins, counted from 1.
    let line: Int64
    private let texts: [Column: String]

    /// Passes each row of a file in CSV, whose first line names the columns in any order, to a closure.
    ///
    /// Columns that mean nothing here are passed over, because Apple adds some.
    ///
    /// - Throws: What is wrong with the form of the file, or what the closure says of a row, whichever comes first.
    ///   What was made of the rows before is then worth nothing.
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
                        remedy: "Use a file of one product."
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
                remedy: "Get the whole file again; if it is whole, end it with a line break."
            )
        }
        guard count > 0 else {
            throw PriceFileError(.fileEmpty, "there is no row of prices", remedy: "Look whether it is the right file.")
        }
    }

    private init(line: Int64, fields: [String], columns: [Column?]) throws(PriceFileError) {
        guard fields.count == columns.count else {
            throw PriceFileError(
                .fieldCount,
                line: line,
                "has \(fields.count) fields instead of \(columns.count)",
                remedy: "Write decimals with a point, and put a field with a separator in it in quotes."
            )
        }
        self.line = line
        var texts: [Column: String] = [:]
        for (column, field) in zip(columns, fields) {
            if let column, !field.isEmpty { texts[column] = field }
        }
        self.texts = texts
    }

    /// Returns the text of a field that has to say something.
    func text(_ column: Column) throws(PriceFileError) -> String {
        guard let text = self.texts[column] else {
            throw self.error(.valueMissing, column, "is empty", remedy: "Get the whole file again.")
        }
        return text
    }

    /// Returns the text of a field, or `nil` where it is empty or the file has no such column.
    func optionalText(_ column: Column) -> String? { self.texts[column] }

    /// Returns the amount of a field that has to say one, in a currency.
    func amount(_ column: Column, in currency: String) throws(PriceFileError) -> Money {
        try self.amount(try self.text(column), column, in: currency)
    }

    /// Returns the amount of a field, or `nil` where it is empty or the file has no such column.
    func optionalAmount(_ column: Column, in currency: String) throws(PriceFileError) -> Money? {
        guard let text = self.texts[column] else { return nil }
        return try self.amount(text, column, in: currency)
    }

    /// Returns the text of a field that has to be a code of three capital letters.
    func code(_ column: Column, or code: PriceFileError.Code, example: String) throws(PriceFileError) -> String {
        let text = try self.text(column)
        guard text.isThreeLetterCode else {
            throw self.error(
                code,
                column,
                "\"\(Self.shown(text))\" is no code of three capital letters",
                remedy: "Write for example \(example)."
            )
        }
        return text
    }

    /// Returns an error about a field of the row.
    func error(_ code: PriceFileError.Code, _ column: Column, _ problem: String, remedy: String) -> PriceFileError {
        PriceFileError(code, line: self.line, column: column.rawValue, problem, remedy: remedy)
    }

    /// Returns the beginning of a text, as much as a message shows of it, with control characters escaped.
    static func shown(_ text: String) -> String { UntrustedText.shortened(text, limit: Self.shownLimit) }

    private func amount(_ text: String, _ column: Column, in currency: String) throws(PriceFileError) -> Money {
        guard let money = Money(spelling: "\(currency) \(text)") else {
            let hasComma = text.utf8.contains(UInt8(ascii: ","))
            throw self.error(
                .amountMalformed,
                column,
                hasComma ? "\"\(Self.shown(text))\" has a comma" : "\"\(Self.shown(text))\" is no amount",
                remedy: "Write digits, and decimals behind a point, at most three of them: 6.50"
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
                "the column stands there twice",
                remedy: "Take one out."
            )
        }
        for column in Column.allCases where column.isRequired && !known.contains(column) {
            throw PriceFileError(
                .columnMissing,
                line: line,
                column: column.rawValue,
                "no column has this name",
                remedy: "The first line has to name the columns, separated by commas."
            )
        }
        return columns
    }

    /// Returns the fields of a record as texts, without blanks at their ends.
    private static func texts(of record: CSVReader.Record) throws(PriceFileError) -> [String] {
        if let fault = record.fault {
            let problem =
                switch fault {
                case .tooLong: "the row is too long"
                case .tooManyFields: "the row has too many fields"
                case .misplacedQuote: "a quote stands where none may stand"
                }
            throw PriceFileError(
                .rowUnreadable,
                line: record.line,
                problem,
                remedy: "Look whether it is the right file."
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
    /// Whether a file without the column says nothing.
    var isRequired: Bool { get }
}

extension PriceFileColumn {
    /// Returns the column of a name, however its words are joined and whatever their case; `nil` for other columns.
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
