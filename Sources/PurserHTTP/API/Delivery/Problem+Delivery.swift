import HTTPTypes
import Ledger
import PurserService

extension Problem {
    /// Why nothing was done with a delivery.
    static func delivery(_ error: DeliveryError) -> Problem {
        switch error {
        case .appUnknown, .unknown: Problem(.notFound, code: error.code, error.detail)
        case .notPossible: Problem(.conflict, code: error.code, error.detail)
        case .storage(let cause): .storage(cause)
        }
    }
}
