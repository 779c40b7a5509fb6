/// The tables of the people who sign in to the dashboard.
enum OperatorTables {
    /// The statements that make them.
    static let sql = """
        -- Operators. Password: an encoded scrypt hash. Second factor: an encrypted secret, and the 30-second step whose
        -- code was used last. Invitation: the SHA-256 of the token in the link, and its end.
        CREATE TABLE operator_account (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            role INTEGER NOT NULL CHECK (role BETWEEN 0 AND 3),
            password TEXT,
            code_secret BLOB,
            code_step INTEGER,
            invitation BLOB UNIQUE CHECK (length(invitation) = 32),
            invitation_end INTEGER,
            created_at INTEGER NOT NULL,
            created_by TEXT NOT NULL,
            CHECK ((code_secret IS NULL) = (code_step IS NULL)),
            CHECK ((invitation IS NULL) = (invitation_end IS NULL))
        ) STRICT;

        -- Their sessions. Digest: the SHA-256 of the token in the cookie. Is signed in: 0 while a code is to come.
        CREATE TABLE operator_session (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL,
            digest BLOB NOT NULL UNIQUE CHECK (length(digest) = 32),
            account INTEGER NOT NULL REFERENCES operator_account (id),
            is_signed_in INTEGER NOT NULL CHECK (is_signed_in IN (0, 1)),
            created_at INTEGER NOT NULL,
            used_at INTEGER NOT NULL,
            address TEXT NOT NULL,
            user_agent TEXT NOT NULL
        ) STRICT;
        CREATE INDEX operator_session_account ON operator_session (account);
        CREATE INDEX operator_session_used ON operator_session (used_at);

        -- The addresses from which operators signed in.
        CREATE TABLE operator_address (
            account INTEGER NOT NULL REFERENCES operator_account (id),
            address TEXT NOT NULL,
            seen_at INTEGER NOT NULL,
            PRIMARY KEY (account, address)
        ) STRICT, WITHOUT ROWID;

        -- Failed sign-ins, counted by the SHA-256 of a name, an address, or both.
        CREATE TABLE sign_in_failure (
            subject BLOB PRIMARY KEY NOT NULL CHECK (length(subject) = 32),
            count INTEGER NOT NULL,
            last_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX sign_in_failure_last ON sign_in_failure (last_at);
        """
}
