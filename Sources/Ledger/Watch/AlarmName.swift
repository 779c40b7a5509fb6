/// The built-in alarms.
package enum AlarmName: String, Hashable, Sendable, CaseIterable {
    /// Subscriptions came to the end of a period, and no renewal and no end of them was heard of.
    case renewalsMissing = "renewals_missing"
    /// A type of notification comes far less or far more often than at this hour of other weeks.
    case notificationMix = "notification_mix"
    /// No notification comes although some always come at this hour.
    case notificationsSilent = "notifications_silent"
    /// Apple says another status of subscriptions than the ledger, in a sample.
    case statusDrift = "status_drift"
    /// Work waits: writes, held evidence, events, or tasks that are due.
    case backlog
    /// Apple's server interfaces fail or are slow.
    case appleFailing = "apple_failing"
    /// A host of Apple's cannot be reached.
    case linkDown = "link_down"
    /// A certificate ends soon: the server's own, or that of a host of Apple's.
    case certificateExpiring = "certificate_expiring"
    /// Apple refuses a key.
    case keyRefused = "key_refused"
    /// A key lacks a permission that it had or needs.
    case permissionLost = "permission_lost"
    /// Apple refuses answers about refunds.
    case refundAnswerRefused = "refund_answer_refused"
    /// A request about a refund was not answered while Apple listened.
    case refundAnswerMissed = "refund_answer_missed"
    /// An answer about a refund is due within 30 minutes.
    case refundAnswerDue = "refund_answer_due"
    /// Purchases wait too long for their fulfillment.
    case fulfillmentDelay = "fulfillment_delay"
    /// Many more refunds than usual.
    case refundWave = "refund_wave"
    /// Many more refunds of one product than of others.
    case productRefunds = "product_refunds"
    /// Much that claims to be Apple's fails verification.
    case verificationFailures = "verification_failures"
    /// A certificate that signed data is revoked.
    case certificateRevoked = "certificate_revoked"
    /// Purchases of the sandbox were fulfilled by a server that also fulfills real ones.
    case sandboxMoney = "sandbox_money"
    /// The notification history is not complete and does not become so.
    case gapOpen = "gap_open"
    /// Event streams of a webhook, or fulfillments, are suspended and wait for a person.
    case streamsSuspended = "streams_suspended"
    /// The disk will be full within days.
    case diskFilling = "disk_filling"
    /// Clocks differ: the server's, the database's and Apple's.
    case clockDiffers = "clock_differs"
    /// The database cannot be written or answers slowly.
    case databaseFailing = "database_failing"
    /// A node has stopped without saying so.
    case nodeLost = "node_lost"
    /// A report of Apple's is missing.
    case reportMissing = "report_missing"
    /// A day of Apple's reports has differences that nothing explains.
    case dayUnexplained = "day_unexplained"
    /// Apps report that product lists, purchases or uploads fail.
    case appFailing = "app_failing"
    /// Orders are refused far more often than usual.
    case ordersRefused = "orders_refused"
}
