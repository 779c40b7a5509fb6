/// Why the file of an import cannot be taken as a whole.
package struct ImportFileError: Error, Hashable, Sendable {
    /// What is wrong.
    package enum Code: String, Hashable, Sendable, CaseIterable {
        /// There is nothing in it.
        case fileEmpty = "import_file_empty"
        /// It is not in UTF-8.
        case fileNotUTF8 = "import_file_not_utf8"
        /// It ends in the middle of a row.
        case fileCutOff = "import_file_cut_off"
        /// The header line cannot be read.
        case headerUnreadable = "import_header_unreadable"
        /// The header has a column that means nothing here.
        case columnUnknown = "import_column_unknown"
        /// The header has a column twice.
        case columnRepeated = "import_column_repeated"
        /// The header has no column that names a purchase.
        case columnMissing = "import_column_missing"
    }

    /// What is wrong.
    package let code: Code
    /// What is wrong and what would be right, in a sentence.
    package let detail: String

    /// An error of these values.
    package init(_ code: Code, _ detail: String) {
        self.code = code
        self.detail = detail
    }
}
