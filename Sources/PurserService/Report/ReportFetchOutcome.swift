package import AppStore
package import Ledger

/// What came of asking App Store Connect for a report.
package enum ReportFetchOutcome: Hashable, Sendable {
    /// The report is new.
    case new(number: Int64, rowCount: Int)
    /// The report is another than before, and has taken its place.
    case changed(number: Int64, rowCount: Int, supersedes: Int64)
    /// The report is the one that was there.
    case unchanged(number: Int64, rowCount: Int)
    /// There is none.
    case absent(ReportAbsence.Reason)
    /// It could not be had.
    case failed(ReportFetchFailure)

    /// The name of the outcome in metrics, answers and logs; it never changes.
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

    /// Whether everything is known now that there was to know of the report.
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

    /// Why it could not be had; `nil` where Apple answered.
    package var failure: ReportFetchFailure? {
        if case .failed(let failure) = self { failure } else { nil }
    }
}

/// Why a report could not be fetched and kept, and what else has to wait for that reason.
package struct ReportFetchFailure: Error, Hashable, Sendable {
    /// What a failure concerns besides the report itself.
    package enum Reach: Hashable, Sendable {
        /// Nothing else: the file itself is the trouble.
        case report
        /// The other reports of its kind.
        case kind
        /// The finance reports, or all others: a key with the role Sales may have sales reports alone.
        case family
        /// Everything that the app asks of App Store Connect, until a person mends it.
        case app
        /// The same, until the connection works again by itself.
        case connection
    }

    /// The stable code.
    package let code: String
    /// What is wrong and what helps, in plain sentences.
    package let detail: String
    /// What else has to wait.
    package let reach: Reach
    /// When to ask again, where Apple or the limit says so.
    package let until: Instant?

    /// What an error of App Store Connect means for its reports.
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

    /// What an error of the repository means for reports.
    package init(_ error: RepositoryError) {
        let failure = OperationFailure(error)
        self.code = failure.code
        self.detail = failure.detail
        self.reach = .connection
        self.until = nil
    }

    /// What it means that a report that came cannot be kept.
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
                + "is wrong. Find out: purser doctor"
        case .forbidden:
            "The key may not have this report. It must be a team's key with the role Finance (sales reports: Sales or "
                + "Finance), and the vendor number the team's own."
        case .agreementMissing:
            "App Store Connect answers nothing until the account's holder accepts an agreement, under Business."
        case .rateLimited:
            "Little or nothing is left of the hour's requests of the key; it goes on at \(until?.rfc3339 ?? "")."
        case .refused, .notFound, .requestInvalid:
            "App Store Connect refuses the request. Check vendorNumber in the configuration."
        case .failed: "App Store Connect failed. It is asked again."
        case .unreachable, .interrupted, .timedOut, .canceled: "App Store Connect cannot be reached. It is asked again."
        case .budgetUnavailable: "The database cannot be asked for what is left of the hour's requests."
        case .signingFailed: "The key cannot sign. Check the key file."
        case .unreadable, .tooLarge: "What came is no report."
        case .redirected, .foreignLink:
            "Something between the server and Apple redirects requests, which is not followed. Check the proxy."
        case .noSales, .notYetAvailable, .gone: "There is no such report."
        }
    }
}

/// How the fetching of one kind of report goes.
package struct ReportFetchStatus: Hashable, Sendable {
    /// The kind.
    package let kind: ReportKind
    /// The report of the newest period that is kept.
    package let newest: ReportRecord?
    /// When a report of the kind is asked for next.
    package let next: Instant?
    /// Until when none is asked for, because of a failure.
    package let pausedUntil: Instant?
    /// The last failure that nothing has made good since, as the server knows it that does the fetching.
    package let backoff: ReportFetchState.Backoff?
}

/// Why nothing can be fetched, or said about it.
package enum ReportFetchRefusal: Error, Hashable, Sendable {
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
