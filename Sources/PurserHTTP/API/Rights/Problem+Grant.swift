import HTTPTypes
import Ledger
import PurserService

extension Problem {
    /// Why a grant could not be given or taken back.
    static func grant(_ error: GrantError) -> Problem {
        switch error {
        case .unknownRight: Problem(.unprocessableContent, code: error.code, error.remedy, field: "right")
        case .emptyPeriod: Problem(.unprocessableContent, code: error.code, error.remedy, field: "until")
        case .reasonMissing: Problem(.unprocessableContent, code: error.code, error.remedy, field: "reason")
        case .unknownGrant: Problem(.notFound, code: error.code, error.remedy, field: "grant")
        case .reservedCustomer: Problem(.unprocessableContent, code: error.code, error.remedy, field: "customer")
        case .storage(let error): Problem.storage(error)
        }
    }
}
