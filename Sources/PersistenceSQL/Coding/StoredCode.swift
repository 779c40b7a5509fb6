import Ledger

/// A value of a closed list that is stored as a small number, which never changes its meaning.
protocol StoredCode: CaseIterable {
    /// The number in the database.
    var code: Int64 { get }
}

extension StoreEnvironment: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .production: 1
        case .sandbox: 2
        case .xcode: 3
        }
    }
}

extension SignedEvidence.Kind: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .notification: 1
        case .transaction: 2
        case .renewal: 3
        case .appTransaction: 4
        case .receipt: 5
        case .retentionRequest: 6
        }
    }
}

extension TransactionSnapshot.Kind: StoredCode {
    /// The number in the database; the most frequent is 1, which SQLite stores without a byte of its own.
    var code: Int64 {
        switch self {
        case .nonConsumable: 0
        case .autoRenewable: 1
        case .consumable: 2
        case .nonRenewing: 3
        }
    }
}

extension TransactionSnapshot.Reason: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .purchase: 0
        case .renewal: 1
        }
    }
}

extension RefundRequestEvidence.Kind: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .requested: 0
        case .closed: 1
        }
    }
}

extension StatusEvidence.Status: StoredCode {
    /// Apple's own number.
    var code: Int64 { Int64(self.rawValue) }
}

extension Submission.Intent: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .purchase: 0
        case .sync: 1
        case .restore: 2
        }
    }
}

extension Claim.Reason: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .unclaimed: 0
        case .accountToken: 1
        case .predecessor: 2
        case .firstSubmission: 3
        case .decision: 4
        case .familyMember: 5
        case .restore: 6
        case .renewalToken: 7
        case .purchaser: 8
        case .changeOfPlan: 9
        case .appleAccount: 10
        }
    }
}

extension EventName: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .transactionRecorded: 1
        case .transactionChanged: 2
        case .transactionRefunded: 3
        case .transactionRestored: 4
        case .transactionWithdrawn: 5
        case .subscriptionStarted: 6
        case .subscriptionRenewed: 7
        case .subscriptionEnteredGrace: 8
        case .subscriptionEnteredRetry: 9
        case .subscriptionRecovered: 10
        case .subscriptionExpired: 11
        case .subscriptionRevoked: 12
        case .subscriptionResumed: 13
        case .subscriptionChanged: 14
        case .ownershipClaimed: 15
        case .ownershipTransferred: 16
        case .ownershipReleased: 17
        case .chainJoined: 18
        case .entitlementGranted: 19
        case .entitlementChanged: 20
        case .entitlementEnded: 21
        case .walletCredited: 22
        case .walletGranted: 23
        case .walletSpent: 24
        case .walletAdjusted: 25
        case .walletHeld: 26
        case .walletReleased: 27
        case .walletRevoked: 28
        case .walletRestored: 29
        case .walletExpired: 30
        case .walletMerged: 31
        case .fulfillmentWaiting: 40
        case .fulfillmentDue: 41
        case .fulfillmentConfirmed: 42
        case .fulfillmentSuspended: 43
        case .fulfillmentCanceled: 44
        case .fulfillmentRevocationDue: 45
        case .fulfillmentRevocationConfirmed: 46
        case .fulfillmentRevocationSuspended: 47
        case .fulfillmentRevocationCanceled: 48
        case .orderCreated: 60
        case .orderPaid: 61
        case .orderFulfilled: 62
        case .orderExpired: 63
        case .orderCanceled: 64
        case .orderRefunded: 65
        case .orderRestored: 66
        case .orderReopened: 67
        case .orderFlagged: 68
        case .refundRequested: 70
        case .refundHeld: 71
        case .refundAnswered: 72
        case .refundWithheld: 73
        case .refundMissed: 74
        case .refundGranted: 75
        case .refundDeclined: 76
        case .refundReversed: 77
        case .refundRevoked: 78
        case .refundChanged: 79
        case .trialEnded: 90
        case .riskRaised: 91
        case .riskEased: 92
        case .transactionRefundReported: 93
        case .seatInvited: 94
        case .seatAccepted: 95
        case .seatEnded: 96
        case .subscriptionRetentionRequested: 97
        }
    }
}

extension TransferPolicy: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .transfer: 0
        case .keepWhileRenewing: 1
        case .keep: 2
        case .block: 3
        case .share: 4
        }
    }
}
