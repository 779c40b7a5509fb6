/// Why a file of price points or price tiers cannot be read; a file with an error is not read in part.
package struct PriceFileError: Error, Hashable, Sendable {
    /// What is wrong.
    package enum Code: String, Hashable, Sendable, CaseIterable {
        /// There is no row in it.
        case fileEmpty = "price_file_empty"
        /// It is not in UTF-8.
        case fileNotUTF8 = "price_file_not_utf8"
        /// It ends in the middle of a row.
        case fileCutOff = "price_file_cut_off"
        /// A line is too long, has too many fields, or has a quote where none may stand.
        case rowUnreadable = "price_row_unreadable"
        /// A row has more or fewer fields than the header names columns.
        case fieldCount = "price_field_count"
        /// The header lacks a column.
        case columnMissing = "price_column_missing"
        /// The header has a column twice.
        case columnRepeated = "price_column_repeated"
        /// A field that has to say something is empty.
        case valueMissing = "price_value_missing"
        /// A field is no amount.
        case amountMalformed = "price_amount_malformed"
        /// A field is no code of a currency.
        case currencyMalformed = "price_currency_malformed"
        /// A field is no code of a storefront.
        case storefrontMalformed = "price_storefront_malformed"
        /// A field is the code of no storefront of the App Store.
        case storefrontUnknown = "price_storefront_unknown"
        /// There are too many rows in it.
        case rowsTooMany = "price_rows_too_many"
        /// A storefront has too many price points.
        case pointsTooMany = "price_points_too_many"
        /// A storefront has prices in two currencies.
        case currenciesMixed = "price_currencies_mixed"
        /// A price point stands there twice, with different proceeds.
        case pointContradictory = "price_point_contradictory"
        /// A field is no kind of product that tiers are for.
        case tierKindUnknown = "price_tier_kind_unknown"
        /// A field is no level of a tier.
        case tierLevelMalformed = "price_tier_level_malformed"
        /// A tier stands there twice, with different prices.
        case tierContradictory = "price_tier_contradictory"
    }

    /// What is wrong.
    package let code: Code
    /// The line, counted from 1; `nil` where the file as a whole is meant.
    package let line: Int64?
    /// The column by the name that the documentation has for it; `nil` where the whole line is meant.
    package let column: String?
    /// What is wrong, without a full stop.
    package let problem: String
    /// What would be right, as a sentence.
    package let remedy: String

    /// Creates an error of these values.
    package init(_ code: Code, line: Int64? = nil, column: String? = nil, _ problem: String, remedy: String) {
        self.code = code
        self.line = line
        self.column = column
        self.problem = problem
        self.remedy = remedy
    }

    /// Returns the error as an issue in a file of this name.
    package func issue(in file: String) -> ValidationIssue {
        ValidationIssue(
            file: file,
            line: self.line.map(Int.init(clamping:)),
            keyPath: self.column ?? "",
            problem: self.problem,
            remedy: "\(self.remedy) (\(self.code.rawValue))"
        )
    }
}
