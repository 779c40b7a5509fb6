package import Ledger

/// Why something about a wallet could not be done.
package enum WalletError: Error, Hashable, Sendable {
    /// The rules of wallets refuse it.
    case refused(WalletRefusal)
    /// The catalog has no coin of this name; those that it has.
    case unknownCoin(known: [CoinName])
    /// It needs a reason of 1 to `WalletService.maximumReasonBytes` bytes.
    case reasonMissing
    /// The customer's name is one that is given out here only, and it was not.
    case reservedCustomer
    /// The ledger could not be read or written.
    case storage(RepositoryError)

    /// A stable code.
    package var code: String {
        switch self {
        case .refused(let refusal): refusal.code
        case .unknownCoin: WalletRefusal.unknownCoin.code
        case .reasonMissing: "wallet_reason_missing"
        case .reservedCustomer: "customer_reserved"
        case .storage(let error): error.code
        }
    }

    /// What to do about it, in one sentence.
    package var remedy: String {
        switch self {
        case .refused(let refusal): refusal.remedy
        case .unknownCoin(let known):
            known.isEmpty
                ? "The catalog names no coins; add one before using it."
                : "Use a coin that the catalog names: \(known.map(\.rawValue).joined(separator: ", "))."
        case .reasonMissing: "Say why in 1 to \(WalletService.maximumReasonBytes) bytes; it stands in the statement."
        case .reservedCustomer: "Use the user id of your app; such names are given out by the server only."
        case .storage(let error): OperationFailure(error).detail
        }
    }
}

extension WalletRefusal {
    /// What to do about it, in one sentence.
    package var remedy: String {
        switch self {
        case .quantityNotPositive: "Name at least one coin; an adjustment may take coins away, but not none."
        case .overflow: "A wallet holds at most \(Wallet.maximumQuantity) coins; name fewer."
        case .insufficient(let available): "Only \(available) coins can be spent; name no more than that."
        case .blockedByDebt(let debt): "The customer owes \(debt) coins; nothing is spent until they are repaid."
        case .badExpiry: "Let the coins expire after now."
        case .unknownCoin: "Use a coin that the catalog names."
        case .unknownPurchase: "This purchase brought no coins into a wallet."
        case .holdOver: "Hold until an instant after now."
        case .badPercentage: "A refund takes from 0 to 100000 thousandths of a percent."
        case .keyReused: "This key was used for something else in this wallet. Take a new one for each new request."
        }
    }
}
