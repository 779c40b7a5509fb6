extension Query {
    /// The SQL of the statements on wallets.
    var walletSQL: String {
        switch self {
        case .walletOfOwner: "\(Self.walletColumns) WHERE owner = ? AND scope = ? AND coin = ?"
        case .walletsOfOwner: "\(Self.walletColumns) WHERE owner = ? AND scope = ?"
        case .walletByNumber: "\(Self.walletColumns) WHERE id = ?"
        case .insertWallet:
            """
            INSERT INTO wallet (owner, scope, coin, balance, held, debt, movements, lots) VALUES (?, ?, ?, 0, 0, 0, 0, 0)
            """
        case .putWallet:
            """
            UPDATE wallet SET balance = ?, held = ?, debt = ?, movements = ?, lots = ?, due_at = ? WHERE id = ?
            """
        case .dueWallets: "\(Self.walletColumns) WHERE due_at <= ? ORDER BY due_at LIMIT ?"
        case .movementByKey: "\(Self.movementColumns) WHERE wallet = ? AND cause = ? AND key = ?"
        case .movementsBefore: "\(Self.movementColumns) WHERE wallet = ? AND number < ? ORDER BY number DESC LIMIT ?"
        case .insertMovement:
            """
            INSERT INTO wallet_movement (wallet, number, kind, quantity, cause, key, reason, made_by, made_at, purchase,
            expires_at, entries, balance, held, debt) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        case .eraseMovementReasons:
            "UPDATE wallet_movement SET reason = '' WHERE wallet IN (SELECT id FROM wallet WHERE owner = ?)"
        default: self.lotSQL
        }
    }

    private var lotSQL: String {
        switch self {
        case .spendableLots:
            """
            \(Self.lotColumns) WHERE wallet = ? AND rank = ? AND remaining > 0 AND held = 0
            ORDER BY expires_at, number LIMIT ?
            """
        case .expiringLots:
            """
            \(Self.lotColumns) WHERE wallet = ? AND rank = 0 AND remaining > 0 AND expires_at BETWEEN ? AND ?
            """
        case .nextExpiringLot:
            """
            \(Self.lotColumns) WHERE wallet = ? AND rank = 0 AND remaining > 0 AND expires_at > ?
            ORDER BY expires_at, number LIMIT 1
            """
        case .lotsOfPurchase: "\(Self.lotColumns) WHERE wallet = ? AND purchase = ?"
        case .owedLots: "\(Self.lotColumns) WHERE wallet = ? AND debt > 0"
        case .lotByNumber: "\(Self.lotColumns) WHERE wallet = ? AND number = ?"
        case .lotsBefore: "\(Self.lotColumns) WHERE wallet = ? AND number < ? ORDER BY number DESC LIMIT ?"
        case .putLot:
            """
            INSERT INTO wallet_lot (wallet, number, rank, kind, purchase, amount, created_at, expires_at, remaining, spent,
            lent, target, revoked, removed, repaid, debt, forgives, held)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (wallet, number) DO UPDATE SET remaining = excluded.remaining, spent = excluded.spent,
            lent = excluded.lent, target = excluded.target, revoked = excluded.revoked, removed = excluded.removed,
            repaid = excluded.repaid, debt = excluded.debt, forgives = excluded.forgives, held = excluded.held
            """
        case .moveLots: "UPDATE wallet_lot SET wallet = ?, number = number + ? WHERE wallet = ?"
        case .repaymentsOfDebtor:
            "SELECT debtor, lender, promised, paid FROM wallet_repayment WHERE wallet = ? AND debtor = ?"
        case .repaymentsOfLender:
            "SELECT debtor, lender, promised, paid FROM wallet_repayment WHERE wallet = ? AND lender = ?"
        case .putRepayment:
            """
            INSERT INTO wallet_repayment (wallet, debtor, lender, promised, paid) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (wallet, debtor, lender) DO UPDATE SET paid = excluded.paid
            """
        case .moveRepayments:
            "UPDATE wallet_repayment SET wallet = ?, debtor = debtor + ?, lender = lender + ? WHERE wallet = ?"
        case .walletsOfPurchase: "SELECT wallet FROM wallet_purchase WHERE scope = ? AND purchase = ?"
        case .walletPurchase:
            "\(Self.walletPurchaseColumns) WHERE scope = ? AND purchase = ? AND wallet = ?"
        case .endingHolds: "\(Self.walletPurchaseColumns) WHERE wallet = ? AND held_until <= ?"
        case .nextHold:
            "\(Self.walletPurchaseColumns) WHERE wallet = ? AND held_until > ? ORDER BY held_until LIMIT 1"
        case .putWalletPurchase:
            """
            INSERT INTO wallet_purchase (scope, purchase, wallet, refunds, reversed_at, held_from, held_until, held_spent,
            held_amount) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (scope, purchase, wallet) DO UPDATE SET refunds = excluded.refunds,
            reversed_at = excluded.reversed_at, held_from = excluded.held_from, held_until = excluded.held_until,
            held_spent = excluded.held_spent, held_amount = excluded.held_amount
            """
        case .moveWalletPurchases: "UPDATE wallet_purchase SET wallet = ? WHERE wallet = ?"
        default: self.orderSQL
        }
    }

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
