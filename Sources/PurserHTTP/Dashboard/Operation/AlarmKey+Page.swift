import Ledger

extension AlarmKey {
    /// The page of the app on which a person sees what the alarm is about, and can act: the key of its name, and its path
    /// below the app.
    ///
    /// Every role that reads alarms may open it.
    var page: (key: String, path: [String]) {
        switch (self.name, self.subject) {
        // Suspended fulfillments have the alarm of suspended event streams, and held evidence that of waiting work.
        case (.streamsSuspended, "fulfillments"): ("fulfillments", ["fulfillments"])
        case (.backlog, let subject) where subject.hasPrefix("held"): ("notifications", ["notifications"])
        default: self.name.page
        }
    }
}

extension AlarmName {
    /// The page about alarms of this name, whatever their subject.
    fileprivate var page: (key: String, path: [String]) {
        switch self {
        case .renewalsMissing, .statusDrift: ("subscriptions", ["subscriptions"])
        case .notificationMix, .notificationsSilent, .gapOpen, .verificationFailures, .certificateRevoked:
            ("notifications", ["notifications"])
        case .backlog, .streamsSuspended: ("webhooks", ["webhooks"])
        case .appleFailing, .linkDown, .certificateExpiring, .keyRefused, .permissionLost, .clockDiffers:
            ("links", ["links"])
        case .refundAnswerRefused, .refundAnswerMissed, .refundAnswerDue: ("refunds", ["refunds"])
        case .refundWave, .productRefunds: ("refundReport", ["refunds", "report"])
        case .fulfillmentDelay, .sandboxMoney: ("fulfillments", ["fulfillments"])
        case .reportMissing: ("reports", ["reports"])
        case .dayUnexplained: ("reconciliation", ["reconciliation"])
        case .ordersRefused: ("orders", ["orders"])
        case .appFailing: ("catalog", ["catalog"])
        case .diskFilling, .databaseFailing, .nodeLost: ("overview", [])
        }
    }
}
