import GRDB

/// Which key the secrets of a webhook endpoint came from.
enum WebhookKeys {
    /// Adds the column; what is there already gets its value when it is next looked at.
    static func migrate(_ database: Database) throws {
        try database.execute(
            sql: """
                -- Eight bytes in hexadecimal that name the key and say nothing of it.
                ALTER TABLE webhook ADD COLUMN key_fingerprint TEXT;
                """
        )
    }
}
