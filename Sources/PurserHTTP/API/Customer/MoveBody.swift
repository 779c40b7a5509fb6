import Ledger

/// A move as our JSON shows it; what is only planned has no names yet.
struct MoveBody: Encodable {
    let id: String?
    let environment: String
    let originalTransaction: String
    let transactions: [String]
    let from: String?
    let to: String?
    let reason: String
    let movedAt: String
    let change: String?

    init(_ move: OwnershipMove, isPlanned: Bool = false) {
        self.id = isPlanned ? nil : move.id.rawValue
        self.environment = move.environment.rawValue
        self.originalTransaction = move.originalTransactionID.rawValue
        self.transactions = move.transactionIDs.map(\.rawValue)
        self.from = move.from?.rawValue
        self.to = move.to?.rawValue
        self.reason = move.reason.rawValue
        self.movedAt = move.movedAt.rfc3339
        self.change = isPlanned ? nil : move.change?.rawValue
    }
}
