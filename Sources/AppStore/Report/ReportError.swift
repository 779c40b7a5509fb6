/// The reason why a report cannot be read; a report with an error is never read in part.
///
/// Texts from the report are cut to ``maximumTextLength`` characters, and characters that cannot be printed are written
/// as their numbers, so that the error can be shown and logged.
public enum ReportError: Error, Hashable, Sendable {
    /// The report is empty.
    case empty
    /// A line is not UTF-8.
    case notText(line: Int)
    /// None of the first lines names the columns.
    case noHeader
    /// Two columns have the same name.
    case repeatedColumn(String)
    /// The report has too many columns; the value is their number.
    case tooManyColumns(Int)
    /// The report has more rows than this number.
    case tooManyRows(Int)
    /// A required column is missing.
    case missingColumn(String)
    /// A line is longer than ``ReportTable/maximumLineByteCount``.
    case lineTooLong(line: Int)
    /// A row has more fields than there are columns.
    case tooManyFields(line: Int)
    /// A row ends before its last field, so the file is truncated.
    case cutRow(line: Int)
    /// A required field is empty.
    case missingValue(line: Int, column: String)
    /// A field is not a decimal number in the form that ``ReportDecimal`` reads.
    case notADecimal(line: Int, column: String, text: String)
    /// A field is not a date.
    case notADate(line: Int, column: String, text: String)
    /// A field is not a currency code.
    case notACurrency(line: Int, column: String, text: String)
    /// A field is not a country code.
    case notACountry(line: Int, column: String, text: String)
    /// A number is implausibly large.
    case numberTooLarge(line: Int, column: String, text: String)
    /// A field is neither `S` for a sale nor `R` for a return.
    case notSaleOrReturn(line: Int, column: String, text: String)
    /// The report states a number of rows that differs from the number read.
    case rowCountDiffers(line: Int, stated: Int64, read: Int64)
    /// A row follows the totals that end a report.
    case rowAfterTotals(line: Int)

    /// The maximum length of a text from the report in an error, in characters.
    public static let maximumTextLength = 64

    /// Returns a text from the report in the form that errors contain.
    static func shown(_ text: some StringProtocol) -> String {
        UntrustedText.shortened(String(text), limit: Self.maximumTextLength)
    }

    /// The error's name in API responses and documentation; it never changes.
    public var code: String {
        switch self {
        case .empty: "report_empty"
        case .notText: "report_not_text"
        case .noHeader: "report_no_header"
        case .repeatedColumn: "report_column_repeated"
        case .tooManyColumns: "report_too_many_columns"
        case .tooManyRows: "report_too_many_rows"
        case .missingColumn: "report_column_missing"
        case .lineTooLong: "report_line_too_long"
        case .tooManyFields: "report_too_many_fields"
        case .cutRow: "report_row_cut"
        case .missingValue: "report_value_missing"
        case .notADecimal: "report_not_a_decimal"
        case .notADate: "report_not_a_date"
        case .notACurrency: "report_not_a_currency"
        case .notACountry: "report_not_a_country"
        case .numberTooLarge: "report_number_too_large"
        case .notSaleOrReturn: "report_not_sale_or_return"
        case .rowCountDiffers: "report_row_count_differs"
        case .rowAfterTotals: "report_row_after_totals"
        }
    }
}
