/// An operator's action, as a stable name.
///
/// The type is open, because a log outlives the version that wrote it.
package struct AuditAction: RawRepresentable, Hashable, Sendable {
    /// The name: a noun, a dot, and what was done to it (`refund.answer`).
    package let rawValue: String

    /// Creates an action with this name.
    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// An operator backed up the database.
    package static let databaseBackup = Self(rawValue: "database.backup")
    /// An operator replaced the database by a backup.
    package static let databaseRestore = Self(rawValue: "database.restore")
    /// An operator migrated the schema by a command.
    package static let databaseMigrate = Self(rawValue: "database.migrate")
    /// An operator submitted an import.
    package static let importStart = Self(rawValue: "import.start")
    /// An operator retried the rows that an import could not record.
    package static let importRetry = Self(rawValue: "import.retry")
    /// An operator imported a report from Apple.
    package static let reportImport = Self(rawValue: "report.import")
    /// An operator canceled an import.
    package static let importCancel = Self(rawValue: "import.cancel")
    /// An operator asked Apple for the status of a subscription.
    package static let subscriptionCheck = Self(rawValue: "subscription.check")
    /// An operator extended the renewal date of a subscription.
    package static let subscriptionExtend = Self(rawValue: "subscription.extend")
    /// An operator extended the renewal dates of all subscribers of a product.
    package static let subscriptionExtendAll = Self(rawValue: "subscription.extend_all")
    /// An operator asked Apple for the progress of such extensions.
    package static let subscriptionExtensions = Self(rawValue: "subscription.extensions")
    /// An operator set the account token of a purchase at Apple.
    package static let transactionSetToken = Self(rawValue: "transaction.set_token")
    /// An operator finished a transaction for an app.
    package static let transactionFinish = Self(rawValue: "transaction.finish")
    /// An operator looked up whether the customer of a transaction downloaded the app.
    package static let transactionDownload = Self(rawValue: "transaction.download")
    /// An operator applied a catalog.
    package static let catalogApply = Self(rawValue: "catalog.apply")
    /// An operator fetched prices from App Store Connect.
    package static let priceFetch = Self(rawValue: "price.fetch")
    /// An operator imported a file of Apple's prices.
    package static let priceImport = Self(rawValue: "price.import")
    /// An operator changed the retention messages that customers see who are about to cancel.
    package static let retentionChange = Self(rawValue: "retention.change")
    /// The server signed an offer, or an eligibility for one, that an app passes to StoreKit.
    package static let offerSign = Self(rawValue: "offer.sign")
    /// An operator granted an entitlement.
    package static let grantCreate = Self(rawValue: "grant.create")
    /// An operator revoked an entitlement that was granted by hand.
    package static let grantRevoke = Self(rawValue: "grant.revoke")
    /// An operator granted coins.
    package static let walletGrant = Self(rawValue: "wallet.grant")
    /// An operator corrected a balance of coins.
    package static let walletAdjust = Self(rawValue: "wallet.adjust")
    /// An operator or a shop reserved a seat of a subscription.
    package static let seatInvite = Self(rawValue: "seat.invite")
    /// An operator or a shop gave a customer a seat of a subscription.
    package static let seatAssign = Self(rawValue: "seat.assign")
    /// A shop gave the seat of an invitation to the customer who accepted it.
    package static let seatAccept = Self(rawValue: "seat.accept")
    /// An operator or a shop ended a seat of a subscription.
    package static let seatRelease = Self(rawValue: "seat.release")
    /// An operator made held evidence due for another attempt.
    package static let evidenceRetry = Self(rawValue: "evidence.retry")
    /// An operator blocked a customer.
    package static let customerBlock = Self(rawValue: "customer.block")
    /// An operator unblocked a customer.
    package static let customerUnblock = Self(rawValue: "customer.unblock")
    /// An operator looked up an order number.
    package static let orderLookUp = Self(rawValue: "order.look_up")
    /// An operator recovered the purchases of an order number for a customer.
    package static let orderRecover = Self(rawValue: "order.recover")
    /// An operator created a key.
    package static let keyCreate = Self(rawValue: "key.create")
    /// An operator revoked a key.
    package static let keyRevoke = Self(rawValue: "key.revoke")
    /// An operator created or renewed the invitation of an operator.
    package static let operatorInvite = Self(rawValue: "operator.invite")
    /// A person set the password of an operator with an invitation.
    package static let operatorAcceptInvitation = Self(rawValue: "operator.accept_invitation")
    /// An operator changed the role of an operator.
    package static let operatorChangeRole = Self(rawValue: "operator.change_role")
    /// An operator removed an operator.
    package static let operatorRemove = Self(rawValue: "operator.remove")
    /// An operator ended all sessions of an operator.
    package static let operatorEndSessions = Self(rawValue: "operator.end_sessions")
    /// An operator ended one of their sessions.
    package static let operatorEndSession = Self(rawValue: "operator.end_session")
    /// An operator signed in to the dashboard.
    package static let operatorSignIn = Self(rawValue: "operator.sign_in")
    /// Sign-ins with an operator's name failed so often that further ones are delayed.
    package static let operatorFailSignIn = Self(rawValue: "operator.fail_sign_in")
    /// An operator changed their password.
    package static let operatorChangePassword = Self(rawValue: "operator.change_password")
    /// An operator set up a second factor.
    package static let operatorAddSecondFactor = Self(rawValue: "operator.add_second_factor")
    /// An operator removed their second factor.
    package static let operatorRemoveSecondFactor = Self(rawValue: "operator.remove_second_factor")
    /// An operator created a webhook endpoint.
    package static let webhookCreate = Self(rawValue: "webhook.create")
    /// An operator changed, paused or resumed a webhook endpoint.
    package static let webhookUpdate = Self(rawValue: "webhook.update")
    /// An operator deleted a webhook endpoint.
    package static let webhookDelete = Self(rawValue: "webhook.delete")
    /// An operator gave a webhook endpoint a new secret.
    package static let webhookRotate = Self(rawValue: "webhook.rotate")
    /// An operator replaced the lost key from which all webhook secrets are derived.
    package static let webhookKeyReplace = Self(rawValue: "webhook.key_replace")
    /// An operator made the failed deliveries of a webhook endpoint due at once.
    package static let webhookRetry = Self(rawValue: "webhook.retry")
    /// An operator skipped an event that a webhook endpoint did not accept.
    package static let webhookSkip = Self(rawValue: "webhook.skip")
    /// An operator resent an event to a webhook endpoint.
    package static let webhookResend = Self(rawValue: "webhook.resend")
    /// An operator sent a test event to a webhook endpoint.
    package static let webhookTest = Self(rawValue: "webhook.test")
    /// An operator requested the replay of a range of events to a webhook endpoint.
    package static let webhookReplay = Self(rawValue: "webhook.replay")
    /// An operator canceled such a replay.
    package static let webhookCancelReplay = Self(rawValue: "webhook.cancel_replay")
    /// An operator confirmed a fulfillment or a revocation of goods.
    package static let fulfillmentConfirm = Self(rawValue: "fulfillment.confirm")
    /// The shop reported why a fulfillment or a revocation of goods failed.
    package static let fulfillmentFail = Self(rawValue: "fulfillment.fail")
    /// An operator made a fulfillment or a revocation of goods due at once.
    package static let fulfillmentRetry = Self(rawValue: "fulfillment.retry")
    /// An operator suspended a fulfillment or a revocation of goods.
    package static let fulfillmentSuspend = Self(rawValue: "fulfillment.suspend")
    /// An operator released a fulfillment that was held back.
    package static let fulfillmentRelease = Self(rawValue: "fulfillment.release")
    /// An operator decided the answer to a refund request.
    package static let refundAnswer = Self(rawValue: "refund.answer")
    /// An operator ended the trial of a refund policy.
    package static let refundTrialEnd = Self(rawValue: "refund.end_trial")
    /// An operator published a refund policy.
    package static let refundPolicyPublish = Self(rawValue: "refund.publish_policy")
    /// An operator set the answer to all refund requests of a customer.
    package static let refundOverride = Self(rawValue: "refund.override")
    /// An operator returned all refund requests of a customer to the policy.
    package static let refundOverrideRemove = Self(rawValue: "refund.remove_override")
    /// An operator compared days with Apple's reports.
    package static let reconciliationCompare = Self(rawValue: "reconciliation.compare")
    /// An operator accepted the differences of a day from Apple's report.
    package static let reconciliationAccept = Self(rawValue: "reconciliation.accept")
    /// An operator withdrew the acceptance of a day.
    package static let reconciliationWithdraw = Self(rawValue: "reconciliation.withdraw")
    /// An operator silenced alarms for a time.
    package static let alarmSilence = Self(rawValue: "alarm.silence")
    /// An operator ended a silence of alarms before its time.
    package static let alarmEndSilence = Self(rawValue: "alarm.end_silence")
    /// An operator sent a test notice of an alarm.
    package static let alarmTest = Self(rawValue: "alarm.test")
    /// An operator began a run of the doctor in the server.
    package static let doctorBegin = Self(rawValue: "doctor.begin")
    /// An operator or a key created a token for a customer.
    package static let customerMintToken = Self(rawValue: "customer.mint_token")
    /// An operator or a key recorded a token of the shop's for a customer.
    package static let customerAddToken = Self(rawValue: "customer.add_token")
    /// An operator revoked the tokens that were created for a customer's apps.
    package static let customerRevokeSessions = Self(rawValue: "customer.revoke_sessions")
    /// An operator recorded a customer's consent to sending data about their purchases to Apple.
    package static let consentGive = Self(rawValue: "consent.give")
    /// An operator recorded that a customer withdrew a consent.
    package static let consentWithdraw = Self(rawValue: "consent.withdraw")
    /// Apple reported that consent was rescinded for the user of an Apple Account.
    package static let consentRescind = Self(rawValue: "consent.rescind")
    /// An operator resolved what a rescission of consent had set in motion.
    package static let consentResolveRescission = Self(rawValue: "consent.resolve_rescission")
    /// An operator merged a customer into another one.
    package static let customerMerge = Self(rawValue: "customer.merge")
    /// An operator retired a customer's purchases of the Sandbox.
    package static let customerRetire = Self(rawValue: "customer.retire")
    /// An operator erased a customer's name.
    package static let customerErase = Self(rawValue: "customer.erase")
    /// An operator transferred a purchase to a customer.
    package static let transactionTransfer = Self(rawValue: "transaction.transfer")
    /// An operator undid an action on ownership.
    package static let ownershipUndo = Self(rawValue: "ownership.undo")
}
