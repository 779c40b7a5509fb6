import HTTPTypes
import Ledger
import PurserService

extension Problem {
    /// Why something about a wallet could not be done.
    static func wallet(_ error: WalletError) -> Problem {
        switch error {
        case .refused(let refusal): Self.wallet(refusal, code: error.code, error.remedy)
        case .unknownCoin: Problem(.notFound, code: error.code, error.remedy, field: "coin")
        case .reasonMissing: Problem(.unprocessableContent, code: error.code, error.remedy, field: "reason")
        case .reservedCustomer: Problem(.unprocessableContent, code: error.code, error.remedy, field: "customer")
        case .storage(let error): Problem.storage(error)
        }
    }

    private static func wallet(_ refusal: WalletRefusal, code: String, _ remedy: String) -> Problem {
        switch refusal {
        case .keyReused: Problem(.conflict, code: code, remedy, field: "Idempotency-Key")
        case .insufficient, .blockedByDebt: Problem(.conflict, code: code, remedy, field: "quantity")
        case .badExpiry: Problem(.unprocessableContent, code: code, remedy, field: "expiresAt")
        case .unknownCoin: Problem(.notFound, code: code, remedy, field: "coin")
        case .quantityNotPositive, .overflow, .unknownPurchase, .holdOver, .badPercentage:
            Problem(.unprocessableContent, code: code, remedy, field: "quantity")
        }
    }
}
