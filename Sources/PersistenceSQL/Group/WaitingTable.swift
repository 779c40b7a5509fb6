/// A table whose changes wait, in the order in which they are saved: a row comes after the rows that it refers to.
enum WaitingTable: CaseIterable {
    case submissionCount
    case appEvents
    case newCustomer
    case customer
    case customerName
    case accountToken
    case newOriginal
    case original
    case storeID
    case evidence
    case evidencePart
    case notification
    case repeatedNotification
    case snapshot
    case sale
    case renewal
    case renewalEvidence
    case signedRefund
    case reportedRefund
    case knownReport
    case sharedPurchase
    case submission
    case repeatedSubmission
    case awaitedToken
    case accountCustomer
    case accountReader
    case owned
    case dueEntitlements
    case transfer
    case event
    case eventPosition
    case pendingStream

    /// The statement that writes a row.
    var writing: SQLStatement {
        switch self {
        case .submissionCount: .transactions.putSubmissionCount
        case .appEvents: .events.putAppEvents
        case .newCustomer: .names.insertNumberedCustomer
        case .customer: .names.putCustomer
        case .customerName: .names.insertName
        case .accountToken: .names.insertToken
        case .newOriginal: .chains.insertNumberedOriginal
        case .original: .chains.putOriginal
        case .storeID: .chains.putStoreID
        case .evidence: .evidence.insertNumberedEvidence
        case .evidencePart: .evidence.insertPart
        case .notification: .evidence.insertNotification
        case .repeatedNotification: .evidence.repeatNotification
        case .snapshot: .chains.insertSnapshot
        case .sale: .sales.putSale
        case .renewal: .chains.putRenewal
        case .renewalEvidence: .chains.insertRenewalEvidence
        case .signedRefund: .chains.putSignedRefund
        case .reportedRefund: .reportedRefunds.putReportedRefund
        case .knownReport: .reportedRefunds.knowReported
        case .sharedPurchase: .ownership.insertShared
        case .submission: .ownership.insertSubmission
        case .repeatedSubmission: .ownership.repeatSubmission
        case .awaitedToken: .ownership.awaitToken
        case .accountCustomer: .ownership.putAccountCustomer
        case .accountReader: .ownership.putAccountReader
        case .owned: .ownership.putOwned
        case .dueEntitlements: .entitlements.putDueEntitlements
        case .transfer: .ownership.insertTransfer
        case .event: .events.insertEvent
        case .eventPosition: .events.insertEventPosition
        case .pendingStream: .sinks.addPending
        }
    }

    /// The statement that deletes the rows with a key.
    var deletion: SQLStatement? {
        switch self {
        case .snapshot: .chains.deleteSnapshots
        case .sale: .sales.deleteSale
        case .sharedPurchase: .ownership.deleteShared
        case .awaitedToken: .ownership.deleteAwaited
        case .accountCustomer: .ownership.deleteAccountCustomer
        case .accountReader: .ownership.deleteAccountReader
        case .owned: .ownership.deleteOwned
        case .dueEntitlements: .entitlements.deleteDueEntitlements
        default: nil
        }
    }

    /// The places of the values that are the key of a row; `nil` where no two rows that wait have the same key, or where
    /// the first of them counts.
    var key: Range<Int>? {
        switch self {
        case .renewal: 0..<1
        case .snapshot, .awaitedToken, .dueEntitlements, .knownReport: 0..<2
        case .signedRefund, .sharedPurchase, .accountCustomer, .accountReader, .owned: 0..<3
        case .sale: 0..<4
        case .submissionCount: 1..<2
        case .appEvents: 2..<3
        case .repeatedNotification, .reportedRefund: 2..<4
        case .repeatedSubmission: 2..<7
        default: nil
        }
    }

    /// Whether the statement certainly writes a row: it is not skipped where the row exists or is missing.
    var isCertain: Bool {
        switch self {
        case .accountToken, .renewalEvidence, .knownReport, .sharedPurchase, .awaitedToken, .pendingStream: false
        default: true
        }
    }
}
