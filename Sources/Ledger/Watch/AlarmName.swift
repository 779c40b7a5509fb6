/// The built-in alarms.
package enum AlarmName: String, Hashable, Sendable, CaseIterable {
    /// The paid periods of subscriptions ended, and neither a renewal nor an end was notified.
    case renewalsMissing = "renewals_missing"
    /// A type of notification is far less or far more frequent than at this hour of other weeks.
    case notificationMix = "notification_mix"
    /// No notification arrives although some always arrive at this hour.
    case notificationsSilent = "notifications_silent"
    /// Apple states a status of subscriptions that differs from the ledger's, in a sample.
    case statusDrift = "status_drift"
    /// Work is waiting: writes, held evidence, events, or tasks that are due.
    case backlog
    /// Apple's server APIs fail or are slow.
    case appleFailing = "apple_failing"
    /// A host of Apple is unreachable.
    case linkDown = "link_down"
    /// A certificate expires soon: the server's own, or that of a host of Apple.
    case certificateExpiring = "certificate_expiring"
    /// Apple refuses a key.
    case keyRefused = "key_refused"
    /// A key lacks a permission that it had or requires.
    case permissionLost = "permission_lost"
    /// Apple rejects answers to refund requests.
    case refundAnswerRefused = "refund_answer_refused"
    /// A refund request was not answered while Apple accepted an answer.
    case refundAnswerMissed = "refund_answer_missed"
    /// An answer to a refund request is due within 30 minutes.
    case refundAnswerDue = "refund_answer_due"
    /// Purchases wait too long for their fulfillment.
    case fulfillmentDelay = "fulfillment_delay"
    /// There are many more refunds than usual.
    case refundWave = "refund_wave"
    /// There are many more refunds of one product than of others.
    case productRefunds = "product_refunds"
    /// Much data that claims to be Apple's fails verification.
    case verificationFailures = "verification_failures"
    /// A certificate that signed data was revoked.
    case certificateRevoked = "certificate_revoked"
    /// Purchases in the Sandbox were fulfilled by a server that also fulfills real ones.
    case sandboxMoney = "sandbox_money"
    /// The notification history is incomplete and does not become complete.
    case gapOpen = "gap_open"
    /// Event streams of a webhook, or fulfillments, are suspended and wait for an operator.
    case streamsSuspended = "streams_suspended"
    /// The disk will be full within days.
    case diskFilling = "disk_filling"
    /// The clocks of the server, the database and Apple differ.
    case clockDiffers = "clock_differs"
    /// The database cannot be written or is slow.
    case databaseFailing = "database_failing"
    /// A node stopped without a goodbye.
    case nodeLost = "node_lost"
    /// A report from Apple is missing.
    case reportMissing = "report_missing"
    /// A day of Apple's reports has unexplained differences.
    case dayUnexplained = "day_unexplained"
    /// Apps report that product lists, purchases or uploads fail.
    case appFailing = "app_failing"
    /// Orders are refused far more often than usual.
    case ordersRefused = "orders_refused"
}
