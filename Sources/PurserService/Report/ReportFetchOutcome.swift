package import AppStore
package import Ledger

/// The outcome of requesting a report from App Store Connect.
package enum ReportFetchOutcome: Hashable, Sendable {
    /// The report is new.
    case new(number: Int64, rowCount: Int)
    /// The report differs from the stored one and replaces it.
    case changed(number: Int64, rowCount: Int, supersedes: Int64)
    /// The report equals the stored one.
    case unchanged(number: Int64, rowCount: Int)
    /// Apple has no report.
    case absent(ReportAbsence.Reason)
    /// The report could not be fetched.
    case failed(ReportFetchFailure)

    /// The stable name of the outcome in metrics, answers and logs.
    package var name: String {
        switch self {
        case .new: "new"
        case .changed: "changed"
        case .unchanged: "unchanged"
        case .absent(.noSales): "no_sales"
        case .absent(.notYet): "not_yet"
        case .absent(.gone): "gone"
        case .failed: "failed"
        }
    }

    /// Whether the report needs no further request now.
    package var isComplete: Bool {
        switch self {
        case .new, .changed, .unchanged, .absent(.noSales): true
        case .absent(.notYet), .absent(.gone), .failed: false
        }
    }

    /// Whether Apple answered that there is no report.
    package var isAbsent: Bool {
        if case .absent = self { true } else { false }
    }

    /// The failure; `nil` where Apple answered.
    package var failure: ReportFetchFailure? {
        if case .failed(let failure) = self { failure } else { nil }
    }
}

/// The reason why a report could not be fetched and stored, and which other requests have to wait for it.
package struct ReportFetchFailure: Error, Hashable, Sendable {
    /// The requests that a failure affects.
    package enum Reach: Hashable, Sendable {
        /// Only this report: its file is invalid.
        case report
        /// The reports of the same kind.
        case kind
        /// The finance reports, or all others: a key with the role Sales has access to sales reports only.
        case family
        /// All requests of the app to App Store Connect, until a person fixes the cause.
        case app
        /// All requests of the app to App Store Connect, until the connection works again.
        case connection
    }

    /// The stable code.
    package let code: String
    /// What is wrong and the remedy, as sentences.
    package let detail: String
    /// The requests that have to wait.
    package let reach: Reach
    /// The instant of the next request, where Apple or the rate limit determines it.
    package let until: Instant?

    /// Creates the failure for an error of App Store Connect.
    package init(_ error: ConnectError) {
        self.code = error.code
        var until: Instant?
        if case .rateLimited(let instant) = error { until = Instant(milliseconds: instant) }
        self.until = until
        self.reach =
            switch error {
            case .rateLimited, .failed, .unreachable, .interrupted, .timedOut, .canceled, .budgetUnavailable:
                .connection
            case .unauthorized, .agreementMissing, .signingFailed, .redirected, .foreignLink: .app
            case .forbidden: .family
            case .refused, .notFound, .requestInvalid: .kind
            case .noSales, .notYetAvailable, .gone, .unreadable, .tooLarge: .report
            }
        let apples = error.answer.map { $0.detail.isEmpty ? $0.title : $0.detail } ?? ""
        self.detail = Self.sentence(for: error, until) + (apples.isEmpty ? "" : " Apple says: \(apples)")
    }

    /// Creates the failure for an error of the repository.
    package init(_ error: RepositoryError) {
        let failure = OperationFailure(error)
        self.code = failure.code
        self.detail = failure.detail
        self.reach = .connection
        self.until = nil
    }

    /// Creates the failure for a fetched report that cannot be stored.
    package init(_ refusal: ReportRefusal) {
        self.code = refusal.code
        self.detail = refusal.remedy
        self.reach = if case .storage = refusal { .connection } else { .report }
        self.until = nil
    }

    private static func sentence(for error: ConnectError, _ until: Instant?) -> String {
        switch error {
        case .unauthorized:
            "App Store Connect does not accept the key: it was replaced or revoked, or its id, the issuer or the clock "
                + "is wrong. To check: purser doctor"
        case .forbidden:
            "The key has no access to this report. It must be a team's key with the role Finance (sales reports: Sales or "
                + "Finance), and the vendor number must be the team's."
        case .agreementMissing:
            "App Store Connect refuses all requests until the Account Holder accepts an agreement, under Business."
        case .rateLimited:
            "The key's hourly limit of requests is almost or entirely used up; the server continues at \(until?.rfc3339 ?? "")."
        case .refused, .notFound, .requestInvalid:
            "App Store Connect refuses the request. Check vendorNumber in the configuration."
        case .failed: "App Store Connect failed. The server tries again."
        case .unreachable, .interrupted, .timedOut, .canceled:
            "App Store Connect cannot be reached. The server tries again."
        case .budgetUnavailable: "The database, which has the remaining requests of the hour, is not available."
        case .signingFailed: "The key cannot sign. Check the key file."
        case .unreadable, .tooLarge: "The answer is not a report."
        case .redirected, .foreignLink:
            "A host between the server and Apple redirects requests, and the server does not follow redirects. Check the proxy."
        case .noSales, .notYetAvailable, .gone: "There is no such report."
        }
    }
}

/// The state of fetching one kind of report.
package struct ReportFetchStatus: Hashable, Sendable {
    /// The kind.
    package let kind: ReportKind
    /// The stored report of the newest period.
    package let newest: ReportRecord?
    /// The instant of the next request for a report of the kind.
    package let next: Instant?
    /// The instant until which a failure suspends requests.
    package let pausedUntil: Instant?
    /// The last failure without a later success, as known to the server that fetches.
    package let backoff: ReportFetchState.Backoff?
}

/// The reason why reports cannot be fetched, or their state not be returned.
package enum ReportFetchRefusal: Error, Hashable, Sendable {
    /// The app has no access to App Store Connect.
    case notConfigured(AppName)
    /// The database cannot be read.
    case storage(RepositoryError)

    /// The stable code.
    package var code: String {
        switch self {
        case .notConfigured: "connect_not_configured"
        case .storage(let error): error.code
        }
    }

    /// The remedy, as one sentence.
    package var remedy: String {
        switch self {
        case .notConfigured(let app):
            "The app \(app) is not configured, or has no key for App Store Connect; add one to the configuration: "
                + "apps.\(app).appStoreConnect"
        case .storage(let error): OperationFailure(error).detail
        }
    }
}
