import Ledger

/// A value of a closed list that is stored as one byte within a packed value; the number never changes its meaning.
protocol PackedCode: CaseIterable {
    /// The stored number.
    var packed: UInt8 { get }
}

extension PackedReader {
    /// Reads the next value of a closed list.
    mutating func coded<Value: PackedCode>(_: Value.Type = Value.self) throws(RepositoryError) -> Value {
        try Self.value(try self.byte())
    }

    /// Returns the value with a number.
    static func value<Value: PackedCode>(_ code: UInt8) throws(RepositoryError) -> Value {
        guard let value = Value.allCases.first(where: { $0.packed == code }) else { throw .corrupt }
        return value
    }
}

extension SubscriptionPhase: PackedCode {
    /// Every phase.
    static var allCases: [Self] {
        [
            .unknown, .active, .grace, .retry, .overdue, .expired(isConfirmed: true), .expired(isConfirmed: false),
            .revoked,
        ]
    }

    /// The number within a packed value.
    var packed: UInt8 {
        switch self {
        case .unknown: 0
        case .active: 1
        case .grace: 2
        case .retry: 3
        case .overdue: 4
        case .expired(isConfirmed: true): 5
        case .expired(isConfirmed: false): 6
        case .revoked: 7
        }
    }
}

extension Seats.Invitations: PackedCode {
    /// The number within a packed value; 0 is the lack of a value.
    var packed: UInt8 {
        switch self {
        case .apple: 1
        case .developer: 2
        }
    }
}

extension SubscriptionState.Reason: PackedCode {
    /// The number within a packed value.
    var packed: UInt8 {
        switch self {
        case .paid: 0
        case .paidByAnotherPeriod: 1
        case .transactionMissing: 2
        case .gracePeriod: 3
        case .billingRetry: 4
        case .canceled: 5
        case .stoppedByRefundRequest: 6
        case .billingFailed: 7
        case .priceIncreaseNotAccepted: 8
        case .productUnavailable: 9
        case .ended: 10
        case .overdue: 11
        case .unconfirmed: 12
        case .refunded: 13
        case .familySharingEnded: 14
        case .seatRemoved: 15
        case .replaced: 16
        case .granted: 17
        case .grantRevoked: 18
        case .sandboxLimit: 19
        }
    }
}

extension WillRenew: PackedCode {
    /// The number within a packed value; below four.
    var packed: UInt8 {
        switch self {
        case .yes: 0
        case .no: 1
        case .needsConsent: 2
        case .unknown: 3
        }
    }
}

extension AutoRenew: PackedCode {
    /// The number within a packed value; below four.
    var packed: UInt8 {
        switch self {
        case .on: 0
        case .off: 1
        case .offByRefundRequest: 2
        case .unknown: 3
        }
    }
}

extension Override.Kind: PackedCode {
    /// The number within a packed value.
    var packed: UInt8 {
        switch self {
        case .status: 0
        case .refundRequestOpen: 1
        }
    }
}

extension HealingRequest.Reason: PackedCode {
    /// The number within a packed value.
    var packed: UInt8 {
        switch self {
        case .transactionMissing: 0
        case .statusUnknown: 1
        case .overdue: 2
        case .expiredUnconfirmed: 3
        case .statusOverride: 4
        }
    }
}
