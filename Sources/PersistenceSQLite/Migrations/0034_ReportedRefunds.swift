import GRDB

/// The refunds that are reported and that Apple did not sign.
enum ReportedRefunds {
    /// Adds the table, and a column to what pays for orders.
    static func migrate(_ database: Database) throws {
        try database.execute(sql: Self.schema)
    }

    private static let schema = """
        -- One row for each transaction of which a notification of version 1 reported a refund, whether its purchase is known or
        -- not. Treatment: 0 show, 1 freeze, 2 act. Waiting: 1 while the transaction is not known.
        CREATE TABLE reported_refund (
            id INTEGER PRIMARY KEY,
            app INTEGER NOT NULL REFERENCES app (id),
            scope INTEGER NOT NULL REFERENCES scope (id),
            original INTEGER NOT NULL REFERENCES original (id),
            transaction_id ANY NOT NULL CHECK (typeof(transaction_id) IN ('integer', 'text')),
            product TEXT NOT NULL,
            revoked_at INTEGER NOT NULL,
            reason INTEGER,
            treatment INTEGER NOT NULL CHECK (treatment BETWEEN 0 AND 2),
            reported_at INTEGER NOT NULL,
            waiting INTEGER CHECK (waiting = 1),
            UNIQUE (original, transaction_id)
        ) STRICT;
        CREATE INDEX reported_refund_app ON reported_refund (app, id);
        CREATE INDEX reported_refund_time ON reported_refund (app, reported_at);
        CREATE INDEX reported_refund_waiting ON reported_refund (scope, reported_at) WHERE waiting = 1;

        -- 1 where a refund of what pays for an order is reported.
        ALTER TABLE order_payment ADD COLUMN refund_reported INTEGER CHECK (refund_reported = 1);
        """
}
