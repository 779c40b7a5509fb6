import AppStore

/// The field names that each body's types know, nested types included.
enum WireVocabulary {
    private static let nested: [any WireObject.Type] = [
        AdvancedCommerceDescriptors.self, AdvancedCommerceOffer.self, AdvancedCommercePriceIncreaseInfo.self,
        AdvancedCommerceRefund.self, AdvancedCommerceRenewalInfo.self, AdvancedCommerceRenewalItem.self,
        AdvancedCommerceTransactionInfo.self, AdvancedCommerceTransactionItem.self, ExternalPurchaseToken.self,
        LastTransactionsItem.self, NotificationAppData.self, NotificationData.self,
        NotificationHistoryResponseItem.self, NotificationSummary.self, RenewalCommitmentInfo.self,
        SendAttemptItem.self, SubscriptionGroupIdentifierItem.self, TransactionCommitmentInfo.self,
    ]

    /// The names that a type and the objects inside of it know.
    static func names(of type: any WireObject.Type) -> Set<String> {
        (self.nested + [type]).reduce(into: []) { $0.formUnion(self.ownNames(of: $1)) }
    }

    private static func ownNames<Object: WireObject>(of type: Object.Type) -> [String] {
        Object.fields.names
    }
}
