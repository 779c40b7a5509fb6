package import Ledger

/// Why nothing can be fetched, or said about it.
package enum ReportFetchRefusal: OperatorRefusal, Hashable, Sendable {
    /// The app has no access to App Store Connect.
    case notConfigured(AppName)
    /// The database cannot be read.
    case storage(RepositoryError)

    /// A stable code.
    package var code: String {
        switch self {
        case .notConfigured: "connect_not_configured"
        case .storage(let error): error.code
        }
    }

    /// What to do about it, in one sentence.
    package var remedy: String {
        switch self {
        case .notConfigured(let app):
            "The app \(app) is not here, or has no key for App Store Connect; add one to the configuration: "
                + "apps.\(app).appStoreConnect"
        case .storage(let error): OperationFailure(error).detail
        }
    }
}

extension OperationFailure {
    /// What it means to the operator that nothing can be fetched.
    init(_ refusal: ReportFetchRefusal) {
        self.init(code: refusal.code, detail: refusal.remedy)
    }
}
