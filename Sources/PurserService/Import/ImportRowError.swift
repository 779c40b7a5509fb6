import AppStore
import Ledger

/// The reason why a row was not imported now.
enum ImportRowError: Error, Sendable {
    /// This row cannot be imported.
    case row(ImportRow.Failure)
    /// No row can be imported until an operator has resolved the problem.
    case job(ImportJob.Pause)
    /// A later attempt may succeed: Apple rejected this request, or could not be reached.
    case later(AppStoreError)
    /// The ledger cannot store the row now.
    case storage(RepositoryError)
    /// The work was canceled.
    case stopped

    /// The code of a pause because the date of Apple's answer is ahead of the clock.
    static let clockBehind = "signed_date_in_future"
    /// Apple's error number for an unknown account.
    private static let accountNotFound: Int64 = 4_040_001
    /// Apple's error number for an unknown app.
    private static let appNotFound: Int64 = 4_040_003

    /// Creates the reason that an error of Apple's API means for an import.
    init(_ error: AppStoreError) {
        switch error {
        case .canceled: self = .stopped
        case .unauthorized:
            self = .job(
                ImportJob.Pause(
                    code: error.code,
                    detail: """
                        Apple did not accept the key. Check that it was not revoked, that key id and issuer id match, \
                        and that the clock is correct; then use retry.
                        """
                )
            )
        case .signingFailed, .notAvailable:
            self = .job(ImportJob.Pause(code: error.code, detail: "Apple rejects requests with this key. \(error)"))
        case _ where error.isUnknownID || error.number?.rawValue == Self.accountNotFound:
            self = .row(
                ImportRow.Failure(
                    code: "import_transaction_unknown",
                    detail: "Apple knows no transaction of this app with this id in any environment of the app."
                )
            )
        case .refused(let answer) where answer.status == 403 || error.number?.rawValue == Self.appNotFound:
            self = .job(
                ImportJob.Pause(
                    code: error.code,
                    detail:
                        "Apple refuses this app (\(answer.name ?? "\(answer.status)")). Check that the bundle id and the key belong together."
                )
            )
        case _ where error.canRetry: self = .later(error)
        case .refused(let answer):
            self = .row(
                ImportRow.Failure(
                    code: error.code,
                    detail: "Apple rejects the request: \(answer.name ?? "status \(answer.status)")."
                )
            )
        default: self = .row(Self.failure(error))
        }
    }

    /// Returns the failure of a row that is given up because of an error.
    static func failure(_ error: AppStoreError) -> ImportRow.Failure {
        let detail =
            switch error {
            case .unreadableAnswer, .answerNotJSON, .tooLarge, .redirected:
                "The response is not a valid answer of Apple's."
            case .refused(let answer): "Apple could not answer: \(answer.name ?? "status \(answer.status)")."
            default: "Apple could not be reached."
            }
        return ImportRow.Failure(code: error.code, detail: detail)
    }
}
