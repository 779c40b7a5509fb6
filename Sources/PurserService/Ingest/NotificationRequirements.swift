import AppStore
import Ledger

/// What a notification must contain for its type to be acted on.
///
/// The types and what they are about stand in Apple's page "notificationType" of the App Store Server Notifications.
/// Types and subtypes that are not known need nothing: they are kept and shown.
struct NotificationRequirements {
    /// A transaction.
    var transaction = false
    /// A transaction that states a revocation, of itself or of an item.
    var revocation = false
    /// A summary.
    var summary = false
    /// An external purchase token.
    var externalPurchaseToken = false
    /// An app transaction.
    var appTransaction = false

    /// The needs of a type and subtype.
    init(_ type: NotificationType, _ subtype: NotificationSubtype?) {
        switch type {
        case .subscribed, .didChangeRenewalPref, .didChangeRenewalStatus, .offerRedeemed, .didRenew, .expired,
            .didFailToRenew, .gracePeriodExpired, .priceIncrease, .oneTimeCharge, .refundDeclined, .refundReversed,
            .consumptionRequest, .renewalExtended, .metadataUpdate, .migration, .migrate, .priceChange:
            self.transaction = true
        case .refund, .revoke:
            self.transaction = true
            self.revocation = true
        case .renewalExtension:
            self.summary = subtype == .summary
        case .externalPurchaseToken:
            self.externalPurchaseToken = true
        case .rescindConsent:
            self.appTransaction = true
        default:
            break
        }
    }

    /// Checks a verified notification against the needs of its own type.
    static func check(_ verified: VerifiedNotification) throws(MissingPartError) {
        let payload = verified.notification.payload
        guard let type = payload.notificationType else { throw .notificationObject("notificationType") }
        guard let uuid = payload.notificationUUID, TransactionSnapshot.identifier(uuid) != nil else {
            throw .notificationObject("notificationUUID")
        }
        let needs = Self(type, payload.subtype)
        if needs.transaction, verified.transaction == nil { throw .notificationObject("signedTransactionInfo") }
        if needs.revocation, let payload = verified.transaction?.payload, !Self.saysWhatWasTaken(payload) {
            throw .transactionField("revocationDate")
        }
        if needs.summary, payload.summary == nil { throw .notificationObject("summary") }
        if needs.externalPurchaseToken, payload.externalPurchaseToken == nil {
            throw .notificationObject("externalPurchaseToken")
        }
        if needs.appTransaction, verified.appTransaction == nil {
            throw .notificationObject("signedAppTransactionInfo")
        }
    }

    /// Whether a transaction states what was taken back: all of it, or an item of Advanced Commerce.
    private static func saysWhatWasTaken(_ transaction: TransactionPayload) -> Bool {
        if transaction.revocationDate != nil { return true }
        return (transaction.advancedCommerceInfo?.items ?? []).contains { item in
            item.revocationDate != nil || !(item.refunds ?? []).isEmpty
        }
    }
}
