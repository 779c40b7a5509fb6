import AppStore
import Ledger

/// The parts that a notification must contain so that the server can act on its type.
///
/// The types and their contents are on Apple's page "notificationType" of the App Store Server Notifications. Unknown
/// types and subtypes require nothing: they are stored and shown.
struct NotificationRequirements {
    /// Whether a transaction is required.
    var transaction = false
    /// Whether a transaction that states a revocation, of itself, of an item, or of seats, is required.
    var revocation = false
    /// Whether a summary is required.
    var summary = false
    /// Whether an external purchase token is required.
    var externalPurchaseToken = false
    /// Whether an app transaction is required.
    var appTransaction = false
    /// Whether the claims on seats that ended are required.
    var unclaimInfo = false

    /// Creates the requirements of a type and subtype.
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
        case .unclaimSeats:
            self.unclaimInfo = true
        default:
            break
        }
    }

    /// Checks a verified notification against the requirements of its own type.
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
        if needs.unclaimInfo, payload.unclaimInfo?.unclaimSeatIds == nil { throw .notificationObject("unclaimInfo") }
    }

    /// Returns whether a transaction states what was refunded: all of it, seats, or an item of Advanced Commerce.
    private static func saysWhatWasTaken(_ transaction: TransactionPayload) -> Bool {
        if transaction.revocationDate != nil || transaction.multiSeatInfo?.revokedSeatQuantity ?? 0 > 0 { return true }
        return (transaction.advancedCommerceInfo?.items ?? []).contains { item in
            item.revocationDate != nil || !(item.refunds ?? []).isEmpty
        }
    }
}
