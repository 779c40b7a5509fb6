package import Ledger

/// Why an import cannot be started, looked at or changed.
package enum ImportError: Error, Hashable, Sendable {
    /// The app has no key for Apple's API, so nothing can be asked.
    case keyMissing(AppName)
    /// No app of this name is served.
    case appUnknown
    /// There is no import of this name.
    case unknown
    /// It is in a state in which this cannot be done.
    case wrongState(ImportJob.State)
    /// The file cannot be taken; the import that holds what was read so far, if there is one.
    case file(ImportFileError, ImportJobID?)
    /// The file did not come in whole; the import that holds what was read so far, if there is one.
    case interrupted(ImportJobID?)
    /// It could not be kept.
    case storage(RepositoryError)

    /// A stable code for logs, metrics and answers.
    package var code: String {
        switch self {
        case .keyMissing: "appstore_not_configured"
        case .appUnknown: "app_unknown"
        case .unknown: "import_unknown"
        case .wrongState: "import_state"
        case .file(let error, _): error.code.rawValue
        case .interrupted: "import_interrupted"
        case .storage(let error): error.code
        }
    }

    /// What is wrong and what to do, in a sentence.
    package var detail: String {
        switch self {
        case .keyMissing(let app):
            "Apple can be asked about nothing: add the key apps.\(app).appStore to the configuration and restart."
        case .appUnknown: "No app of this name is served here."
        case .unknown: "There is no import of this name."
        case .wrongState(let state): "The import is \(state.rawValue), so this cannot be done now."
        case .file(let error, let id): error.detail + Self.kept(id)
        case .interrupted(let id): "The file did not come in whole. Send it again from its beginning." + Self.kept(id)
        case .storage: "The database cannot take this now. Try again."
        }
    }

    private static func kept(_ id: ImportJobID?) -> String {
        id.map { " Import \($0) says how far it came; nothing of it was asked for." } ?? ""
    }
}

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
