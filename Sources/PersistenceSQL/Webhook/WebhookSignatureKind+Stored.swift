import Ledger

extension WebhookEndpoint.Content: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .events: 0
        case .relay: 1
        }
    }
}

extension WebhookEndpoint.State: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .active: 0
        case .paused: 1
        case .gone: 2
        }
    }
}

extension WebhookSignatureKind: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .hmac: 0
        case .ed25519: 1
        }
    }
}

extension StoreEnvironment {
    /// The environment's part of a sum in the database.
    var bit: Int64 { 1 << (self.code - 1) }
}
