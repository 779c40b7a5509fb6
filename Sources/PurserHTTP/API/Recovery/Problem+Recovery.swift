import HTTPTypes
import PurserService

extension Problem {
    /// Why the purchases of an order number were not recovered.
    static func recovery(_ error: RecoveryError) -> Problem {
        let status: HTTPResponse.Status
        var field = "orderNumber"
        switch error {
        case .numberInvalid: status = .unprocessableContent
        case .numberUnknown, .numberEmpty: status = .notFound
        case .numberOfAnother: status = .conflict
        case .reservedCustomer:
            status = .unprocessableContent
            field = "customer"
        case .store(let cause): return Problem.store(cause)
        }
        return Problem(status, code: error.code, error.remedy, field: field)
    }
}
