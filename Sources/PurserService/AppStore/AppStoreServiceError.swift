package import AppStore
package import Ledger

/// Why something could not be had of the App Store.
package enum AppStoreServiceError: Error, Hashable, Sendable {
    /// The app is not here, or has no key for Apple's server API.
    case notConfigured(AppName)
    /// Apple refused, or could not be asked.
    case appStore(AppStoreError)
    /// Apple answered that it was not done.
    case notDone
    /// The key of the request was used for another order.
    case keyReused
    /// What Apple answered cannot be taken in.
    case evidence(IngestError)
    /// What Apple signed is not genuine.
    case refused(VerificationError)
    /// The ledger cannot be read or written.
    case storage(RepositoryError)

    /// A stable code.
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

    /// The code where this is a refusal, Apple's or ours; `nil` where Apple may have done it all the same, because its
    /// answer is not there, cannot be read, or could not be kept.
    package var refusalCode: String? {
        switch self {
        case .notConfigured, .notDone, .keyReused: self.code
        case .appStore(let error): error.leavesOpen ? nil : self.code
        case .evidence, .refused, .storage: nil
        }
    }
}

extension AppStoreError {
    /// Whether Apple may have done what it was asked.
    fileprivate var leavesOpen: Bool {
        switch self {
        case .refused(let answer): answer.status >= 500
        case .interrupted, .timedOut, .unreadableAnswer, .tooLarge, .redirected, .canceled: true
        case .unauthorized, .rateLimited, .unreachable, .budgetUnavailable, .notAvailable, .identifierInvalid,
            .signingFailed:
            false
        }
    }
}
