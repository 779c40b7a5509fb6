import HTTPTypes
import Ledger
import PurserService

extension Problem {
    /// Why something could not be done about an order.
    static func order(_ error: OrderError) -> Problem {
        let status: HTTPResponse.Status
        switch error {
        case .unknownOrder: status = .notFound
        case .nameTaken, .tokenTaken, .alreadyPaid, .tooManyNotes: status = .conflict
        // It ends by itself, so the answer is not kept for a repetition of the request.
        case .tooManyOpen: status = .tooManyRequests
        case .tooMany(let seconds):
            return Problem(.tooManyRequests, code: error.code, error.remedy, retryAfterSeconds: max(1, seconds))
        case .storage(let error): return Problem.storage(error)
        default: status = .unprocessableContent
        }
        return Problem(status, code: error.code, error.remedy, field: error.field)
    }
}
