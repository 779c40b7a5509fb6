/// A streaming reader of CSV (RFC 4180).
///
/// Lines end with LF or CRLF. The separator is the first comma, semicolon or tab in the header outside quotes, because
/// spreadsheets differ. A malformed record affects only that record: reading continues after the end of its line.
package struct CSVReader: Sendable {
    /// A record, or the reason why it cannot be read.
    package struct Record: Hashable, Sendable {
        /// A mistake in a record.
        package enum Fault: Hashable, Sendable {
            /// The record is longer than a row may be.
            case tooLong
            /// The record has more fields than a row may have.
            case tooManyFields
            /// A quote is inside a field that does not begin with one, or text follows a closing quote.
            case misplacedQuote
        }

        /// The line on which the record begins.
        package let line: Int64
        /// Its fields.
        package let fields: [[UInt8]]
        /// The mistake in the record, if any.
        package let fault: Fault?
    }

    /// The position at which the file ended.
    package enum Ending: Hashable, Sendable {
        /// The end of a line.
        case complete
        /// Inside a quoted field, which begins on this line.
        case insideQuotes(line: Int64)
        /// Inside a line.
        case insideLine(Int64)
    }

    private enum State {
        case fieldStart
        case plain
        case quoted
        /// After a quote within quotes: the end of the field, or the first half of an escaped quote.
        case quoteInQuotes
        /// After a mistake, up to the end of the line.
        case skipping
    }

    private let limit: Int
    private var state = State.fieldStart
    private var separator: UInt8?
    private var line: Int64 = 1
    private var recordLine: Int64 = 1
    private var recordBytes = 0
    private var fields: [[UInt8]] = []
    private var field: [UInt8] = []
    private var fault: Record.Fault?

    /// Creates a reader of a file whose records have at most `limit` bytes.
    package init(limit: Int = ImportLimits.rowBytes) {
        self.limit = limit
    }

    /// Reads the next bytes, and passes each complete record to a closure.
    package mutating func read<Failure: Error>(
        _ bytes: some Sequence<UInt8>,
        _ take: (Record) throws(Failure) -> Void
    ) throws(Failure) {
        for byte in bytes {
            if let record = self.step(byte) { try take(record) }
        }
    }

    /// The position at which the file ended, once everything was read.
    package var ending: Ending {
        switch self.state {
        case .quoted: .insideQuotes(line: self.recordLine)
        case .fieldStart where self.fields.isEmpty: .complete
        default: .insideLine(self.recordLine)
        }
    }

    private mutating func step(_ byte: UInt8) -> Record? {
        let newLine = UInt8(ascii: "\n")
        if byte == newLine {
            self.line += 1
            if self.state != .quoted { return self.endRecord() }
        }
        self.recordBytes += 1
        if self.recordBytes > self.limit, self.state != .skipping {
            self.fail(.tooLong)
            return byte == newLine ? self.endRecord() : nil
        }
        switch self.state {
        case .skipping: break
        case .fieldStart:
            if byte == UInt8(ascii: "\"") {
                self.state = .quoted
            } else if self.isSeparator(byte) {
                self.endField()
            } else {
                self.state = .plain
                self.field.append(byte)
            }
        case .plain:
            if self.isSeparator(byte) {
                self.endField()
            } else if byte == UInt8(ascii: "\"") {
                self.fail(.misplacedQuote)
            } else {
                self.field.append(byte)
            }
        case .quoted:
            if byte == UInt8(ascii: "\"") { self.state = .quoteInQuotes } else { self.field.append(byte) }
        case .quoteInQuotes:
            if byte == UInt8(ascii: "\"") {
                self.field.append(byte)
                self.state = .quoted
            } else if self.isSeparator(byte) {
                self.endField()
            } else if byte != UInt8(ascii: "\r") {
                self.fail(.misplacedQuote)
            }
        }
        return nil
    }

    /// Returns whether a byte separates fields; the first candidate in the file determines the separator.
    private mutating func isSeparator(_ byte: UInt8) -> Bool {
        if let separator { return byte == separator }
        guard byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") || byte == UInt8(ascii: "\t") else {
            return false
        }
        self.separator = byte
        return true
    }

    private mutating func endField() {
        if self.fields.count >= ImportLimits.columns { return self.fail(.tooManyFields) }
        self.fields.append(self.field)
        self.field = []
        self.state = .fieldStart
    }

    private mutating func fail(_ fault: Record.Fault) {
        self.fault = fault
        self.fields = []
        self.field = []
        self.state = .skipping
    }

    private mutating func endRecord() -> Record? {
        // The header line has ended without a separator, so the file has one column.
        if self.separator == nil { self.separator = UInt8(ascii: ",") }
        if self.state == .plain, self.field.last == UInt8(ascii: "\r") { self.field.removeLast() }
        let isBlank = self.fault == nil && self.fields.isEmpty && self.field.isEmpty
        if self.fault == nil, !isBlank { self.endField() }
        defer {
            self.state = .fieldStart
            self.fields = []
            self.field = []
            self.fault = nil
            self.recordBytes = 0
            self.recordLine = self.line
        }
        return isBlank ? nil : Record(line: self.recordLine, fields: self.fields, fault: self.fault)
    }
}
