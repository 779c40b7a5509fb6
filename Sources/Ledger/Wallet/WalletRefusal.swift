/// Why something is not done to a wallet.
package enum WalletRefusal: Error, Hashable, Sendable {
    /// The quantity is zero or less.
    case quantityNotPositive
    /// More coins than can be counted would come, or be owed.
    case overflow
    /// There are fewer coins than asked for; so many can be spent.
    case insufficient(available: Int64)
    /// A debt is to be repaid before anything is spent.
    case blockedByDebt(Int64)
    /// The coins would expire before they come, or are of a kind that does not expire.
    case badExpiry
    /// No coin of that name is sold or given.
    case unknownCoin
    /// The purchase brought nothing into this wallet.
    case unknownPurchase
    /// The instant until which something is to be held is over.
    case holdOver
    /// The percentage is not one between 0 and 100.
    case badPercentage
    /// The key was used for something else.
    case keyReused

    /// A stable code for answers and metrics.
    package var code: String {
        switch self {
        case .quantityNotPositive: "quantity_not_positive"
        case .overflow: "wallet_overflow"
        case .insufficient: "balance_insufficient"
        case .blockedByDebt: "blocked_by_debt"
        case .badExpiry: "bad_expiry"
        case .unknownCoin: "unknown_coin"
        case .unknownPurchase: "purchase_not_in_wallet"
        case .holdOver: "hold_over"
        case .badPercentage: "bad_percentage"
        case .keyReused: "wallet_key_reused"
        }
    }
}
