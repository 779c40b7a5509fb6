import Foundation
import GRDB

/// Whose purchases are, by all nine rules: Apple Accounts, restores, merges, erasures, and what moved.
enum OwnershipTables {
    /// Adds the tables and columns.
    static func migrate(_ database: Database) throws {
        try database.execute(sql: Self.people)
        try database.execute(sql: Self.restores)
        try database.execute(sql: Self.schema)
        try database.execute(sql: Self.knownBindings)
        try Self.gatherTokens(database)
    }

    private static let people = """
        -- Who counts as somebody else, when a name was erased, and the tokens that stand for a customer, 16 bytes each.
        ALTER TABLE customer ADD COLUMN merged_into INTEGER REFERENCES customer (id);
        ALTER TABLE customer ADD COLUMN erased_at INTEGER;
        ALTER TABLE customer ADD COLUMN tokens BLOB CHECK (length(tokens) % 16 = 0);
        CREATE INDEX customer_merged ON customer (merged_into) WHERE merged_into IS NOT NULL;
        """

    private static let restores = """
        -- Who submitted what: the first time for each intent, and each restore. Sequence is the order of arrival;
        -- transfer is what the policy made of a restore when it arrived.
        CREATE TABLE new_submission (
            scope INTEGER NOT NULL REFERENCES scope (id),
            transaction_id ANY NOT NULL CHECK (typeof(transaction_id) IN ('integer', 'text')),
            customer INTEGER NOT NULL REFERENCES customer (id),
            intent INTEGER NOT NULL CHECK (intent BETWEEN 0 AND 2),
            sequence INTEGER NOT NULL,
            submitted_at INTEGER NOT NULL,
            transfer INTEGER CHECK (transfer BETWEEN 0 AND 4),
            repeats INTEGER NOT NULL DEFAULT 0,
            repeated_at INTEGER,
            PRIMARY KEY (scope, transaction_id, customer, intent, sequence)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO new_submission
            SELECT scope, transaction_id, customer, intent, sequence, submitted_at, NULL, repeats, repeated_at
            FROM submission ORDER BY scope, transaction_id, customer, intent, sequence;
        DROP TABLE submission;
        ALTER TABLE new_submission RENAME TO submission;

        -- Whose operators said a purchase is, or a chain. The newest counts that was not withdrawn.
        CREATE TABLE new_decision (
            scope INTEGER NOT NULL REFERENCES scope (id),
            transaction_id ANY NOT NULL CHECK (typeof(transaction_id) IN ('integer', 'text')),
            decided_at INTEGER NOT NULL,
            reach INTEGER NOT NULL CHECK (reach BETWEEN 0 AND 2),
            customer INTEGER NOT NULL REFERENCES customer (id),
            withdrawn INTEGER NOT NULL DEFAULT 0 CHECK (withdrawn IN (0, 1)),
            PRIMARY KEY (scope, transaction_id, decided_at, reach, customer)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO new_decision (scope, transaction_id, decided_at, reach, customer)
            SELECT scope, transaction_id, decided_at, reach, customer
            FROM decision ORDER BY scope, transaction_id, decided_at, reach, customer;
        DROP TABLE decision;
        ALTER TABLE new_decision RENAME TO decision;
        """

    private static let schema = """
        -- What ownership needs of renewal snapshots that newer ones have replaced.
        CREATE TABLE renewal_word (
            original INTEGER NOT NULL REFERENCES original (id),
            signed_at INTEGER NOT NULL,
            digest BLOB NOT NULL CHECK (length(digest) = 8),
            renewal_at INTEGER,
            auto_renew INTEGER CHECK (auto_renew IN (0, 1)),
            token BLOB CHECK (length(token) = 16),
            grace_end INTEGER,
            PRIMARY KEY (original, signed_at, digest)
        ) STRICT, WITHOUT ROWID;

        -- Which customers were seen with which Apple Accounts: by purchases of theirs, first and last (nothing where it
        -- was but once), and by the first submission of each purchase that a family shares, again first and last.
        CREATE TABLE account_customer (
            scope INTEGER NOT NULL REFERENCES scope (id),
            account ANY NOT NULL CHECK (typeof(account) IN ('integer', 'text')),
            customer INTEGER NOT NULL REFERENCES customer (id),
            first_at INTEGER,
            last_at INTEGER CHECK (last_at > first_at),
            family_at INTEGER,
            family_last_at INTEGER CHECK (family_last_at > family_at),
            PRIMARY KEY (scope, account, customer),
            CHECK (first_at IS NOT NULL OR family_at IS NOT NULL)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX account_customer_family ON account_customer (customer, scope) WHERE family_at IS NOT NULL;

        -- The chains that go by who was seen with an Apple Account; kind 1 for a family's, which go by who was last.
        CREATE TABLE account_reader (
            scope INTEGER NOT NULL REFERENCES scope (id),
            account ANY NOT NULL CHECK (typeof(account) IN ('integer', 'text')),
            original INTEGER NOT NULL REFERENCES original (id),
            kind INTEGER NOT NULL CHECK (kind IN (0, 1)),
            PRIMARY KEY (scope, account, original)
        ) STRICT, WITHOUT ROWID;

        -- With whom else a purchase is shared by policy.
        CREATE TABLE shared_purchase (
            original INTEGER NOT NULL REFERENCES original (id),
            transaction_id ANY NOT NULL CHECK (typeof(transaction_id) IN ('integer', 'text')),
            customer INTEGER NOT NULL REFERENCES customer (id),
            PRIMARY KEY (original, transaction_id, customer)
        ) STRICT, WITHOUT ROWID;

        -- What operators, and shops by their keys, did to ownership.
        CREATE TABLE ownership_change (
            id INTEGER PRIMARY KEY,
            app INTEGER NOT NULL REFERENCES app (id),
            name TEXT NOT NULL,
            act INTEGER NOT NULL CHECK (act BETWEEN 0 AND 3),
            scope INTEGER REFERENCES scope (id),
            transaction_id ANY CHECK (typeof(transaction_id) IN ('integer', 'text', 'null')),
            reach INTEGER CHECK (reach BETWEEN 0 AND 2),
            customer INTEGER REFERENCES customer (id),
            other INTEGER REFERENCES customer (id),
            undoes INTEGER REFERENCES ownership_change (id),
            changed_at INTEGER NOT NULL,
            changed_by TEXT NOT NULL,
            note TEXT,
            is_undone INTEGER NOT NULL DEFAULT 0 CHECK (is_undone IN (0, 1)),
            UNIQUE (app, name)
        ) STRICT;

        -- What passed from an owner to another, or to nobody.
        CREATE TABLE ownership_move (
            number INTEGER PRIMARY KEY,
            scope INTEGER NOT NULL REFERENCES scope (id),
            original INTEGER NOT NULL REFERENCES original (id),
            transactions TEXT NOT NULL,
            from_customer INTEGER NOT NULL REFERENCES customer (id),
            to_customer INTEGER REFERENCES customer (id),
            reason INTEGER NOT NULL CHECK (reason BETWEEN 0 AND 15),
            moved_at INTEGER NOT NULL,
            change INTEGER REFERENCES ownership_change (id)
        ) STRICT;
        CREATE INDEX ownership_move_from ON ownership_move (from_customer, number);
        CREATE INDEX ownership_move_to ON ownership_move (to_customer, number) WHERE to_customer IS NOT NULL;
        CREATE INDEX ownership_move_original ON ownership_move (original, number);
        """

    private static let knownBindings = """
        INSERT INTO account_customer (scope, account, customer, first_at, last_at)
            SELECT original.scope, app_transaction_id, store_id.owner, min(purchased_at),
            CASE WHEN max(purchased_at) > min(purchased_at) THEN max(purchased_at) END
            FROM snapshot JOIN original ON original.id = snapshot.original
            JOIN store_id ON store_id.scope = original.scope AND store_id.apple_id = snapshot.transaction_id
            WHERE app_transaction_id IS NOT NULL AND store_id.owner IS NOT NULL AND store_id.reason IN (1, 2, 4)
            AND ifnull(json_extract(rare, '$.ownership'), 'PURCHASED') = 'PURCHASED'
            GROUP BY 1, 2, 3;
        INSERT INTO account_reader (scope, account, original, kind)
            SELECT original.scope, app_transaction_id, ifnull(original.root, original.id),
            max(ifnull(json_extract(rare, '$.ownership'), 'PURCHASED') <> 'PURCHASED')
            FROM snapshot JOIN original ON original.id = snapshot.original
            JOIN store_id ON store_id.scope = original.scope AND store_id.apple_id = snapshot.transaction_id
            WHERE app_transaction_id IS NOT NULL AND store_id.reason IN (0, 3)
            GROUP BY 1, 2, 3;
        """

    /// Copies the tokens of each customer into his row, where they are found without another index.
    private static func gatherTokens(_ database: Database) throws {
        let update = try database.makeStatement(
            sql: "UPDATE customer SET tokens = CAST(ifnull(tokens, x'') || ? AS BLOB) WHERE id = ?"
        )
        let rows = try GRDB.Row.fetchCursor(database, sql: "SELECT token, customer FROM account_token")
        while let row = try rows.next() {
            let token: Data = row[0]
            let customer: Int64 = row[1]
            try update.execute(arguments: [token, customer])
        }
    }
}
