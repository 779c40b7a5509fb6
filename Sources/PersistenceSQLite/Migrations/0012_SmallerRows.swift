import Foundation
import GRDB
import Ledger
import PersistenceSQL

/// What lay several times is kept once: names, tokens, Apple Accounts, and what purchases have in common.
///
/// A subscriber's token lay in his row, in the table of tokens, in each of his transactions and in his renewal; his name in
/// his row and in an index; what he bought, where and at what price in each row of evidence. Of ten million subscribers
/// that was a gigabyte.
enum SmallerRows {
    /// Changes the tables.
    static func migrate(_ database: Database) throws {
        try database.execute(sql: Self.sharedValues)
        try database.execute(sql: Self.terms)
        try database.execute(sql: Self.evidence)
        try database.execute(sql: Self.impliedHomes)
        try database.execute(sql: Self.people)
        try Self.indexNames(database)
        try Self.indexTokens(database)
        try database.execute(sql: Self.ending)
    }

    private static func indexNames(_ database: Database) throws {
        let insert = try database.makeStatement(sql: "INSERT INTO customer_name VALUES (?, ?, ?)")
        let rows = try GRDB.Row.fetchCursor(
            database,
            sql: "SELECT app, CAST(name AS TEXT), id FROM customer ORDER BY id"
        )
        while let row = try rows.next() {
            guard let customer = CustomerID(row[1] as String) else { throw RepositoryError.corrupt }
            let digest = Int64(ShortDigest.of(customer))
            try insert.execute(arguments: [row[0] as Int64, digest, row[2] as Int64])
        }
    }

    /// Orders tokens by a digest and puts those into their customers' rows that lie nowhere else.
    private static func indexTokens(_ database: Database) throws {
        let insert = try database.makeStatement(
            sql: "INSERT OR IGNORE INTO new_account_token VALUES (?, ?, ?)"
        )
        let keep = try database.makeStatement(
            sql: """
                UPDATE new_customer SET tokens = CAST(ifnull(tokens, x'') || :token AS BLOB)
                WHERE id = :customer AND NOT EXISTS (
                    SELECT 1 FROM owned_original JOIN original ON original.id = owned_original.original
                    WHERE owned_original.owner = :customer AND original.token = :token
                )
                """
        )
        let rows = try GRDB.Row.fetchCursor(
            database,
            sql: "SELECT app, token, customer FROM account_token"
        )
        while let row = try rows.next() {
            let token: Data = row[1]
            let customer: Int64 = row[2]
            let halves = [token.prefix(8), token.suffix(8)].map {
                $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            }
            let digest = Int64(ShortDigest.of(AccountToken(high: halves[0], low: halves[1])))
            try insert.execute(arguments: [row[0] as Int64, digest, customer])
            try keep.execute(arguments: ["token": token, "customer": customer])
        }
    }

    private static let people = """
        -- Names are found by their digests. Merged into: who counts as him. Tokens: those of his, 16 bytes each, that no
        -- original bears in which he owns something.
        CREATE TABLE new_customer (
            id INTEGER PRIMARY KEY,
            app INTEGER NOT NULL REFERENCES app (id),
            name ANY NOT NULL CHECK (typeof(name) IN ('integer', 'text')),
            events INTEGER NOT NULL DEFAULT 0,
            merged_into INTEGER REFERENCES customer (id),
            erased_at INTEGER,
            tokens BLOB CHECK (length(tokens) % 16 = 0)
        ) STRICT;
        INSERT INTO new_customer
            SELECT id, app, name, events, merged_into, erased_at, NULL FROM customer ORDER BY id;

        -- Which customers may have a name, by four bytes of its SHA-256; their rows say who has.
        CREATE TABLE customer_name (
            app INTEGER NOT NULL REFERENCES app (id),
            digest INTEGER NOT NULL,
            customer INTEGER NOT NULL REFERENCES customer (id),
            PRIMARY KEY (app, digest, customer)
        ) STRICT, WITHOUT ROWID;

        -- Which customers may have a token, by four bytes of its SHA-256; their rows, or the originals in which they own
        -- something, say who has.
        CREATE TABLE new_account_token (
            app INTEGER NOT NULL REFERENCES app (id),
            digest INTEGER NOT NULL,
            customer INTEGER NOT NULL REFERENCES customer (id),
            PRIMARY KEY (app, digest, customer)
        ) STRICT, WITHOUT ROWID;
        """

    private static let ending = """
        DROP TABLE account_token;
        ALTER TABLE new_account_token RENAME TO account_token;
        DROP TABLE customer;
        ALTER TABLE new_customer RENAME TO customer;
        CREATE INDEX customer_merged ON customer (merged_into) WHERE merged_into IS NOT NULL;
        """
}
