/// Evidence besides the table's rows that turned an answer.
package enum Override: Hashable, Sendable {
    /// Apple's status overrode a row of the table.
    case status(StatusStatement, over: Row)
    /// Auto-renew that is off counted as on, because Apple switched it off for an open refund request.
    case refundRequestOpen

    /// A stable code for answers and events.
    package var code: String {
        switch self {
        case .status: "status"
        case .refundRequestOpen: "refund_request_open"
        }
    }
}
