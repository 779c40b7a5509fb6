package import AppStore
package import Ledger

/// Why a report could not be kept or read; nothing of it is kept then.
package enum ReportRefusal: Error, Hashable, Sendable {
    /// The gzip file ends too early.
    case gzipCut
    /// The gzip file contradicts itself: its checksum, its length, or what is packed.
    case gzipDamaged
    /// Something follows the end of the gzip file.
    case gzipTrailing
    /// The packed file grows as no report does.
    case bomb
    /// The file or its text has more bytes than this.
    case tooLarge(Int)
    /// The text cannot be read as a report.
    case unreadable(ReportError)
    /// Its columns are those of no kind that is kept.
    case kindUnknown
    /// Neither its rows nor its name say which period it is about.
    case periodUnknown
    /// A row is about another period than those before.
    case periodsMixed(line: Int)
    /// Neither its rows nor its name say which finance region it is about.
    case regionUnknown
    /// A row has another currency of proceeds than those before, in a report of one region.
    case currenciesMixed(line: Int)
    /// It is about something else than was asked for.
    case unexpected(found: String, expected: String)
    /// It is another vendor's.
    case wrongVendor(found: String, expected: String)
    /// It has rows of apps, but none of this one.
    case otherApp(sku: String)
    /// Its name is empty, too long or has control characters.
    case nameInvalid
    /// There is no app of this name.
    case appUnknown(AppName)
    /// There is no report of this number.
    case unknown(Int64)
    /// The database cannot be read or written.
    case storage(RepositoryError)

    /// A stable code.
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

    /// One plain sentence: what is wrong, and what helps.
    package var remedy: String {
        switch self {
        case .gzipCut: "The gzip file ends too early. Download it again."
        case .gzipDamaged: "The gzip file is damaged. Download it again."
        case .gzipTrailing: "Something follows the end of the gzip file. Download it again."
        case .bomb: "The packed file grows to more than 200 times its size, as no report does. Download it again."
        case .tooLarge(let limit): "The report has more than \(limit) bytes. Check that it is one of Apple's reports."
        case .unreadable(let error): error.remedy
        case .kindUnknown:
            "The columns are those of no report that is kept here: sales, subscription, subscription event, subscriber or "
                + "financial reports. Check that it is the report itself."
        case .periodUnknown:
            "Neither the rows nor the file's name say which day, week or month the report is about. "
                + "Give the file the name that Apple gave it, such as S_D_85123456_20260301.txt.gz."
        case .periodsMixed(let line):
            "Line \(line) is about another period than the lines before. Import each report by itself."
        case .regionUnknown:
            "Nothing says which finance region the report is about. "
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
    /// What is wrong and where, and what helps.
    fileprivate var remedy: String {
        switch self {
        case .empty: "The report holds nothing. Download it again."
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
            "Line \(line) has \(text.prefix(40)) in \(column), more than anything sold. Download the report again."
        case .notSaleOrReturn(let line, let column, let text):
            "Line \(line) has \(text.prefix(40)) in \(column), which is neither S nor R. Download the report again."
        case .rowCountDiffers(let line, let stated, let read):
            "Line \(line) states \(stated) rows, and there are \(read). Download the report again."
        case .rowAfterTotals(let line): "Line \(line) is a row after the totals. Download the report again."
        case .missingValue(let line, let column): "Line \(line) says nothing in \(column). Download the report again."
        case .notADecimal(let line, let column, let text):
            "Line \(line) has \(text.prefix(40)) in \(column), which is no number with a decimal point. "
                + "Use the file as Apple sends it, not one that a spreadsheet saved."
        case .notADate(let line, let column, let text):
            "Line \(line) has \(text.prefix(40)) in \(column), which is no date. Use the file as Apple sends it."
        case .notACurrency(let line, let column, let text):
            "Line \(line) has \(text.prefix(40)) in \(column), which is no currency. Use the file as Apple sends it."
        case .notACountry(let line, let column, let text):
            "Line \(line) has \(text.prefix(40)) in \(column), which is no country. Use the file as Apple sends it."
        }
    }
}
