/// The statements on claims, tokens, Apple Accounts and transfers.
package struct OwnershipStatements: Sendable {
    package let repeatSubmission = SQLStatement(
        """
        UPDATE submission SET repeats = repeats + ?, repeated_at = ?
        WHERE scope = ? AND transaction_id = ? AND customer = ? AND intent = ? AND sequence = ?
        """
    )
    package let insertSubmission = SQLStatement(
        """
        INSERT INTO submission (scope, transaction_id, customer, intent, sequence, submitted_at, transfer)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """
    )
    // A CROSS JOIN, so that SQLite begins with the few rows of the original and not with all submissions.
    package let submissions = SQLStatement(
        """
        SELECT customer, snapshot.transaction_id, intent, sequence, submitted_at, transfer
        FROM snapshot CROSS JOIN submission
        ON submission.scope = ? AND submission.transaction_id = snapshot.transaction_id
        WHERE snapshot.original = ? AND snapshot.ordinal = 0
        """
    )
    package let submissionsByID = SQLStatement(
        """
        SELECT customer, transaction_id, intent, sequence, submitted_at, transfer
        FROM submission WHERE scope = ? AND transaction_id = ?
        """
    )
    package let ownedOriginals = SQLStatement("SELECT original FROM owned_original WHERE owner = ? AND scope = ?")
    package let newestOwnedOriginals = SQLStatement(
        "SELECT original FROM owned_original WHERE owner = ? AND scope = ? ORDER BY original DESC LIMIT ?"
    )
    package let putOwned = SQLStatement(
        """
        INSERT INTO owned_original (owner, scope, original, holding) VALUES (?, ?, ?, ?)
        ON CONFLICT (owner, scope, original)
        DO UPDATE SET holding = ifnull(excluded.holding, owned_original.holding)
        """
    )
    package let deleteOwned = SQLStatement("DELETE FROM owned_original WHERE owner = ? AND scope = ? AND original = ?")
    package let awaitToken = SQLStatement(
        "INSERT INTO awaited_token (app, token, original) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
    )
    package let awaitingOriginals = SQLStatement(
        """
        SELECT awaited_token.original, original.scope
        FROM awaited_token JOIN original ON original.id = awaited_token.original
        WHERE awaited_token.app = ? AND awaited_token.token = ?
        """
    )
    package let deleteAwaited = SQLStatement("DELETE FROM awaited_token WHERE app = ? AND token = ?")
    package let insertShared = SQLStatement(
        "INSERT INTO shared_purchase (original, transaction_id, customer) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
    )
    package let deleteShared = SQLStatement(
        "DELETE FROM shared_purchase WHERE original = ? AND transaction_id = ? AND customer = ?"
    )
    package let sharedPurchases = SQLStatement(
        "SELECT transaction_id, customer FROM shared_purchase WHERE original = ?"
    )
    package let sharesOf = SQLStatement(
        "SELECT customer FROM shared_purchase WHERE original = ? AND transaction_id = ?"
    )
    package let accountCustomers = SQLStatement(
        """
        SELECT customer, first_at, last_at, family_at, family_last_at FROM account_customer
        WHERE scope = ? AND account = ?
        """
    )
    package let accountCustomer = SQLStatement(
        """
        SELECT customer, first_at, last_at, family_at, family_last_at FROM account_customer
        WHERE scope = ? AND account = ? AND customer = ?
        """
    )
    package let putAccountCustomer = SQLStatement(
        """
        INSERT INTO account_customer (scope, account, customer, first_at, last_at, family_at, family_last_at)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (scope, account, customer) DO UPDATE SET first_at = excluded.first_at,
        last_at = excluded.last_at, family_at = excluded.family_at, family_last_at = excluded.family_last_at
        """
    )
    package let deleteAccountCustomer = SQLStatement(
        "DELETE FROM account_customer WHERE scope = ? AND account = ? AND customer = ?"
    )
    package let deleteFamilyAccounts = SQLStatement(
        """
        DELETE FROM account_customer INDEXED BY account_customer_family
        WHERE customer = ? AND scope = ? AND family_at IS NOT NULL AND first_at IS NULL
        """
    )
    package let forgetFamilyAccounts = SQLStatement(
        """
        UPDATE account_customer INDEXED BY account_customer_family SET family_at = NULL, family_last_at = NULL
        WHERE customer = ? AND scope = ? AND family_at IS NOT NULL
        """
    )
    // The index is named, because SQLite would read all rows of the environment otherwise.
    package let familyAccounts = SQLStatement(
        """
        SELECT account FROM account_customer INDEXED BY account_customer_family
        WHERE customer = ? AND scope = ? AND family_at IS NOT NULL
        """
    )
    package let putAccountReader = SQLStatement(
        """
        INSERT INTO account_reader (scope, account, original, kind) VALUES (?, ?, ?, ?)
        ON CONFLICT (scope, account, original) DO UPDATE SET kind = max(account_reader.kind, excluded.kind)
        """
    )
    package let deleteAccountReader = SQLStatement(
        "DELETE FROM account_reader WHERE scope = ? AND account = ? AND original = ?"
    )
    package let accountReaders = SQLStatement(
        "SELECT original, kind FROM account_reader WHERE scope = ? AND account = ?"
    )
    package let insertTransfer = SQLStatement(
        """
        INSERT INTO ownership_transfer (number, scope, original, transactions, from_customer, to_customer, reason,
        transferred_at, change)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    )
    package let transfersFrom = SQLStatement("SELECT number FROM ownership_transfer WHERE from_customer = ?")
    package let transfersTo = SQLStatement("SELECT number FROM ownership_transfer WHERE to_customer = ?")
    package let transfer = SQLStatement("\(Self.transferColumns) WHERE number = ?")
    package let transfersOfOriginal = SQLStatement(
        "\(Self.transferColumns) WHERE ownership_transfer.original = ? ORDER BY number DESC LIMIT ?"
    )
    package let insertChange = SQLStatement(
        """
        INSERT INTO ownership_change (app, name, kind, scope, transaction_id, reach, customer, other, undoes,
        changed_at, changed_by, note)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    )
    package let changeByName = SQLStatement(
        """
        SELECT id, kind, scope, transaction_id, reach, customer, other, undoes, changed_at, changed_by, note, is_undone
        FROM ownership_change WHERE app = ? AND name = ?
        """
    )
    package let changeName = SQLStatement("SELECT name FROM ownership_change WHERE id = ?")
    package let markUndone = SQLStatement("UPDATE ownership_change SET is_undone = 1 WHERE id = ?")
    package let customerState = SQLStatement(
        """
        SELECT customer.id, merged_into,
        EXISTS (SELECT 1 FROM customer AS other WHERE other.merged_into = customer.id)
        FROM customer_name CROSS JOIN customer ON customer.id = customer_name.customer
        WHERE customer_name.app = ? AND customer_name.digest = ? AND customer.name = ?
        """
    )
    package let mergeCustomer = SQLStatement("UPDATE customer SET merged_into = ? WHERE id = ?")
    package let mergedCustomers = SQLStatement("SELECT id, name FROM customer WHERE merged_into = ?")
    package let renameCustomer = SQLStatement("UPDATE customer SET name = ?, erased_at = ? WHERE id = ?")
    package let tokensOfCustomer = SQLStatement("SELECT tokens FROM customer WHERE id = ?")
    package let tokensOfOwned = SQLStatement(
        """
        SELECT original.token FROM owned_original CROSS JOIN original ON original.id = owned_original.original
        WHERE owned_original.owner = ? AND original.token IS NOT NULL
        """
    )
    package let ownsWithToken = SQLStatement(
        """
        SELECT 1 FROM owned_original CROSS JOIN original ON original.id = owned_original.original
        WHERE owned_original.owner = ? AND original.token = ? LIMIT 1
        """
    )

    private static let transferColumns = """
        SELECT number, original.scope, original.apple_id, transactions, from_customer, to_customer, reason, transferred_at,
        change
        FROM ownership_transfer JOIN original ON original.id = ownership_transfer.original
        """
}

extension SQLStatement {
    /// The statements on claims, tokens, Apple Accounts and transfers.
    package static let ownership = OwnershipStatements()
}
