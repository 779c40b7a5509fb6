package import AppStore
package import Ledger

/// The reason why a report could not be stored or read; nothing of it is stored then.
package enum ReportRefusal: Error, Hashable, Sendable {
    /// The gzip file is truncated.
    case gzipCut
    /// The gzip file is damaged: its checksum, its length, or its data is invalid.
    case gzipDamaged
    /// Other bytes follow the end of the gzip file.
    case gzipTrailing
    /// The compressed file expands more than any report does.
    case bomb
    /// The file or its text has more bytes than this.
    case tooLarge(Int)
    /// The text cannot be read as a report.
    case unreadable(ReportError)
    /// The columns belong to no supported kind of report.
    case kindUnknown
    /// Neither the rows nor the name state the period.
    case periodUnknown
    /// A row is about another period than the rows before.
    case periodsMixed(line: Int)
    /// Neither the rows nor the name state the finance region.
    case regionUnknown
    /// A row of a single-region report has another currency of proceeds than the rows before.
    case currenciesMixed(line: Int)
    /// The report is not the requested one.
    case unexpected(found: String, expected: String)
    /// The report belongs to another vendor.
    case wrongVendor(found: String, expected: String)
    /// The report has rows of other apps only.
    case otherApp(sku: String)
    /// The name is empty, too long, or has control characters.
    case nameInvalid
    /// The server has no app of this name.
    case appUnknown(AppName)
    /// The app has no report with this number.
    case unknown(Int64)
    /// The database cannot be read or written.
    case storage(RepositoryError)

    /// The stable code.
    package var code: String {
        switch self {
        case .gzipCut: "report_gzip_cut"
        case .gzipDamaged: "report_gzip_damaged"
        case .gzipTrailing: "report_gzip_trailing"
        case .bomb: "report_bomb"
        case .tooLarge: "report_too_large"
        case .unreadable(let error): error.code
        case .kindUnknown: "report_kind_unknown"
        case .periodUnknown: "report_period_unknown"
        case .periodsMixed: "report_periods_mixed"
        case .regionUnknown: "report_region_unknown"
        case .currenciesMixed: "report_currencies_mixed"
        case .unexpected: "report_unexpected"
        case .wrongVendor: "report_vendor_wrong"
        case .otherApp: "report_other_app"
        case .nameInvalid: "report_name_invalid"
        case .appUnknown: "app_unknown"
        case .unknown: "report_unknown"
        case .storage(let error): error.code
        }
    }

    /// What is wrong and the remedy, as one sentence.
    package var remedy: String {
        switch self {
        case .gzipCut: "The gzip file ends too early. Download it again."
        case .gzipDamaged: "The gzip file is damaged. Download it again."
        case .gzipTrailing: "Other bytes follow the end of the gzip file. Download it again."
        case .bomb: "The compressed file expands to more than 200 times its size, as no report does. Download it again."
        case .tooLarge(let limit): "The report has more than \(limit) bytes. Check that it is one of Apple's reports."
        case .unreadable(let error): error.remedy
        case .kindUnknown:
            "The columns belong to no supported report: sales, subscription, subscription event, subscriber or "
                + "financial reports. Check that it is the report itself."
        case .periodUnknown:
            "Neither the rows nor the file's name state the day, week or month of the report. "
                + "Give the file the name that Apple gave it, such as S_D_85123456_20260301.txt.gz."
        case .periodsMixed(let line):
            "Line \(line) is about another period than the lines before. Import each report separately."
        case .regionUnknown:
            "Neither the rows nor the file's name state the finance region of the report. "
                + "Give the file the name that Apple gave it, such as 85123456_0726_ZZ.txt.gz."
        case .currenciesMixed(let line):
            "Line \(line) has another currency of proceeds than the lines before, which a report of one region never has. "
                + "Download it again."
        case .unexpected(let found, let expected): "Asked for \(expected), the report is \(found). Fetch it again."
        case .wrongVendor(let found, let expected):
            "The report is of vendor \(found), the configuration names \(expected). Check the file and the app."
        case .otherApp(let sku):
            "The report has rows of other apps and none of \(sku), the SKU in the configuration. Check the file and the app."
        case .nameInvalid: "The name of a file has 1 to 1024 bytes and no control characters."
        case .appUnknown(let name): "No app of the name \(name) is configured here."
        case .unknown(let number): "There is no report \(number). List them: purser reports list"
        case .storage(let error): OperationFailure(error).detail
        }
    }
}

extension ReportError {
    /// What is wrong, where, and the remedy.
    fileprivate var remedy: String {
        switch self {
        case .empty: "The report is empty. Download it again."
        case .notText(let line): "Line \(line) is not UTF-8. Use the file as Apple sends it."
        case .noHeader: "No line names the columns. Check that it is the report itself."
        case .repeatedColumn(let name): "Two columns are called \(name). Download the report again."
        case .tooManyColumns(let count): "It has \(count) columns, more than any of Apple's reports."
        case .tooManyRows(let limit): "It has more than \(limit) rows. Check that it is one of Apple's reports."
        case .missingColumn(let name): "The column \(name) is missing. Use the file as Apple sends it."
        case .lineTooLong(let line): "Line \(line) is longer than any of Apple's. Check that it is a report."
        case .tooManyFields(let line): "Line \(line) has more fields than there are columns. Download the report again."
        case .cutRow(let line): "Line \(line) ends before its last field. Download the report again."
        case .numberTooLarge(let line, let column, let text):
            "Line \(line) has \(text.prefix(40)) in \(column), which is too large. Download the report again."
        case .notSaleOrReturn(let line, let column, let text):
            "Line \(line) has \(text.prefix(40)) in \(column), which is neither S nor R. Download the report again."
        case .rowCountDiffers(let line, let stated, let read):
            "Line \(line) states \(stated) rows, but the report has \(read). Download the report again."
        case .rowAfterTotals(let line): "Line \(line) is a row after the totals. Download the report again."
        case .missingValue(let line, let column): "Line \(line) has no value in \(column). Download the report again."
        case .notADecimal(let line, let column, let text):
            "Line \(line) has \(text.prefix(40)) in \(column), which is not a number with a decimal point. "
                + "Use the file as Apple sends it, not one that a spreadsheet saved."
        case .notADate(let line, let column, let text):
            "Line \(line) has \(text.prefix(40)) in \(column), which is not a date. Use the file as Apple sends it."
        case .notACurrency(let line, let column, let text):
            "Line \(line) has \(text.prefix(40)) in \(column), which is not a currency. Use the file as Apple sends it."
        case .notACountry(let line, let column, let text):
            "Line \(line) has \(text.prefix(40)) in \(column), which is not a country. Use the file as Apple sends it."
        }
    }
}
