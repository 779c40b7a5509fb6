/// Whether what was bought has been handed over; Apple's `deliveryStatus`.
package enum RefundDelivery: String, Hashable, Sendable, CaseIterable {
    /// It was, and works.
    case delivered = "DELIVERED"
    /// It was not, and it is the shop's own affair why: it is still due, or was cancelled.
    case undelivered = "UNDELIVERED_OTHER"
    /// Handing it over has failed.
    case undeliveredQuality = "UNDELIVERED_QUALITY_ISSUE"
    /// Something else was handed over.
    case undeliveredWrongItem = "UNDELIVERED_WRONG_ITEM"
    /// The shop's server was down.
    case undeliveredServerOutage = "UNDELIVERED_SERVER_OUTAGE"
}
