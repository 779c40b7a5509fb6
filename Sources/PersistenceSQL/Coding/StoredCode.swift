import Ledger

/// A value of a closed list that is kept as a small number, which never changes its meaning.
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
        }
    }
}

extension TransactionSnapshot.Kind: StoredCode {
    /// The number in the database; the commonest is 1, which SQLite keeps without a byte of its own.
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

extension RefundRequestStatement.Kind: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .requested: 0
        case .closed: 1
        }
    }
}

extension StatusStatement.Status: StoredCode {
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

extension HeldEvidence.Reason: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .signedInFuture: 1
        case .missingPart: 2
        case .certificateRevoked: 3
        case .notOurs: 4
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
        case .ownershipMoved: 16
        case .ownershipReleased: 17
        case .chainJoined: 18
        case .entitlementGranted: 19
        case .entitlementChanged: 20
        case .entitlementEnded: 21
        case .orderCreated: 22
        case .orderPaid: 23
        case .orderDelivered: 24
        case .orderExpired: 25
        case .orderCancelled: 26
        case .orderRefunded: 27
        case .orderRestored: 28
        case .orderReopened: 29
        case .orderFlagged: 30
        }
    }
}

extension OrderState: StoredCode {
    var code: Int64 {
        switch self {
        case .created: 0
        case .paid: 1
        case .delivered: 2
        case .expired: 3
        case .cancelled: 4
        case .refunded: 5
        case .partlyRefunded: 6
        }
    }
}

extension OrderQueue: StoredCode {
    var code: Int64 {
        switch self {
        case .open: 1
        case .paidNotDelivered: 2
        case .deliveredNotPaid: 3
        case .flagged: 4
        }
    }
}

extension Decision.Reach: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .purchase: 0
        case .chainSoFar: 1
        case .chainOn: 2
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

extension ImportJob.State: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .receiving: 0
        case .working: 1
        case .paused: 2
        case .finished: 3
        case .cancelled: 4
        }
    }
}

extension ImportRow.Subject: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .transaction: 0
        case .original: 1
        case .receipt: 2
        }
    }
}

extension CustomerFact.Topic: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .registeredAt: 1
        case .playTime: 2
        case .accountStatus: 3
        case .platforms: 4
        case .spentElsewhere: 5
        case .refundedElsewhere: 6
        }
    }
}
