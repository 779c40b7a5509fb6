extension Query {
    /// The SQL of the statements on submissions and on what customers own.
    var ownershipSQL: String {
        switch self {
        case .hasSubmitted: "SELECT 1 FROM submission WHERE scope = ? AND transaction_id = ? AND customer = ? LIMIT 1"
        case .repeatSubmission:
            """
            UPDATE submission SET repeats = repeats + 1, repeated_at = ?
            WHERE scope = ? AND transaction_id = ? AND customer = ? AND intent = ? AND sequence = ?
            """
        case .lastSubmission:
            """
            SELECT sequence, submitted_at FROM submission
            WHERE scope = ? AND transaction_id = ? AND customer = ? AND intent = ? ORDER BY sequence DESC LIMIT 1
            """
        case .insertSubmission:
            """
            INSERT INTO submission (scope, transaction_id, customer, intent, sequence, submitted_at, transfer)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """
        // A CROSS JOIN, so that SQLite begins with the few rows of the original and not with all submissions.
        case .submissions:
            """
            SELECT customer, snapshot.transaction_id, intent, sequence, submitted_at, transfer
            FROM snapshot CROSS JOIN submission
            ON submission.scope = ? AND submission.transaction_id = snapshot.transaction_id
            WHERE snapshot.original = ? AND snapshot.ordinal = 0
            """
        case .submissionsByID:
            """
            SELECT customer, transaction_id, intent, sequence, submitted_at, transfer
            FROM submission WHERE scope = ? AND transaction_id = ?
            """
        case .submissionCount: "SELECT submissions FROM counter WHERE id = 1"
        case .ownedOriginals: "SELECT original FROM owned_original WHERE owner = ? AND scope = ?"
        case .insertOwned: "INSERT INTO owned_original (owner, scope, original) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
        case .deleteOwned: "DELETE FROM owned_original WHERE owner = ? AND scope = ? AND original = ?"
        case .awaitToken: "INSERT INTO awaited_token (app, token, original) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
        case .awaitingOriginals:
            """
            SELECT awaited_token.original, original.scope
            FROM awaited_token JOIN original ON original.id = awaited_token.original
            WHERE awaited_token.app = ? AND awaited_token.token = ?
            """
        case .deleteAwaited: "DELETE FROM awaited_token WHERE app = ? AND token = ?"
        default: self.heldSQL
        }
    }

    /// The SQL of the statements on Apple Accounts and purchases shared by a family.
    var accountSQL: String {
        switch self {
        case .insertShared:
            "INSERT INTO shared_purchase (original, transaction_id, customer) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
        case .deleteShared: "DELETE FROM shared_purchase WHERE original = ? AND transaction_id = ? AND customer = ?"
        case .sharedPurchases: "SELECT transaction_id, customer FROM shared_purchase WHERE original = ?"
        case .sharesOf: "SELECT customer FROM shared_purchase WHERE original = ? AND transaction_id = ?"
        case .accountCustomers:
            """
            SELECT customer, first_at, last_at, family_at, family_last_at FROM account_customer
            WHERE scope = ? AND account = ?
            """
        case .accountCustomer:
            """
            SELECT customer, first_at, last_at, family_at, family_last_at FROM account_customer
            WHERE scope = ? AND account = ? AND customer = ?
            """
        case .putAccountCustomer:
            """
            INSERT INTO account_customer (scope, account, customer, first_at, last_at, family_at, family_last_at)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (scope, account, customer) DO UPDATE SET first_at = excluded.first_at,
            last_at = excluded.last_at, family_at = excluded.family_at, family_last_at = excluded.family_last_at
            """
        case .deleteAccountCustomer: "DELETE FROM account_customer WHERE scope = ? AND account = ? AND customer = ?"
        case .deleteFamilyAccounts:
            """
            DELETE FROM account_customer INDEXED BY account_customer_family
            WHERE customer = ? AND scope = ? AND family_at IS NOT NULL AND first_at IS NULL
            """
        case .forgetFamilyAccounts:
            """
            UPDATE account_customer INDEXED BY account_customer_family SET family_at = NULL, family_last_at = NULL
            WHERE customer = ? AND scope = ? AND family_at IS NOT NULL
            """
        case .familyAccounts:
            // The index is named, because SQLite would read all rows of the environment otherwise.
            """
            SELECT account FROM account_customer INDEXED BY account_customer_family
            WHERE customer = ? AND scope = ? AND family_at IS NOT NULL
            """
        case .putAccountReader:
            """
            INSERT INTO account_reader (scope, account, original, kind) VALUES (?, ?, ?, ?)
            ON CONFLICT (scope, account, original) DO UPDATE SET kind = max(account_reader.kind, excluded.kind)
            """
        case .deleteAccountReader: "DELETE FROM account_reader WHERE scope = ? AND account = ? AND original = ?"
        case .accountReaders: "SELECT original, kind FROM account_reader WHERE scope = ? AND account = ?"
        default: self.transferSQL
        }
    }

    /// The SQL of the statements on transfers, ownership changes, merged customers and tokens.
    private var transferSQL: String {
        switch self {
        case .insertTransfer:
            """
            INSERT INTO ownership_transfer (number, scope, original, transactions, from_customer, to_customer, reason,
            transferred_at, change)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        case .transfersFrom: "SELECT number FROM ownership_transfer WHERE from_customer = ?"
        case .transfersTo: "SELECT number FROM ownership_transfer WHERE to_customer = ?"
        case .transfer: "\(Self.transferColumns) WHERE number = ?"
        case .transfersOfOriginal:
            "\(Self.transferColumns) WHERE ownership_transfer.original = ? ORDER BY number DESC LIMIT ?"
        case .insertChange:
            """
            INSERT INTO ownership_change (app, name, kind, scope, transaction_id, reach, customer, other, undoes,
            changed_at, changed_by, note)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        case .changeByName:
            """
            SELECT id, kind, scope, transaction_id, reach, customer, other, undoes, changed_at, changed_by, note, is_undone
            FROM ownership_change WHERE app = ? AND name = ?
            """
        case .changeName: "SELECT name FROM ownership_change WHERE id = ?"
        case .markUndone: "UPDATE ownership_change SET is_undone = 1 WHERE id = ?"
        case .customerState:
            """
            SELECT customer.id, merged_into,
            EXISTS (SELECT 1 FROM customer AS other WHERE other.merged_into = customer.id)
            FROM customer_name CROSS JOIN customer ON customer.id = customer_name.customer
            WHERE customer_name.app = ? AND customer_name.digest = ? AND customer.name = ?
            """
        case .mergeCustomer: "UPDATE customer SET merged_into = ? WHERE id = ?"
        case .mergedCustomers: "SELECT id, name FROM customer WHERE merged_into = ?"
        case .renameCustomer: "UPDATE customer SET name = ?, erased_at = ? WHERE id = ?"
        case .addToken: "UPDATE customer SET tokens = CAST(ifnull(tokens, x'') || ? AS BLOB) WHERE id = ?"
        case .tokensOfCustomer: "SELECT tokens FROM customer WHERE id = ?"
        case .putTokens: "UPDATE customer SET tokens = ? WHERE id = ?"
        case .sharedToken: "SELECT token FROM original WHERE id = ?"
        case .tokensOfOwned:
            """
            SELECT original.token FROM owned_original CROSS JOIN original ON original.id = owned_original.original
            WHERE owned_original.owner = ? AND original.token IS NOT NULL
            """
        case .ownsWithToken:
            """
            SELECT 1 FROM owned_original CROSS JOIN original ON original.id = owned_original.original
            WHERE owned_original.owner = ? AND original.token = ? LIMIT 1
            """
        default: self.decisionSQL
        }
    }

    private static let transferColumns = """
        SELECT number, original.scope, original.apple_id, transactions, from_customer, to_customer, reason, transferred_at,
        change
        FROM ownership_transfer JOIN original ON original.id = ownership_transfer.original
        """
}
