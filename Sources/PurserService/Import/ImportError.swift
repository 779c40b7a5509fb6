package import Ledger

/// The reason why an import cannot be started, read or changed.
package enum ImportError: Error, Hashable, Sendable {
    /// The app has no key for Apple's API, so Apple cannot be asked.
    case keyMissing(AppName)
    /// The server serves no app of this name.
    case appUnknown
    /// No import has this id.
    case unknown
    /// The state of the import does not allow the action.
    case wrongState(ImportJob.State)
    /// The file cannot be imported; the import contains what was read so far, if it exists.
    case file(ImportFileError, ImportJobID?)
    /// The file was not received completely; the import contains what was read so far, if it exists.
    case interrupted(ImportJobID?)
    /// The import could not be stored.
    case storage(RepositoryError)

    /// The stable error code for logs, metrics and answers.
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

    /// One sentence that says what is wrong and what to do.
    package var detail: String {
        switch self {
        case .keyMissing(let app):
            "Apple cannot be asked: add the key apps.\(app).appStore to the configuration and restart."
        case .appUnknown: "The server serves no app of this name."
        case .unknown: "No import has this id."
        case .wrongState(let state): "The import is \(state.rawValue), which does not allow this action."
        case .file(let error, let id): error.detail + Self.kept(id)
        case .interrupted(let id): "The file arrived incompletely. Send it again from its beginning." + Self.kept(id)
        case .storage: "The database cannot store this now. Try again."
        }
    }

    private static func kept(_ id: ImportJobID?) -> String {
        id.map { " Import \($0) shows how far the upload got; Apple was not asked about any row." } ?? ""
    }
}

/// The reason why the file of an import cannot be read as a whole.
package struct ImportFileError: Error, Hashable, Sendable {
    /// The kind of the mistake.
    package enum Code: String, Hashable, Sendable, CaseIterable {
        /// The file is empty.
        case fileEmpty = "import_file_empty"
        /// The file is not UTF-8.
        case fileNotUTF8 = "import_file_not_utf8"
        /// The file ends in the middle of a row.
        case fileCutOff = "import_file_cut_off"
        /// The header line cannot be read.
        case headerUnreadable = "import_header_unreadable"
        /// The header has an unknown column.
        case columnUnknown = "import_column_unknown"
        /// The header has a column twice.
        case columnRepeated = "import_column_repeated"
        /// The header has no column that identifies a purchase.
        case columnMissing = "import_column_missing"
    }

    /// The kind of the mistake.
    package let code: Code
    /// One sentence that says what is wrong and what would be correct.
    package let detail: String

    /// Creates an error of these values.
    package init(_ code: Code, _ detail: String) {
        self.code = code
        self.detail = detail
    }
}
