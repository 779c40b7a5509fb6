import Ledger

/// A lot as our JSON shows it.
struct LotBody: Encodable {
    let number: Int64
    let kind: String
    let purchase: String?
    let amount: Int64
    let left: Int64
    let spent: Int64
    let repays: Int64
    let takenBack: Int64
    let removed: Int64
    let debt: Int64
    let held: Bool
    let broughtAt: String
    let expiresAt: String?

    init(_ lot: Lot) {
        self.number = lot.number
        self.kind = lot.kind.rawValue
        self.purchase = lot.purchase?.spelling
        self.amount = lot.amount
        self.left = lot.left
        self.spent = lot.spent
        self.repays = lot.lent
        self.takenBack = lot.taken
        self.removed = lot.removed
        self.debt = lot.debt
        self.held = lot.isHeld
        self.broughtAt = lot.broughtAt.rfc3339
        self.expiresAt = lot.expiresAt?.rfc3339
    }

    /// The form of it.
    static let schema = APISchema.named(
        "WalletLot",
        .object(
            .required("number", WalletBody.count, "Its place in the wallet."),
            .required("kind", .words(Lot.Kind.allCases.map(\.rawValue)), "How its coins came."),
            .optional("purchase", .string(length: 1...255), "The purchase that brought it."),
            .required("amount", WalletBody.count, "How many it brought."),
            .required("left", WalletBody.count, "How many are still there."),
            .required("spent", WalletBody.count, "How many were spent."),
            .required("repays", WalletBody.count, "How many repay a debt."),
            .required("takenBack", WalletBody.count, "How many a refund took back."),
            .required("removed", WalletBody.count, "How many expired or were taken away by hand."),
            .required("debt", WalletBody.count, "What is owed for it and not repaid."),
            .required("held", .boolean, "Whether what is left is held."),
            .required("broughtAt", .instant),
            .optional("expiresAt", .instant)
        )
    )
}
