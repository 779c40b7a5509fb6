/// The tables of refunds: what Apple said of them, the policies by which they are answered, and what shops say of how
/// purchases were used.
enum RefundTables {
    /// The statements that make them.
    static let sql = """
        -- One row for each transaction about whose refund Apple sent anything; content is all of that and what the
        -- server did about it, as JSON. State: 0 requested, 1 held, 2 answered, 3 withheld, 4 missed, 5 refunded, 6
        -- declined, 7 reversed, 8 revoked. Due: when a worker may take it; a lease moves it to the lease's end.
        -- Account: the Apple Account that paid. Purchase: the key of a one-time purchase, spelled as in PurchaseKey.
        -- Opened at: the date of Apple's first message. Refunded at: since when the refund is in force; without an
        -- Apple Account no refund counts.
        CREATE TABLE refund_case (
            id INTEGER PRIMARY KEY,
            app INTEGER NOT NULL REFERENCES app (id),
            scope INTEGER NOT NULL REFERENCES scope (id),
            transaction_id ANY NOT NULL CHECK (typeof(transaction_id) IN ('integer', 'text')),
            owner INTEGER REFERENCES customer (id),
            account ANY CHECK (typeof(account) IN ('integer', 'text', 'null')),
            purchase TEXT,
            state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 8),
            opened_at INTEGER NOT NULL DEFAULT 0,
            refunded_at INTEGER CHECK (refunded_at IS NULL OR account IS NOT NULL),
            due_at INTEGER,
            lease INTEGER,
            content TEXT NOT NULL CHECK (json_valid(content)),
            UNIQUE (scope, transaction_id)
        ) STRICT;
        CREATE INDEX refund_case_app ON refund_case (app, id);
        CREATE INDEX refund_case_state ON refund_case (app, state, id);
        CREATE INDEX refund_case_owner ON refund_case (owner, id) WHERE owner IS NOT NULL;
        CREATE INDEX refund_case_due ON refund_case (app, due_at) WHERE due_at IS NOT NULL;
        CREATE INDEX refund_case_opened ON refund_case (app, opened_at, id);
        CREATE INDEX refund_case_account ON refund_case (scope, account, refunded_at, id) WHERE refunded_at IS NOT NULL;

        -- The refund policies that were published.
        CREATE TABLE refund_policy (
            app INTEGER NOT NULL REFERENCES app (id),
            version INTEGER NOT NULL CHECK (version > 0),
            content TEXT NOT NULL,
            published_at INTEGER NOT NULL,
            published_by TEXT NOT NULL,
            reason TEXT,
            PRIMARY KEY (app, version)
        ) STRICT, WITHOUT ROWID;

        -- The refund policies that run as an experiment on a share of the cases, in thousandths of a percent. Ending: 0
        -- better, 1 worse, 2 enough, 3 stopped by an operator, 4 replaced by another policy; null while it runs.
        CREATE TABLE refund_trial (
            app INTEGER NOT NULL,
            version INTEGER NOT NULL,
            seed INTEGER NOT NULL CHECK (seed >= 0),
            share INTEGER NOT NULL CHECK (share BETWEEN 1 AND 99999),
            minimum_cases INTEGER NOT NULL,
            maximum_cases INTEGER NOT NULL CHECK (minimum_cases <= maximum_cases),
            ending INTEGER CHECK (ending BETWEEN 0 AND 4),
            ended_at INTEGER CHECK ((ended_at IS NULL) = (ending IS NULL)),
            ended_by TEXT,
            PRIMARY KEY (app, version),
            FOREIGN KEY (app, version) REFERENCES refund_policy (app, version)
        ) STRICT, WITHOUT ROWID;

        -- Sums of the cases of each arm of an experiment, by the currency of the price. Arm: 0 the version on trial, 1
        -- the version in force. Shares are thousandths of a percent, money thousandths of a unit.
        CREATE TABLE refund_tally (
            app INTEGER NOT NULL,
            version INTEGER NOT NULL,
            arm INTEGER NOT NULL CHECK (arm BETWEEN 0 AND 1),
            currency TEXT NOT NULL,
            cases INTEGER NOT NULL,
            decided INTEGER NOT NULL,
            refunded INTEGER NOT NULL,
            kept_shares INTEGER NOT NULL,
            kept_squares INTEGER NOT NULL,
            asked INTEGER NOT NULL,
            kept INTEGER NOT NULL,
            PRIMARY KEY (app, version, arm, currency),
            FOREIGN KEY (app, version) REFERENCES refund_trial (app, version)
        ) STRICT, WITHOUT ROWID;

        -- Answers to Apple that are fixed for single customers, whatever the policy says.
        CREATE TABLE refund_override (
            owner INTEGER PRIMARY KEY REFERENCES customer (id),
            preference TEXT,
            set_at INTEGER NOT NULL,
            set_by TEXT NOT NULL,
            reason TEXT NOT NULL
        ) STRICT;

        -- When Apple last rescinded the consent of the user of an Apple Account. Resolved: when an operator last
        -- resolved what a rescission had set in motion; it counts for a rescission that is not later.
        CREATE TABLE consent_rescission (
            scope INTEGER NOT NULL REFERENCES scope (id),
            account ANY NOT NULL CHECK (typeof(account) IN ('integer', 'text')),
            rescinded_at INTEGER NOT NULL,
            resolved_at INTEGER,
            PRIMARY KEY (scope, account)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX consent_rescission_time ON consent_rescission (scope, rescinded_at, account);

        -- One row for each transaction about which a notification of version 1 reported a refund that Apple did not
        -- sign, whether its purchase is known or not. Treatment: 0 show, 1 freeze, 2 act. Waiting: 1 while the
        -- transaction is not known.
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

        -- How a purchase was used, as shops stated last. Owner: who owned it then; the row is deleted when that
        -- customer is erased. Share is in thousandths of a percent, play_time in minutes.
        CREATE TABLE consumption (
            scope INTEGER NOT NULL REFERENCES scope (id),
            transaction_id ANY NOT NULL CHECK (typeof(transaction_id) IN ('integer', 'text')),
            owner INTEGER REFERENCES customer (id),
            stated_at INTEGER NOT NULL,
            share INTEGER CHECK (share BETWEEN 0 AND 100000),
            play_time INTEGER CHECK (play_time >= 0),
            sample INTEGER CHECK (sample IN (0, 1)),
            stated_by TEXT NOT NULL,
            PRIMARY KEY (scope, transaction_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX consumption_owner ON consumption (owner) WHERE owner IS NOT NULL;
        """
}
