/// Evidence besides the table's rows that turned an answer.
package enum Override: Hashable, Sendable {
    /// Apple's status overrode a row of the table.
    case status(StatusStatement, over: Row)
    /// Auto-renew that is off counted as on, because Apple switched it off for an open refund request.
    case refundRequestOpen

    /// What kind of evidence it is, by stable names for answers and events.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Apple's status overrode a row of the table.
        case status
        /// Auto-renew that is off counted as on.
        case refundRequestOpen = "refund_request_open"
    }

    /// What kind of evidence it is.
    package var kind: Kind {
        switch self {
        case .status: .status
        case .refundRequestOpen: .refundRequestOpen
        }
    }
}
