/// A row of a report, which reads each field on access.
public struct ReportRow: Sendable {
    /// The number of the row's line in the report, counted from 1.
    public let line: Int
    private let table: ReportTable
    private let fields: [Range<Int>]
    private let hasEnd: Bool

    /// The maximum of a price or a number of units, in thousandths: a billion units of any currency.
    public static let maximumThousandths: Int64 = 1_000_000_000_000

    /// Creates a row from its range in the bytes of the table.
    ///
    /// - Throws: ``ReportError/tooManyFields(line:)``, because a text that contains a tab would shift every later
    ///   field.
    init(_ table: ReportTable, in range: Range<Int>, line: Int, hasEnd: Bool) throws(ReportError) {
        var fields: [Range<Int>] = []
        fields.reserveCapacity(table.columns.count)
        var start = range.lowerBound
        for end in range where table.bytes[end] == 0x09 {
            fields.append(start..<end)
            start = end + 1
        }
        fields.append(start..<range.upperBound)
        // Apple ends some lines with a tab that does not begin a field.
        if fields.count == table.columns.count + 1, fields[fields.count - 1].isEmpty { fields.removeLast() }
        guard fields.count <= table.columns.count else { throw .tooManyFields(line: line) }
        self.line = line
        self.table = table
        self.fields = fields
        self.hasEnd = hasEnd
    }

    /// Checks that the row is complete.
    ///
    /// A row may end before columns that are not needed, except the last line of a file without a final line break.
    ///
    /// - Parameter needed: The positions that the row must reach.
    /// - Throws: ``ReportError/cutRow(line:)``.
    func requireWhole(_ needed: [Int]) throws(ReportError) {
        let isLongEnough = needed.allSatisfy { $0 < self.fields.count }
        guard isLongEnough, self.hasEnd || self.fields.count == self.table.columns.count else {
            throw .cutRow(line: self.line)
        }
    }

    /// The number of fields of the row, which may end before the last column.
    public var count: Int { self.fields.count }

    /// Returns the text at a position without surrounding spaces; empty if the row ends before it or the report lacks
    /// the column.
    public func text(_ position: Int?) throws(ReportError) -> String {
        guard let position, position < self.fields.count else { return "" }
        return try ReportLines.text(of: self.table.bytes, in: self.fields[position], line: self.line)
    }

    /// Returns a number with up to three decimals, in thousandths.
    ///
    /// - Parameters:
    ///   - position: The position of the field.
    ///   - maximum: The maximum absolute value, in thousandths.
    /// - Returns: `nil` for an empty field.
    /// - Throws: ``ReportError/notADecimal(line:column:text:)`` or ``ReportError/numberTooLarge(line:column:text:)``.
    public func thousandths(
        _ position: Int?,
        atMost maximum: Int64 = Self.maximumThousandths
    ) throws(ReportError) -> Int64? {
        let text = try self.text(position)
        guard !text.isEmpty else { return nil }
        let column = self.name(of: position)
        guard let value = ReportDecimal.thousandths(text) else {
            guard ReportDecimal.isTooLarge(text) else {
                throw .notADecimal(line: self.line, column: column, text: ReportError.shown(text))
            }
            throw .numberTooLarge(line: self.line, column: column, text: ReportError.shown(text))
        }
        guard value.magnitude <= maximum.magnitude else {
            throw .numberTooLarge(line: self.line, column: column, text: ReportError.shown(text))
        }
        return value
    }

    /// Returns a date.
    ///
    /// - Returns: `nil` for an empty field.
    /// - Throws: ``ReportError/notADate(line:column:text:)``.
    public func date(_ position: Int?) throws(ReportError) -> ReportDate? {
        let text = try self.text(position)
        guard !text.isEmpty else { return nil }
        guard let date = ReportDate(reported: text) else {
            throw .notADate(line: self.line, column: self.name(of: position), text: ReportError.shown(text))
        }
        return date
    }

    /// Returns a currency code, three capital letters (ISO 4217).
    ///
    /// - Returns: `nil` for an empty field.
    /// - Throws: ``ReportError/notACurrency(line:column:text:)``.
    public func currency(_ position: Int?) throws(ReportError) -> String? {
        try self.letters(position, 3) { line, column, text in .notACurrency(line: line, column: column, text: text) }
    }

    /// Returns a country code, two capital letters (ISO 3166-1 alpha-2).
    ///
    /// - Returns: `nil` for an empty field.
    /// - Throws: ``ReportError/notACountry(line:column:text:)``.
    public func country(_ position: Int?) throws(ReportError) -> String? {
        try self.letters(position, 2) { line, column, text in .notACountry(line: line, column: column, text: text) }
    }

    private func letters(
        _ position: Int?,
        _ count: Int,
        _ error: (Int, String, String) -> ReportError
    ) throws(ReportError) -> String? {
        let text = try self.text(position)
        guard !text.isEmpty else { return nil }
        guard text.utf8.count == count, text.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
            throw error(self.line, self.name(of: position), ReportError.shown(text))
        }
        return text
    }

    private func name(of position: Int?) -> String {
        position.flatMap { self.table.columns.indices.contains($0) ? ReportError.shown(self.table.columns[$0]) : nil }
            ?? ""
    }
}
