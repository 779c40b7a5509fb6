import HTTPTypes
import PurserService

extension Problem {
    /// Why nothing was done about a refund.
    static func refund(_ error: RefundError) -> Problem {
        switch error {
        case .appUnknown, .unknown, .policyUnknown: Problem(.notFound, code: error.code, error.detail)
        case .notOpen, .withheld, .policyOvertaken, .trialRunning, .trialNotRunning:
            Problem(.conflict, code: error.code, error.detail)
        case .policyWrong(let findings):
            Problem(
                .unprocessableContent,
                code: error.code,
                error.detail,
                field: findings.findings.first { !$0.keyPath.isEmpty }?.keyPath
            )
        case .trialInvalid: Problem(.unprocessableContent, code: error.code, error.detail, field: "trial")
        case .cancelled: Problem(.serviceUnavailable, code: error.code, error.detail)
        case .storage(let cause): .storage(cause)
        }
    }
}
