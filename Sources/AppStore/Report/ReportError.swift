/// Why a report cannot be read; a report with an error is not read in part.
public enum ReportError: Error, Hashable, Sendable {
    /// The report holds nothing.
    case empty
    /// A line is no UTF-8.
    case notText(line: Int)
    /// No row names the columns.
    case noHeader
    /// Two columns have one name.
    case repeatedColumn(String)
    /// The report has this many columns.
    case tooManyColumns(Int)
    /// A column that the report is read by is missing.
    case missingColumn(String)
    /// A line is longer than ``ReportTable/maximumLineByteCount``.
    case lineTooLong(line: Int)
    /// A row has more fields than there are columns.
    case tooManyFields(line: Int)
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

    /// The error's name in answers and documentation; it never changes.
    public var code: String {
        switch self {
        case .empty: "report_empty"
        case .notText: "report_not_text"
        case .noHeader: "report_no_header"
        case .repeatedColumn: "report_column_repeated"
        case .tooManyColumns: "report_too_many_columns"
        case .missingColumn: "report_column_missing"
        case .lineTooLong: "report_line_too_long"
        case .tooManyFields: "report_too_many_fields"
        case .missingValue: "report_value_missing"
        case .notADecimal: "report_not_a_decimal"
        case .notADate: "report_not_a_date"
        case .notACurrency: "report_not_a_currency"
        case .notACountry: "report_not_a_country"
        }
    }
}
