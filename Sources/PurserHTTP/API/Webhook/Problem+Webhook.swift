import HTTPTypes
import Ledger
import PurserService

extension Problem {
    /// Why an endpoint was not made, changed or told.
    static func webhook(_ error: WebhookError) -> Problem {
        switch error {
        case .unknown, .appUnknown, .eventUnknown, .laneUnknown:
            Problem(.notFound, code: error.code, error.detail, field: error.field)
        case .tooMany, .fulfillerTaken, .rotationUnderWay, .replayUnderWay, .eventPending:
            Problem(.conflict, code: error.code, error.detail, field: error.field)
        case .storage(let cause): .storage(cause)
        case .secrets: Problem(.serviceUnavailable, code: error.code, error.detail)
        default: Problem(.unprocessableContent, code: error.code, error.detail, field: error.field)
        }
    }
}
