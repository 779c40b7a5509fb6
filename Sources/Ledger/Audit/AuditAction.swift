/// What an operator did, as a stable name.
///
/// It is open, because a log outlives the version that wrote it.
package struct AuditAction: RawRepresentable, Hashable, Sendable {
    /// The name: a noun, a dot, and what was done to it.
    package let rawValue: String

    /// An action of this name.
    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A copy of the database was made.
    package static let databaseBackup = Self(rawValue: "database.backup")
    /// The database was replaced by a copy.
    package static let databaseRestore = Self(rawValue: "database.restore")
    /// The schema was brought up to date by a command.
    package static let databaseMigrate = Self(rawValue: "database.migrate")
    /// An import was submitted.
    package static let importStart = Self(rawValue: "import.start")
    /// What an import could not bring was tried again.
    package static let importRetry = Self(rawValue: "import.retry")
    /// A report of Apple's was imported.
    package static let reportImport = Self(rawValue: "report.import")
    /// An import was broken off.
    package static let importCancel = Self(rawValue: "import.cancel")
    /// A subscription's renewal date was extended.
    package static let subscriptionExtend = Self(rawValue: "subscription.extend")
    /// The renewal dates of all subscribers of a product were extended.
    package static let subscriptionExtendAll = Self(rawValue: "subscription.extend_all")
    /// Apple was asked how far such extensions are.
    package static let subscriptionExtensions = Self(rawValue: "subscription.extensions")
    /// The account token of a purchase was set at Apple.
    package static let transactionSetToken = Self(rawValue: "transaction.set_token")
    /// A transaction was finished for an app.
    package static let transactionFinish = Self(rawValue: "transaction.finish")
    /// The download of an app by the customer of a transaction was looked at.
    package static let transactionDownload = Self(rawValue: "transaction.download")
    /// A catalog was applied.
    package static let catalogApply = Self(rawValue: "catalog.apply")
    /// App Store Connect was asked for prices.
    package static let priceFetch = Self(rawValue: "price.fetch")
    /// A file of Apple's prices was imported.
    package static let priceImport = Self(rawValue: "price.import")
    /// What customers who are about to cancel are shown was changed.
    package static let retentionChange = Self(rawValue: "retention.change")
    /// An offer, or who may have one, was signed for an app to hand to StoreKit.
    package static let offerSign = Self(rawValue: "offer.sign")
    /// An entitlement was given by hand.
    package static let grantCreate = Self(rawValue: "grant.create")
    /// An entitlement that was given by hand was revoked.
    package static let grantRevoke = Self(rawValue: "grant.revoke")
    /// Coins were given by hand.
    package static let walletGrant = Self(rawValue: "wallet.grant")
    /// A balance of coins was corrected by hand.
    package static let walletAdjust = Self(rawValue: "wallet.adjust")
    /// A customer was blocked by hand.
    package static let customerBlock = Self(rawValue: "customer.block")
    /// A customer who was blocked by hand is not any more.
    package static let customerUnblock = Self(rawValue: "customer.unblock")
    /// An order number was looked up.
    package static let orderLookUp = Self(rawValue: "order.look_up")
    /// What was bought with an order number was recovered for a customer.
    package static let orderRecover = Self(rawValue: "order.recover")
    /// A key was made.
    package static let keyCreate = Self(rawValue: "key.create")
    /// A key was revoked.
    package static let keyRevoke = Self(rawValue: "key.revoke")
    /// A webhook endpoint was made.
    package static let webhookCreate = Self(rawValue: "webhook.create")
    /// A webhook endpoint was changed, paused or resumed.
    package static let webhookUpdate = Self(rawValue: "webhook.update")
    /// A webhook endpoint was removed.
    package static let webhookDelete = Self(rawValue: "webhook.delete")
    /// A webhook endpoint was given a new secret.
    package static let webhookRotate = Self(rawValue: "webhook.rotate")
    /// The key that all secrets come from was replaced by a new one, because it was lost.
    package static let webhookKeyReplace = Self(rawValue: "webhook.key_replace")
    /// What a webhook endpoint did not take was made due at once.
    package static let webhookRetry = Self(rawValue: "webhook.retry")
    /// An event that a webhook endpoint did not take was passed over.
    package static let webhookSkip = Self(rawValue: "webhook.skip")
    /// An event was sent to a webhook endpoint once more.
    package static let webhookResend = Self(rawValue: "webhook.resend")
    /// A stretch of events is to be told to a webhook endpoint once more.
    package static let webhookReplay = Self(rawValue: "webhook.replay")
    /// Such a replay was ended.
    package static let webhookCancelReplay = Self(rawValue: "webhook.cancel_replay")
    /// An operator said that something was fulfilled or revoked.
    package static let fulfillmentConfirm = Self(rawValue: "fulfillment.confirm")
    /// The shop said why something could not be fulfilled, or revoked.
    package static let fulfillmentFail = Self(rawValue: "fulfillment.fail")
    /// What is to be fulfilled or revoked was made due at once.
    package static let fulfillmentRetry = Self(rawValue: "fulfillment.retry")
    /// What is to be fulfilled or revoked was left to a person.
    package static let fulfillmentSuspend = Self(rawValue: "fulfillment.suspend")
    /// What would not have been fulfilled was released.
    package static let fulfillmentRelease = Self(rawValue: "fulfillment.release")
    /// A person decided what Apple is told about a refund.
    package static let refundAnswer = Self(rawValue: "refund.answer")
    /// The trial of a refund policy was ended.
    package static let refundTrialEnd = Self(rawValue: "refund.end_trial")
    /// A refund policy was published.
    package static let refundPolicyPublish = Self(rawValue: "refund.publish_policy")
    /// What Apple is told about all refunds of a customer was set.
    package static let refundOverride = Self(rawValue: "refund.override")
    /// What Apple is told about all refunds of a customer is the policy's again.
    package static let refundOverrideRemove = Self(rawValue: "refund.remove_override")
    /// A day was accepted as its comparison with Apple's report is.
    package static let reconciliationAccept = Self(rawValue: "reconciliation.accept")
    /// The acceptance of a day was revoked.
    package static let reconciliationWithdraw = Self(rawValue: "reconciliation.withdraw")
    /// Alarms were silenced for a time.
    package static let alarmSilence = Self(rawValue: "alarm.silence")
    /// A silence of alarms was ended before its time.
    package static let alarmEndSilence = Self(rawValue: "alarm.end_silence")
    /// A token was minted for a customer.
    package static let customerMintToken = Self(rawValue: "customer.mint_token")
    /// A token of the shop's was taken down for a customer.
    package static let customerAddToken = Self(rawValue: "customer.add_token")
    /// The tokens that were minted for a customer's apps were ended.
    package static let customerRevokeSessions = Self(rawValue: "customer.revoke_sessions")
    /// An operator recorded that a customer agreed that data about their purchases go to Apple.
    package static let consentGive = Self(rawValue: "consent.give")
    /// An operator recorded that a customer does not agree any more.
    package static let consentWithdraw = Self(rawValue: "consent.withdraw")
    /// A customer was merged into another one.
    package static let customerMerge = Self(rawValue: "customer.merge")
    /// A customer's name was erased.
    package static let customerErase = Self(rawValue: "customer.erase")
    /// A purchase was transferred to a customer.
    package static let transactionTransfer = Self(rawValue: "transaction.transfer")
    /// An action on ownership was undone.
    package static let ownershipUndo = Self(rawValue: "ownership.undo")
}
