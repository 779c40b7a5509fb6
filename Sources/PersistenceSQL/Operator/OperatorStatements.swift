import Ledger

/// The statements on operators, their sessions, and failed sign-ins.
package struct OperatorStatements: Sendable {
    package let accountByName = SQLStatement(
        "SELECT \(Self.accountColumns) FROM operator_account WHERE name = ?"
    )
    package let accountByInvitation = SQLStatement(
        "SELECT \(Self.accountColumns) FROM operator_account WHERE invitation = ?"
    )
    package let accountsAfter = SQLStatement(
        "SELECT \(Self.accountColumns) FROM operator_account WHERE name > ? ORDER BY name LIMIT ?"
    )
    package let accountNumber = SQLStatement("SELECT id FROM operator_account WHERE name = ?")
    package let putAccount = SQLStatement(
        """
        INSERT INTO operator_account (\(Self.accountColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (name) DO UPDATE SET role = excluded.role, password = excluded.password,
        code_secret = excluded.code_secret, code_step = excluded.code_step, invitation = excluded.invitation,
        invitation_end = excluded.invitation_end
        """
    )
    package let deleteAccount = SQLStatement("DELETE FROM operator_account WHERE id = ?")
    package let sessionByDigest = SQLStatement(
        """
        SELECT \(Self.sessionColumns) FROM operator_session AS session
        JOIN operator_account AS account ON account.id = session.account WHERE session.digest = ?
        """
    )
    package let sessionOfAccount = SQLStatement(
        """
        SELECT \(Self.sessionColumns) FROM operator_session AS session
        JOIN operator_account AS account ON account.id = session.account WHERE session.account = ? AND session.name = ?
        """
    )
    package let sessionsOfAccount = SQLStatement(
        """
        SELECT \(Self.sessionColumns) FROM operator_session AS session
        JOIN operator_account AS account ON account.id = session.account
        WHERE session.account = ? AND session.is_signed_in = 1 ORDER BY session.id DESC LIMIT ?
        """
    )
    package let insertSession = SQLStatement(
        """
        INSERT INTO operator_session
        (name, digest, account, is_signed_in, created_at, used_at, address, user_agent) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """
    )
    package let useSession = SQLStatement(
        "UPDATE operator_session SET used_at = ? WHERE digest = ? AND used_at < ?"
    )
    package let deleteSession = SQLStatement("DELETE FROM operator_session WHERE digest = ?")
    package let deleteSessionsOfAccount = SQLStatement("DELETE FROM operator_session WHERE account = ?")
    package let deleteOtherSessions = SQLStatement("DELETE FROM operator_session WHERE account = ? AND digest <> ?")
    package let deleteUnusedSessions = SQLStatement(
        """
        DELETE FROM operator_session WHERE id IN
        (SELECT id FROM operator_session WHERE used_at < ? ORDER BY used_at LIMIT ?)
        """
    )
    package let addressSeenAt = SQLStatement(
        "SELECT seen_at FROM operator_address WHERE account = ? AND address = ?"
    )
    package let putAddress = SQLStatement(
        """
        INSERT INTO operator_address (account, address, seen_at) VALUES (?, ?, ?)
        ON CONFLICT (account, address) DO UPDATE SET seen_at = excluded.seen_at
        """
    )
    package let deleteAddresses = SQLStatement("DELETE FROM operator_address WHERE account = ?")
    package let failures = SQLStatement("SELECT count, last_at FROM sign_in_failure WHERE subject = ?")
    package let putFailures = SQLStatement(
        """
        INSERT INTO sign_in_failure (subject, count, last_at) VALUES (?, ?, ?)
        ON CONFLICT (subject) DO UPDATE SET count = excluded.count, last_at = excluded.last_at
        """
    )
    package let deleteFailures = SQLStatement("DELETE FROM sign_in_failure WHERE subject = ?")
    package let forgetFailures = SQLStatement(
        """
        DELETE FROM sign_in_failure WHERE subject IN
        (SELECT subject FROM sign_in_failure WHERE last_at < ? ORDER BY last_at LIMIT ?)
        """
    )

    private static let accountColumns =
        "name, role, password, code_secret, code_step, invitation, invitation_end, created_at, created_by"
    private static let sessionColumns = """
        session.name, session.digest, account.name, session.is_signed_in, session.created_at, session.used_at, \
        session.address, session.user_agent
        """
}

extension SQLStatement {
    /// The statements on operators, their sessions, and failed sign-ins.
    package static let operators = OperatorStatements()
}
