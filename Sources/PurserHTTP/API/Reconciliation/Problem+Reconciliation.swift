import HTTPTypes
import PurserService

extension Problem {
    /// Why days could not be compared, or nothing was done about one.
    static func reconciliation(_ error: ReconciliationError) -> Problem {
        switch error {
        case .appUnknown, .reportMissing: Problem(.notFound, code: error.code, error.remedy)
        case .salesIncomplete: Problem(.serviceUnavailable, code: error.code, error.remedy)
        case .spanInvalid: Problem(.unprocessableContent, code: error.code, error.remedy, field: "to")
        case .dayChanged: Problem(.conflict, code: error.code, error.remedy)
        case .reasonMissing: Problem(.unprocessableContent, code: error.code, error.remedy, field: "reason")
        case .storage(let cause): .storage(cause)
        }
    }
}
