package import Ledger

/// The reason why an operation on a wallet failed.
package enum WalletError: Error, Hashable, Sendable {
    /// The wallet refuses the operation.
    case refused(WalletRefusal)
    /// The catalog has no coin of this name; the known coins are listed.
    case unknownCoin(known: [CoinName])
    /// The operation needs a reason of 1 to `WalletService.maximumReasonBytes` bytes.
    case reasonMissing
    /// The customer id is reserved for the server.
    case reservedCustomer
    /// The repository failed.
    case storage(RepositoryError)

    /// The stable code.
    package var code: String {
        switch self {
        case .refused(let refusal): refusal.code
        case .unknownCoin: WalletRefusal.unknownCoin.code
        case .reasonMissing: "wallet_reason_missing"
        case .reservedCustomer: "customer_reserved"
        case .storage(let error): error.code
        }
    }

    /// The remedy, as one sentence.
    package var remedy: String {
        switch self {
        case .refused(let refusal): refusal.remedy
        case .unknownCoin(let known):
            known.isEmpty
                ? "The catalog has no coins; add one first."
                : "Use a coin of the catalog: \(known.map(\.rawValue).joined(separator: ", "))."
        case .reasonMissing:
            "Give a reason of 1 to \(WalletService.maximumReasonBytes) bytes; the statement contains it."
        case .reservedCustomer: "Use the user id of your app; only the server assigns such ids."
        case .storage(let error): OperationFailure(error).detail
        }
    }
}

extension WalletRefusal {
    /// The remedy, as one sentence.
    package var remedy: String {
        switch self {
        case .quantityNotPositive: "The quantity must be at least 1; that of an adjustment may be negative, but not 0."
        case .overflow: "A wallet holds at most \(Wallet.maximumQuantity) coins; use a smaller quantity."
        case .insufficient(let available): "Only \(available) coins can be spent."
        case .blockedByDebt(let debt): "The customer owes \(debt) coins and cannot spend until they are repaid."
        case .badExpiry: "The expiry must be in the future."
        case .unknownCoin: "Use a coin of the catalog."
        case .unknownPurchase: "This purchase credited no coins to a wallet."
        case .holdOver: "The end of the hold must be in the future."
        case .badPercentage: "The refunded share must be from 0 to 100000 thousandths of a percent."
        case .keyReused: "This key was used for another request in this wallet. Use a new one for each new request."
        }
    }
}
