/// One of the operations that an app's server calls about what is sold by Advanced Commerce.
///
/// The raw value is the operation's name, as rules for faults, the journal and actions call it.
enum CommerceOperation: String, Hashable, Sendable, CaseIterable {
    case cancelSubscription
    case changeSubscriptionMetadata
    case changeSubscriptionPrice
    case migrateSubscription
    case requestTransactionRefund
    case revokeSubscription

    /// The operation of the two parts of a path behind the version; `nil` when there is none.
    init?(noun: String, verb: String) {
        switch (noun, verb) {
        case ("subscription", "cancel"): self = .cancelSubscription
        case ("subscription", "changeMetadata"): self = .changeSubscriptionMetadata
        case ("subscription", "changePrice"): self = .changeSubscriptionPrice
        case ("subscription", "migrate"): self = .migrateSubscription
        case ("transaction", "requestRefund"): self = .requestTransactionRefund
        case ("subscription", "revoke"): self = .revokeSubscription
        default: return nil
        }
    }

    /// How often an app may call it in production, each second.
    var requestsPerSecond: Int {
        switch self {
        case .cancelSubscription, .requestTransactionRefund, .revokeSubscription: 5
        case .changeSubscriptionMetadata, .changeSubscriptionPrice, .migrateSubscription: 50
        }
    }
}
