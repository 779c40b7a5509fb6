/// The tables of customers' coins.
enum WalletTables {
    /// The statements that make them.
    static let sql = """
        -- A customer's coins of one kind. Its sums follow from its lots and movements, which the same transaction
        -- writes.
        CREATE TABLE wallet (
            id INTEGER PRIMARY KEY,
            owner INTEGER NOT NULL REFERENCES customer (id),
            scope INTEGER NOT NULL REFERENCES scope (id),
            coin INTEGER NOT NULL REFERENCES interned_string (id),
            balance INTEGER NOT NULL,
            held INTEGER NOT NULL CHECK (held >= 0),
            debt INTEGER NOT NULL CHECK (debt >= 0),
            movements INTEGER NOT NULL,
            lots INTEGER NOT NULL,
            due_at INTEGER,
            CHECK (balance >= held)
        ) STRICT;
        CREATE UNIQUE INDEX wallet_owner ON wallet (owner, scope, coin);
        CREATE INDEX wallet_due ON wallet (due_at) WHERE due_at IS NOT NULL;

        -- Coins that were credited at once. The remaining ones are in the order of spending within their rank.
        CREATE TABLE wallet_lot (
            wallet INTEGER NOT NULL REFERENCES wallet (id),
            number INTEGER NOT NULL CHECK (number > 0),
            rank INTEGER NOT NULL CHECK (rank BETWEEN 0 AND 4),
            kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 3),
            purchase TEXT,
            amount INTEGER NOT NULL CHECK (amount > 0),
            created_at INTEGER NOT NULL,
            expires_at INTEGER,
            remaining INTEGER NOT NULL CHECK (remaining >= 0),
            spent INTEGER NOT NULL CHECK (spent >= 0),
            lent INTEGER NOT NULL CHECK (lent >= 0),
            target INTEGER NOT NULL CHECK (target >= 0),
            revoked INTEGER NOT NULL CHECK (revoked BETWEEN 0 AND target),
            removed INTEGER NOT NULL CHECK (removed >= 0),
            repaid INTEGER NOT NULL CHECK (repaid >= 0),
            debt INTEGER NOT NULL CHECK (debt >= 0),
            forgives INTEGER NOT NULL CHECK (forgives IN (0, 1)),
            held INTEGER NOT NULL CHECK (held IN (0, 1)),
            PRIMARY KEY (wallet, number),
            CHECK (remaining = amount - spent - lent - revoked - removed),
            CHECK ((rank = 0) = (expires_at IS NOT NULL))
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX wallet_lot_left ON wallet_lot (wallet, rank, expires_at, number) WHERE remaining > 0;
        CREATE INDEX wallet_lot_purchase ON wallet_lot (wallet, purchase) WHERE purchase IS NOT NULL;
        CREATE INDEX wallet_lot_owed ON wallet_lot (wallet, number) WHERE debt > 0;

        -- The coins of one lot that repay the debt of another.
        CREATE TABLE wallet_repayment (
            wallet INTEGER NOT NULL REFERENCES wallet (id),
            debtor INTEGER NOT NULL,
            lender INTEGER NOT NULL,
            promised INTEGER NOT NULL CHECK (promised > 0),
            paid INTEGER NOT NULL CHECK (paid BETWEEN 0 AND promised),
            PRIMARY KEY (wallet, debtor, lender)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX wallet_repayment_lender ON wallet_repayment (wallet, lender);

        -- The wallets that a purchase credited, what Apple stated about its refunds, and whether it is held.
        CREATE TABLE wallet_purchase (
            scope INTEGER NOT NULL REFERENCES scope (id),
            purchase TEXT NOT NULL,
            wallet INTEGER NOT NULL REFERENCES wallet (id),
            refunds TEXT NOT NULL,
            reversed_at INTEGER,
            held_from INTEGER,
            held_until INTEGER,
            held_spent INTEGER,
            held_amount INTEGER,
            PRIMARY KEY (scope, purchase, wallet),
            CHECK ((held_from IS NULL) = (held_until IS NULL) AND (held_from IS NULL) = (held_spent IS NULL)
                AND (held_from IS NULL) = (held_amount IS NULL))
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX wallet_purchase_wallet ON wallet_purchase (wallet);
        CREATE INDEX wallet_purchase_held ON wallet_purchase (wallet, held_until) WHERE held_until IS NOT NULL;

        -- The movements of a wallet, numbered without gaps. The entries of one sum to zero. Rows are only added; the
        -- reason is emptied when the customer's name is erased.
        CREATE TABLE wallet_movement (
            wallet INTEGER NOT NULL REFERENCES wallet (id),
            number INTEGER NOT NULL CHECK (number > 0),
            kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 9),
            quantity INTEGER NOT NULL,
            cause INTEGER NOT NULL CHECK (cause BETWEEN 0 AND 5),
            key TEXT NOT NULL,
            reason TEXT NOT NULL,
            made_by TEXT,
            made_at INTEGER NOT NULL,
            purchase TEXT,
            expires_at INTEGER,
            entries TEXT NOT NULL,
            balance INTEGER NOT NULL,
            held INTEGER NOT NULL,
            debt INTEGER NOT NULL,
            PRIMARY KEY (wallet, number)
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX wallet_movement_key ON wallet_movement (wallet, cause, key);
        """
}
