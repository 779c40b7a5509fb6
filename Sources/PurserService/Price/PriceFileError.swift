/// The reason why a file of price points or price tiers cannot be read; such a file is rejected as a whole.
package struct PriceFileError: Error, Hashable, Sendable {
    /// The kind of an error.
    package enum Code: String, Hashable, Sendable, CaseIterable {
        /// The file has no rows.
        case fileEmpty = "price_file_empty"
        /// The file is not UTF-8.
        case fileNotUTF8 = "price_file_not_utf8"
        /// The file ends in the middle of a row.
        case fileCutOff = "price_file_cut_off"
        /// A line is too long, has too many fields, or has a quote where none is allowed.
        case rowUnreadable = "price_row_unreadable"
        /// A row has another number of fields than the header has columns.
        case fieldCount = "price_field_count"
        /// The header lacks a required column.
        case columnMissing = "price_column_missing"
        /// The header has a column twice.
        case columnRepeated = "price_column_repeated"
        /// A required field is empty.
        case valueMissing = "price_value_missing"
        /// A field is not an amount.
        case amountMalformed = "price_amount_malformed"
        /// A field is not a currency code.
        case currencyMalformed = "price_currency_malformed"
        /// A field is not a storefront code.
        case storefrontMalformed = "price_storefront_malformed"
        /// A field is not the code of an App Store storefront.
        case storefrontUnknown = "price_storefront_unknown"
        /// The file has too many rows.
        case rowsTooMany = "price_rows_too_many"
        /// A storefront has too many price points.
        case pointsTooMany = "price_points_too_many"
        /// A storefront has prices in more than one currency.
        case currenciesMixed = "price_currencies_mixed"
        /// The file has a price point twice, with different proceeds.
        case pointContradictory = "price_point_contradictory"
        /// A field is not a kind of product that has price tiers.
        case tierKindUnknown = "price_tier_kind_unknown"
        /// A field is not a level of a price tier.
        case tierLevelMalformed = "price_tier_level_malformed"
        /// The file has a tier twice, with different prices.
        case tierContradictory = "price_tier_contradictory"
    }

    /// The kind of the error.
    package let code: Code
    /// The line, counted from 1; `nil` where the error concerns the whole file.
    package let line: Int64?
    /// The documented name of the column; `nil` where the error concerns the whole line.
    package let column: String?
    /// The description of the error, without a full stop.
    package let problem: String
    /// The remedy, as a sentence.
    package let remedy: String

    /// Creates an error.
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
