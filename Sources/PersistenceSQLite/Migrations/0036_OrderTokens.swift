import Foundation
import GRDB
import Ledger
import PersistenceSQL

/// The tokens of orders, in rows of their own.
enum OrderTokens {
    /// Adds the table and moves there what was made for orders that are kept.
    static func migrate(_ database: Database) throws {
        try database.execute(sql: Self.schema)
        let rows = try GRDB.Row.fetchCursor(
            database,
            sql: "SELECT app, token FROM purchase_order WHERE pays_from IS NULL ORDER BY id"
        )
        while let row = try rows.next() { try Self.move(row[1], app: row[0], database) }
        let customers = try Int64.fetchAll(database, sql: "SELECT DISTINCT customer FROM order_token")
        for customer in customers { try Self.tidy(customer, database) }
    }

    private static let schema = """
        -- Whose the tokens are that were made for orders, for good: an order may be removed, its token stays.
        CREATE TABLE order_token (
            app INTEGER NOT NULL REFERENCES app (id),
            token BLOB NOT NULL CHECK (length(token) = 16),
            customer INTEGER NOT NULL REFERENCES customer (id),
            PRIMARY KEY (app, token)
        ) STRICT, WITHOUT ROWID;
        """

    /// Keeps whom the token of an order stands for.
    private static func move(_ token: Data, app: Int64, _ database: Database) throws {
        let candidates = try Int64.fetchAll(
            database,
            sql: "SELECT customer FROM account_token WHERE app = ? AND digest = ?",
            arguments: [app, Self.digest(of: token)]
        )
        for customer in candidates {
            let own = try Self.loose(customer, database) + Self.borne(customer, database)
            guard own.contains(token) else { continue }
            try database.execute(
                sql: "INSERT INTO order_token VALUES (?, ?, ?)",
                arguments: [app, token, customer]
            )
            return
        }
    }

    /// Takes the tokens of orders away from a customer's row, and from what finds it by others.
    private static func tidy(_ customer: Int64, _ database: Database) throws {
        let moved = Set(
            try Data.fetchAll(
                database,
                sql: """
                    SELECT token FROM order_token WHERE app = (SELECT app FROM customer WHERE id = :customer)
                    AND customer = :customer
                    """,
                arguments: ["customer": customer]
            )
        )
        let rest = try Self.loose(customer, database).filter { !moved.contains($0) }
        try database.execute(
            sql: "UPDATE customer SET tokens = ? WHERE id = ?",
            arguments: [rest.isEmpty ? nil : Data(rest.joined()), customer]
        )
        let others = try rest + Self.borne(customer, database).filter { !moved.contains($0) }
        let digests = Set(others.map(Self.digest))
        for digest in Set(moved.map(Self.digest)).subtracting(digests) {
            try database.execute(
                sql: """
                    DELETE FROM account_token WHERE app = (SELECT app FROM customer WHERE id = :customer)
                    AND digest = :digest AND customer = :customer
                    """,
                arguments: ["customer": customer, "digest": digest]
            )
        }
    }

    /// The tokens in a customer's row.
    private static func loose(_ customer: Int64, _ database: Database) throws -> [Data] {
        let tokens = try Data.fetchOne(
            database,
            sql: "SELECT tokens FROM customer WHERE id = ? AND tokens IS NOT NULL",
            arguments: [customer]
        )
        guard let tokens else { return [] }
        return stride(from: 0, to: tokens.count, by: 16).map { start in
            Data(tokens.dropFirst(start).prefix(16))
        }
    }

    /// The tokens of the originals in which a customer owns something.
    private static func borne(_ customer: Int64, _ database: Database) throws -> [Data] {
        try Data.fetchAll(
            database,
            sql: """
                SELECT original.token FROM owned_original JOIN original ON original.id = owned_original.original
                WHERE owned_original.owner = ? AND original.token IS NOT NULL
                """,
            arguments: [customer]
        )
    }

    private static func digest(of token: Data) -> Int64 {
        let halves = [token.prefix(8), token.dropFirst(8)].map { $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
        return Int64(ShortDigest.of(AccountToken(high: halves[0], low: halves[1])))
    }
}
