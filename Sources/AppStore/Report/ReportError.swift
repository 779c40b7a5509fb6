/// Why a report cannot be read; a report with an error is not read in part.
///
/// Texts of the report are shortened to ``maximumTextLength`` characters, and characters that cannot be printed are
/// written as their numbers, so that the texts can be shown and logged.
public enum ReportError: Error, Hashable, Sendable {
    /// The report holds nothing.
    case empty
    /// A line is no UTF-8.
    case notText(line: Int)
    /// None of the first lines names the columns.
    case noHeader
    /// Two columns have one name.
    case repeatedColumn(String)
    /// The report has this many columns.
    case tooManyColumns(Int)
    /// The report has more rows than this.
    case tooManyRows(Int)
    /// A column that the report is read by is missing.
    case missingColumn(String)
    /// A line is longer than ``ReportTable/maximumLineByteCount``.
    case lineTooLong(line: Int)
    /// A row has more fields than there are columns.
    case tooManyFields(line: Int)
    /// A row ends before its last field: the file was cut off.
    case cutRow(line: Int)
    /// A field that has to say something is empty.
    case missingValue(line: Int, column: String)
    /// A field is no number with a decimal point.
    case notADecimal(line: Int, column: String, text: String)
    /// A field is no date.
    case notADate(line: Int, column: String, text: String)
    /// A field is no code of a currency.
    case notACurrency(line: Int, column: String, text: String)
    /// A field is no code of a country.
    case notACountry(line: Int, column: String, text: String)
    /// A number is larger than anything sold.
    case numberTooLarge(line: Int, column: String, text: String)
    /// A field is neither `S` for a sale nor `R` for a return.
    case notSaleOrReturn(line: Int, column: String, text: String)
    /// The report states another number of rows than it has.
    case rowCountDiffers(line: Int, stated: Int64, read: Int64)
    /// A row comes after the totals that end a report.
    case rowAfterTotals(line: Int)

    /// The most characters of a report's text that an error has.
    public static let maximumTextLength = 64

    /// A report's text as errors have it.
    static func shown(_ text: some StringProtocol) -> String {
        UntrustedText.shortened(String(text), limit: Self.maximumTextLength)
    }

    /// The error's name in answers and documentation; it never changes.
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
