package import AppStore
package import Ledger

/// The reason why a request to the App Store failed.
package enum AppStoreServiceError: Error, Hashable, Sendable {
    /// The app does not exist here, or has no key for Apple's server API.
    case notConfigured(AppName)
    /// Apple rejected the request, or could not be reached.
    case appStore(AppStoreError)
    /// Apple answered that it did not carry out the request.
    case notDone
    /// The idempotency key was used for a different request.
    case keyReused
    /// Apple's answer cannot be ingested.
    case evidence(IngestError)
    /// The signature of what Apple sent is not valid.
    case refused(VerificationError)
    /// The ledger cannot be read or written.
    case storage(RepositoryError)

    /// The stable error code.
    package var code: String {
        switch self {
        case .notConfigured: "appstore_not_configured"
        case .appStore(let error): error.code
        case .notDone: "appstore_not_done"
        case .keyReused: "idempotency_key_reused"
        case .evidence(let error): error.code
        case .refused(let error): error.code.rawValue
        case .storage(let error): error.code
        }
    }

    /// The error code if Apple or the server rejected the request.
    ///
    /// It is `nil` if Apple may have carried it out nevertheless, because its answer is missing, cannot be read, or
    /// could not be stored.
    package var refusalCode: String? {
        switch self {
        case .notConfigured, .notDone, .keyReused: self.code
        case .appStore(let error): error.leavesOpen ? nil : self.code
        case .evidence, .refused, .storage: nil
        }
    }
}

extension AppStoreError {
    /// Whether Apple may have carried out the request.
    fileprivate var leavesOpen: Bool {
        switch self {
        case .refused(let answer): answer.status >= 500
        case .interrupted, .timedOut, .unreadableAnswer, .answerNotJSON, .tooLarge, .redirected, .canceled: true
        case .unauthorized, .rateLimited, .unreachable, .budgetUnavailable, .notAvailable, .identifierInvalid,
            .signingFailed:
            false
        }
    }
}
