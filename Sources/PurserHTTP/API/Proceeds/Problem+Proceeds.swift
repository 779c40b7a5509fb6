import HTTPTypes
import PurserService

extension Problem {
    /// Why nothing can be said about proceeds.
    static func proceeds(_ error: ProceedsError) -> Problem {
        switch error {
        case .appUnknown, .reportsMissing: Problem(.notFound, code: error.code, error.remedy)
        case .daysInvalid, .estimateTooLarge:
            Problem(.unprocessableContent, code: error.code, error.remedy, field: "to")
        case .rateMissing: Problem(.unprocessableContent, code: error.code, error.remedy, field: "rate")
        case .salesIncomplete: Problem(.serviceUnavailable, code: error.code, error.remedy)
        case .reportUnreadable: Problem(.internalServerError, code: error.code, error.remedy)
        case .storage(let cause): .storage(cause)
        }
    }
}
