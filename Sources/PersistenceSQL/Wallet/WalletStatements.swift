/// The statements on wallets.
package struct WalletStatements: Sendable {
    package let walletOfOwner = SQLStatement("\(Self.walletColumns) WHERE owner = ? AND scope = ? AND coin = ?")
    package let walletsOfOwner = SQLStatement("\(Self.walletColumns) WHERE owner = ? AND scope = ?")
    package let walletByNumber = SQLStatement("\(Self.walletColumns) WHERE id = ?")
    package let insertWallet = SQLStatement(
        """
        INSERT INTO wallet (owner, scope, coin, balance, held, debt, movements, lots) VALUES (?, ?, ?, 0, 0, 0, 0, 0)
        """
    )
    package let putWallet = SQLStatement(
        """
        UPDATE wallet SET balance = ?, held = ?, debt = ?, movements = ?, lots = ?, due_at = ? WHERE id = ?
        """
    )
    package let dueWallets = SQLStatement("\(Self.walletColumns) WHERE due_at <= ? ORDER BY due_at LIMIT ?")
    package let movementByKey = SQLStatement("\(Self.movementColumns) WHERE wallet = ? AND cause = ? AND key = ?")
    package let movementsBefore = SQLStatement(
        "\(Self.movementColumns) WHERE wallet = ? AND number < ? ORDER BY number DESC LIMIT ?"
    )
    package let insertMovement = SQLStatement(
        """
        INSERT INTO wallet_movement (wallet, number, kind, quantity, cause, key, reason, made_by, made_at, purchase,
        expires_at, entries, balance, held, debt) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    )
    package let eraseMovementReasons = SQLStatement(
        "UPDATE wallet_movement SET reason = '' WHERE wallet IN (SELECT id FROM wallet WHERE owner = ?)"
    )
    package let spendableLots = SQLStatement(
        """
        \(Self.lotColumns) WHERE wallet = ? AND rank = ? AND remaining > 0 AND held = 0
        ORDER BY expires_at, number LIMIT ?
        """
    )
    package let expiringLots = SQLStatement(
        """
        \(Self.lotColumns) WHERE wallet = ? AND rank = 0 AND remaining > 0 AND expires_at BETWEEN ? AND ?
        """
    )
    package let nextExpiringLot = SQLStatement(
        """
        \(Self.lotColumns) WHERE wallet = ? AND rank = 0 AND remaining > 0 AND expires_at > ?
        ORDER BY expires_at, number LIMIT 1
        """
    )
    package let lotsOfPurchase = SQLStatement("\(Self.lotColumns) WHERE wallet = ? AND purchase = ?")
    package let owedLots = SQLStatement("\(Self.lotColumns) WHERE wallet = ? AND debt > 0")
    package let lotByNumber = SQLStatement("\(Self.lotColumns) WHERE wallet = ? AND number = ?")
    package let lotsBefore = SQLStatement(
        "\(Self.lotColumns) WHERE wallet = ? AND number < ? ORDER BY number DESC LIMIT ?"
    )
    package let putLot = SQLStatement(
        """
        INSERT INTO wallet_lot (wallet, number, rank, kind, purchase, amount, created_at, expires_at, remaining, spent,
        lent, target, revoked, removed, repaid, debt, forgives, held)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (wallet, number) DO UPDATE SET remaining = excluded.remaining, spent = excluded.spent,
        lent = excluded.lent, target = excluded.target, revoked = excluded.revoked, removed = excluded.removed,
        repaid = excluded.repaid, debt = excluded.debt, forgives = excluded.forgives, held = excluded.held
        """
    )
    package let moveLots = SQLStatement("UPDATE wallet_lot SET wallet = ?, number = number + ? WHERE wallet = ?")
    package let repaymentsOfDebtor = SQLStatement(
        "SELECT debtor, lender, promised, paid FROM wallet_repayment WHERE wallet = ? AND debtor = ?"
    )
    package let repaymentsOfLender = SQLStatement(
        "SELECT debtor, lender, promised, paid FROM wallet_repayment WHERE wallet = ? AND lender = ?"
    )
    package let putRepayment = SQLStatement(
        """
        INSERT INTO wallet_repayment (wallet, debtor, lender, promised, paid) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (wallet, debtor, lender) DO UPDATE SET paid = excluded.paid
        """
    )
    package let moveRepayments = SQLStatement(
        "UPDATE wallet_repayment SET wallet = ?, debtor = debtor + ?, lender = lender + ? WHERE wallet = ?"
    )
    package let walletsOfPurchase = SQLStatement("SELECT wallet FROM wallet_purchase WHERE scope = ? AND purchase = ?")
    package let walletPurchase = SQLStatement(
        "\(Self.walletPurchaseColumns) WHERE scope = ? AND purchase = ? AND wallet = ?"
    )
    package let endingHolds = SQLStatement("\(Self.walletPurchaseColumns) WHERE wallet = ? AND held_until <= ?")
    package let nextHold = SQLStatement(
        "\(Self.walletPurchaseColumns) WHERE wallet = ? AND held_until > ? ORDER BY held_until LIMIT 1"
    )
    package let putWalletPurchase = SQLStatement(
        """
        INSERT INTO wallet_purchase (scope, purchase, wallet, refunds, reversed_at, held_from, held_until, held_spent,
        held_amount) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (scope, purchase, wallet) DO UPDATE SET refunds = excluded.refunds,
        reversed_at = excluded.reversed_at, held_from = excluded.held_from, held_until = excluded.held_until,
        held_spent = excluded.held_spent, held_amount = excluded.held_amount
        """
    )
    package let moveWalletPurchases = SQLStatement("UPDATE wallet_purchase SET wallet = ? WHERE wallet = ?")

    private static let walletColumns =
        "SELECT id, owner, scope, coin, balance, held, debt, movements, lots, due_at FROM wallet"

    private static let movementColumns = """
        SELECT number, kind, quantity, cause, key, reason, made_by, made_at, purchase, expires_at, entries, balance, held,
        debt FROM wallet_movement
        """

    private static let lotColumns = """
        SELECT number, kind, purchase, amount, created_at, expires_at, spent, lent, target, revoked, removed, repaid,
        forgives, held FROM wallet_lot
        """

    private static let walletPurchaseColumns = """
        SELECT purchase, refunds, reversed_at, held_from, held_until, held_spent, held_amount FROM wallet_purchase
        """
}

extension SQLStatement {
    /// The statements on wallets.
    package static let wallets = WalletStatements()
}
