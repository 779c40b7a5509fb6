import AppStore
import Ledger

/// Why a row was not imported now.
enum ImportRowError: Error, Sendable {
    /// This row cannot be imported.
    case row(ImportRow.Failure)
    /// No row can, until a person has seen to it.
    case job(ImportJob.Pause)
    /// It may work later; Apple refused just this one, or could not be asked at all.
    case later(AppStoreError)
    /// The ledger cannot take it now.
    case storage(RepositoryError)
    /// The work was broken off.
    case stopped

    /// The code of a pause because Apple's answer is dated ahead of the clock.
    static let clockBehind = "signed_date_in_future"
    /// Apple's number for an account that is not known.
    private static let accountNotFound: Int64 = 4_040_001
    /// Apple's number for an app that is not known.
    private static let appNotFound: Int64 = 4_040_003

    /// What an error of Apple's API means for an import.
    init(_ error: AppStoreError) {
        switch error {
        case .canceled: self = .stopped
        case .unauthorized:
            self = .job(
                ImportJob.Pause(
                    code: error.code,
                    detail: """
                        Apple did not accept the key. See whether it was revoked, whether key id and issuer belong to it, \
                        and whether the clock is right; then go on with retry.
                        """
                )
            )
        case .signingFailed, .notAvailable:
            self = .job(ImportJob.Pause(code: error.code, detail: "Apple cannot be asked with this key. \(error)"))
        case _ where error.isUnknownID || error.number?.rawValue == Self.accountNotFound:
            self = .row(
                ImportRow.Failure(
                    code: "import_transaction_unknown",
                    detail: "Apple knows no such transaction of this app in any environment that the app serves."
                )
            )
        case .refused(let answer) where answer.status == 403 || error.number?.rawValue == Self.appNotFound:
            self = .job(
                ImportJob.Pause(
                    code: error.code,
                    detail:
                        "Apple refuses this app (\(answer.name ?? "\(answer.status)")). See whether bundle id and key belong together."
                )
            )
        case _ where error.canRetry: self = .later(error)
        case .refused(let answer):
            self = .row(
                ImportRow.Failure(
                    code: error.code,
                    detail: "Apple refuses to answer: \(answer.name ?? "status \(answer.status)")."
                )
            )
        default: self = .row(Self.failure(error))
        }
    }

    /// The failure of a row that is given up because of an error.
    static func failure(_ error: AppStoreError) -> ImportRow.Failure {
        let detail =
            switch error {
            case .unreadableAnswer, .tooLarge, .redirected: "What came back is not one of Apple's answers."
            case .refused(let answer): "Apple could not answer: \(answer.name ?? "status \(answer.status)")."
            default: "Apple could not be asked."
            }
        return ImportRow.Failure(code: error.code, detail: detail)
    }
}
