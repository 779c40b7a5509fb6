/// One of Apple's reports as a table: tab-separated UTF-8 text whose first row names the columns.
///
/// Columns are found by name and never by position, because Apple adds, drops, and reorders columns between versions of
/// a report and between its API and its website. Names are compared without case and without surrounding spaces.
/// `unknownColumns` lists the columns that this version does not know.
///
/// The table reads rows one at a time from its bytes, so that it takes little more memory than the report itself.
public struct ReportTable: Sendable {
    /// The maximum length of a line in bytes; Apple's own limits of a row's fields add up to about 8 KB.
    public static let maximumLineByteCount = 64 * 1024
    /// The maximum number of columns; Apple's widest report has about forty.
    public static let maximumColumnCount = 256
    /// The maximum number of rows, for which sums cannot overflow.
    public static let maximumRowCount = 2_000_000
    /// The maximum number of lines before the column names; Apple's longest header has about ten.
    public static let maximumHeadLineCount = 100

    /// A position between rows at which reading can continue.
    public struct Position: Hashable, Sendable {
        let offset: Int
        let line: Int
    }

    /// The names of the columns in order, without surrounding spaces.
    public let columns: [String]
    let positions: [String: Int]
    let bytes: [UInt8]
    /// The offset of the first row after the header.
    let firstRowOffset: Int
    /// The number of the line that names the columns, counted from 1.
    let headerLine: Int

    /// Reads the names of the columns.
    ///
    /// - Parameters:
    ///   - bytes: The whole report, uncompressed.
    ///   - isHeader: A closure that returns whether a row names the columns; earlier rows are skipped. Some financial
    ///     reports begin with lines about the vendor and the period.
    /// - Throws: ``ReportError/empty``, ``ReportError/notText(line:)``, ``ReportError/noHeader``, or an error for a
    ///   repeated column.
    public init(_ bytes: [UInt8], isHeader: ([String]) -> Bool = { $0.count > 1 }) throws(ReportError) {
        guard !bytes.allSatisfy({ $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }) else { throw .empty }
        var lines = ReportLines(bytes, from: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0, line: 1)
        for _ in 0...Self.maximumHeadLineCount {
            guard let range = try lines.next() else { break }
            let names = try ReportLines.fields(of: bytes, in: range, line: lines.line)
            guard isHeader(names) else { continue }
            guard names.count <= Self.maximumColumnCount else { throw .tooManyColumns(names.count) }
            var positions: [String: Int] = [:]
            for (position, name) in names.enumerated() where !name.isEmpty {
                guard positions.updateValue(position, forKey: name.lowercased()) == nil else {
                    throw .repeatedColumn(ReportError.shown(name))
                }
            }
            self.columns = names
            self.positions = positions
            self.bytes = bytes
            self.firstRowOffset = lines.offset
            self.headerLine = lines.line
            return
        }
        throw .noHeader
    }

    /// Returns whether the report has a column with this name.
    public func hasColumn(_ name: String) -> Bool { self.positions[name.lowercased()] != nil }

    /// Returns the position of the first of these names that the report has; they name the same column in different
    /// versions.
    ///
    /// - Throws: ``ReportError/missingColumn(_:)`` with the first name.
    public func position(of names: String...) throws(ReportError) -> Int {
        for name in names {
            if let position = self.positions[name.lowercased()] { return position }
        }
        throw .missingColumn(names.first ?? "")
    }

    /// Returns the position of the first of these names that the report has, or `nil`.
    public func optionalPosition(of names: String...) -> Int? { self.optionalPosition(of: names) }

    /// Returns the position of the first of these names that the report has, or `nil`.
    public func optionalPosition(of names: [String]) -> Int? {
        names.lazy.compactMap { self.positions[$0.lowercased()] }.first
    }

    /// Returns the columns other than these, each with its position.
    public func unknownColumns(besides known: some Sequence<Int>) -> [(name: String, position: Int)] {
        let known = Set(known)
        return self.columns.enumerated().compactMap { position, name in
            known.contains(position) || name.isEmpty ? nil : (name, position)
        }
    }

    /// Calls the closure with each row after the header, in order.
    ///
    /// Empty lines are skipped.
    ///
    /// - Parameters:
    ///   - start: The position at which to continue; `nil` for the first row.
    ///   - body: A closure that takes a row and returns whether to continue; some financial reports end with totals
    ///     that are not rows.
    /// - Returns: The position after the last row that the closure took, or `nil` if there are no more rows.
    /// - Throws: ``ReportError`` for text that is not UTF-8, a line that is too long, a row with more fields than
    ///   columns, or more rows than ``maximumRowCount``; also the errors of the closure.
    @discardableResult
    public func forEachRow(
        from start: Position? = nil,
        _ body: (ReportRow) throws(ReportError) -> Bool
    ) throws(ReportError) -> Position? {
        let start = start ?? Position(offset: self.firstRowOffset, line: self.headerLine + 1)
        var lines = ReportLines(self.bytes, from: start.offset, line: start.line)
        var count = 0
        while let range = try lines.next() {
            count += 1
            guard count <= Self.maximumRowCount else { throw .tooManyRows(Self.maximumRowCount) }
            let row = try ReportRow(self, in: range, line: lines.line, hasEnd: lines.hasEnd)
            guard try body(row) else { return Position(offset: lines.offset, line: lines.line + 1) }
        }
        return nil
    }
}
