extension Query {
    /// The statement, with a question mark for each value.
    package var sql: String {
        switch self {
        case .begin: "BEGIN IMMEDIATE"
        case .beginReading: "BEGIN DEFERRED"
        case .commit: "COMMIT"
        case .rollback: "ROLLBACK"
        case .beginUnit: "SAVEPOINT unit"
        case .endUnit: "RELEASE unit"
        case .rollbackUnit: "ROLLBACK TO unit"
        case .beginPreview: "SAVEPOINT preview"
        case .rollbackPreview: "ROLLBACK TO preview"
        case .endPreview: "RELEASE preview"
        case .countProbe: "UPDATE book SET probes = probes + 1 WHERE id = 1"
        case .countRepeat: "UPDATE book SET repeats = repeats + 1 WHERE id = 1"
        case .countSubmission: "UPDATE book SET submissions = submissions + 1 WHERE id = 1 RETURNING submissions"
        case .appByName: "SELECT id FROM app WHERE name = ?"
        case .insertApp: "INSERT INTO app (name) VALUES (?)"
        case .appName: "SELECT name FROM app WHERE id = ?"
        case .scopeByNumber: "SELECT app, environment FROM scope WHERE id = ?"
        case .scopeByName:
            """
            SELECT scope.id, app.id FROM app JOIN scope ON scope.app = app.id
            WHERE app.name = ? AND scope.environment = ?
            """
        case .insertScope: "INSERT INTO scope (app, environment) VALUES (?, ?)"
        case .wordByText: "SELECT id FROM word WHERE app = ? AND text = ?"
        case .insertWord: "INSERT INTO word (app, text) VALUES (?, ?)"
        case .wordText: "SELECT text FROM word WHERE id = ?"
        case .offerByTerms:
            """
            SELECT id FROM offer WHERE app = ? AND type = ? AND ifnull(identifier, 0) = ifnull(?, 0)
            AND ifnull(discount_type, 0) = ifnull(?, 0) AND ifnull(period, 0) = ifnull(?, 0)
            """
        case .insertOffer: "INSERT INTO offer (app, type, identifier, discount_type, period) VALUES (?, ?, ?, ?, ?)"
        case .offerTerms: "SELECT type, identifier, discount_type, period FROM offer WHERE id = ?"
        case .termsByValues:
            """
            SELECT id FROM terms WHERE app = ? AND product = ? AND kind IS NOT DISTINCT FROM ?
            AND reason IS NOT DISTINCT FROM ? AND next_product IS NOT DISTINCT FROM ?
            AND auto_renew IS NOT DISTINCT FROM ? AND offer IS NOT DISTINCT FROM ? AND price IS NOT DISTINCT FROM ?
            AND currency IS NOT DISTINCT FROM ? AND storefront IS NOT DISTINCT FROM ?
            """
        case .insertTerms:
            """
            INSERT INTO terms (app, product, kind, reason, next_product, auto_renew, offer, price, currency, storefront)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        case .terms:
            """
            SELECT product, kind, reason, next_product, auto_renew, offer, price, currency, storefront
            FROM terms WHERE id = ?
            """
        case .customerByName:
            """
            SELECT customer.id FROM customer_name CROSS JOIN customer ON customer.id = customer_name.customer
            WHERE customer_name.app = ? AND customer_name.digest = ? AND customer.name = ?
            """
        case .insertName: "INSERT INTO customer_name (app, digest, customer) VALUES (?, ?, ?)"
        case .deleteName: "DELETE FROM customer_name WHERE app = ? AND digest = ? AND customer = ?"
        case .insertCustomer: "INSERT INTO customer (app, name) VALUES (?, ?)"
        case .customerName: "SELECT name, merged_into, erased_at FROM customer WHERE id = ?"
        case .insertToken: "INSERT INTO account_token (app, digest, customer) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
        case .customersByToken:
            """
            SELECT customer.id, customer.tokens
            FROM account_token CROSS JOIN customer ON customer.id = account_token.customer
            WHERE account_token.app = ? AND account_token.digest = ?
            """
        case .headerByDigest: "SELECT id FROM header WHERE app = ? AND digest = ?"
        case .insertHeader: "INSERT INTO header (app, digest, bytes) VALUES (?, ?, ?)"
        case .evidencePosition: "SELECT position FROM evidence WHERE app = ? AND digest = ?"
        case .insertEvidence:
            """
            INSERT INTO evidence (app, kind, header, signed_at, digest, signature, payload) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO NOTHING
            """
        case .insertPart: "INSERT INTO evidence_part (whole, ordinal, \"offset\", part) VALUES (?, ?, ?, ?)"
        case .parts:
            """
            SELECT evidence_part."offset", evidence.digest
            FROM evidence_part JOIN evidence ON evidence.position = evidence_part.part
            WHERE evidence_part.whole = ? ORDER BY evidence_part.ordinal
            """
        case .evidenceAfter: "\(Self.evidenceColumns) WHERE evidence.position > ? ORDER BY evidence.position LIMIT ?"
        case .newestEvidence: "SELECT position FROM evidence WHERE position > ? ORDER BY position DESC LIMIT 1"
        case .evidenceByDigest:
            """
            \(Self.evidenceColumns) WHERE evidence.app = (SELECT id FROM app WHERE name = ?) AND evidence.digest = ?
            """
        case .insertNotification:
            """
            INSERT INTO notification (scope, uuid, evidence, type, subtype, transaction_id, signed_at, received_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """
        case .repeatNotification:
            "UPDATE notification SET repeats = repeats + 1, repeated_at = ? WHERE scope = ? AND uuid = ?"
        default: self.chainSQL
        }
    }

    private static let evidenceColumns = """
        SELECT evidence.position, evidence.kind, evidence.signed_at, evidence.digest, evidence.signature,
        evidence.payload, header.digest, header.bytes, evidence.app
        FROM evidence JOIN header ON header.id = evidence.header
        """

    /// The statement of the chains, their owners and what is held.
    private var chainSQL: String {
        switch self {
        case .originalByID:
            """
            SELECT original.id, original.apple_id, root, status, stated_at, told_at, due_at, asked_at, token, account
            FROM store_id JOIN original ON original.id = store_id.original
            WHERE store_id.scope = ? AND store_id.apple_id = ?
            """
        case .insertOriginal: "INSERT INTO original (scope, apple_id) VALUES (?, ?)"
        case .nameOriginal:
            """
            INSERT INTO store_id (scope, apple_id, original) VALUES (?, ?, ?)
            ON CONFLICT (scope, apple_id) DO UPDATE SET original = excluded.original
            """
        case .original:
            """
            SELECT id, apple_id, root, status, stated_at, told_at, due_at, asked_at, token, account
            FROM original WHERE id = ?
            """
        case .members:
            """
            SELECT id, apple_id, root, status, stated_at, told_at, due_at, asked_at, token, account
            FROM original WHERE root = ? ORDER BY id
            """
        case .putShared:
            "UPDATE original SET token = ifnull(token, ?), account = ifnull(account, ?) WHERE id = ?"
        case .setRoot: "UPDATE original SET root = ? WHERE id = ?"
        case .redirectJoined: "UPDATE original SET root = ? WHERE root = ?"
        // A transaction has a reason; its home is the original of its own id where no other is written.
        case .homeByID:
            """
            SELECT CASE WHEN reason IS NOT NULL THEN ifnull(home, original) END
            FROM store_id WHERE scope = ? AND apple_id = ?
            """
        case .putTransaction:
            """
            INSERT INTO store_id (scope, apple_id, home, owner, reason) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (scope, apple_id)
            DO UPDATE SET home = nullif(excluded.home, store_id.original), owner = excluded.owner, reason = excluded.reason
            """
        case .claim:
            """
            SELECT owner, reason, ifnull(home, original)
            FROM store_id WHERE scope = ? AND apple_id = ? AND reason IS NOT NULL
            """
        case .snapshots:
            """
            SELECT snapshot.transaction_id, store_id.owner, store_id.reason, line_item_id, app_transaction_id, terms,
            purchased_at, expires_at, token, signed_at, digest, rare
            FROM snapshot CROSS JOIN store_id ON store_id.scope = ? AND store_id.apple_id = snapshot.transaction_id
            WHERE snapshot.original = ? ORDER BY snapshot.transaction_id, snapshot.ordinal
            """
        case .insertSnapshot:
            """
            INSERT INTO snapshot (original, transaction_id, ordinal, line_item_id, app_transaction_id, terms,
            purchased_at, expires_at, token, signed_at, digest, rare)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        case .deleteSnapshots: "DELETE FROM snapshot WHERE original = ? AND transaction_id = ?"
        case .renewal:
            """
            SELECT terms, renewal_at, token, app_transaction_id, signed_at, digest, rare
            FROM renewal WHERE original = ?
            """
        case .putRenewal:
            """
            INSERT INTO renewal (original, terms, renewal_at, token, app_transaction_id, signed_at, digest, rare)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (original) DO UPDATE SET terms = excluded.terms, renewal_at = excluded.renewal_at,
            token = excluded.token, app_transaction_id = excluded.app_transaction_id, signed_at = excluded.signed_at,
            digest = excluded.digest, rare = excluded.rare
            """
        case .putStatus: "UPDATE original SET status = ?, stated_at = ? WHERE id = ?"
        case .refundStatements: "SELECT transaction_id, kind, signed_at FROM refund_statement WHERE original = ?"
        case .putRefundStatement:
            """
            INSERT INTO refund_statement (original, transaction_id, kind, signed_at) VALUES (?, ?, ?, ?)
            ON CONFLICT (original, transaction_id, kind) DO UPDATE SET signed_at = excluded.signed_at
            """
        case .reportedRefunds:
            """
            SELECT transaction_id, product, revoked_at, reason, treatment, reported_at
            FROM reported_refund WHERE original = ?
            """
        case .putReportedRefund:
            """
            INSERT INTO reported_refund (app, scope, original, transaction_id, product, revoked_at, reason, treatment,
            reported_at, waiting)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (original, transaction_id) DO UPDATE SET product = excluded.product,
            revoked_at = excluded.revoked_at, reason = excluded.reason, treatment = excluded.treatment,
            reported_at = excluded.reported_at, waiting = excluded.waiting
            """
        case .reportedRefundsSince:
            """
            SELECT reported_refund.id, scope.environment, original.apple_id, reported_refund.transaction_id, product,
            revoked_at, reason, treatment, reported_at FROM reported_refund
            JOIN original ON original.id = reported_refund.original JOIN scope ON scope.id = original.scope
            WHERE reported_refund.app = ? AND (reported_at, reported_refund.id) > (?, ?)
            ORDER BY reported_at, reported_refund.id LIMIT ?
            """
        case .unknownReportCount:
            """
            SELECT count(*) FROM (
                SELECT 1 FROM reported_refund WHERE scope = ? AND waiting = 1 LIMIT ?
            ) AS unknown
            """
        case .dropUnknownReports:
            // Of what was restored a report may count although its own transaction is not known.
            """
            DELETE FROM reported_refund WHERE scope = ? AND waiting = 1 AND reported_at < ?
            AND NOT EXISTS (SELECT 1 FROM snapshot WHERE snapshot.original = reported_refund.original)
            """
        case .keptReport: "SELECT 1 FROM reported_refund WHERE original = ? AND transaction_id = ?"
        case .knowReported:
            "UPDATE reported_refund SET waiting = NULL WHERE original = ? AND transaction_id = ? AND waiting = 1"
        case .reportedRefundsOfApp:
            """
            SELECT reported_refund.id, scope.environment, original.apple_id, reported_refund.transaction_id, product,
            revoked_at, reason, treatment, reported_at FROM reported_refund
            JOIN original ON original.id = reported_refund.original JOIN scope ON scope.id = original.scope
            WHERE reported_refund.app = ? AND reported_refund.id > ? ORDER BY reported_refund.id LIMIT ?
            """
        default: self.ownershipSQL
        }
    }

    /// The statement of ownership and of what is held.
    private var ownershipSQL: String {
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
        // Crossed, so that SQLite begins with the few rows of the original and not with everybody's submissions.
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
        case .submissionCount: "SELECT submissions FROM book WHERE id = 1"
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
        case .insertHeld:
            """
            INSERT INTO held_evidence (app, digest, reason, code, kind, customer, transaction_id, intent, submitted_at,
            tokens, received_at, due_at, body)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """
        case .repeatHeld:
            "UPDATE held_evidence SET repeats = repeats + 1 WHERE reason = ? AND app = ? AND digest = ?"
        case .judgeHeld:
            """
            UPDATE held_evidence SET repeats = repeats + 1, reason = ?, code = ?, due_at = ?
            WHERE app = ? AND digest = ?
            """
        case .isHeld:
            "SELECT 1 FROM held_evidence WHERE app = (SELECT id FROM app WHERE name = ?) AND digest = ?"
        case .releaseHeld: "DELETE FROM held_evidence WHERE app = ? AND digest = ?"
        case .countHeldOfApp: "SELECT count(*) FROM held_evidence WHERE reason = ? AND app = ?"
        case .deleteOldestHeld:
            """
            DELETE FROM held_evidence WHERE id IN (
                SELECT id FROM held_evidence WHERE reason = ? AND app = ? ORDER BY received_at, id LIMIT ?
            )
            """
        case .dueHeld:
            """
            SELECT held_evidence.digest, app.name, reason, code, body, kind, customer, transaction_id, intent,
            submitted_at, tokens, received_at, due_at
            FROM held_evidence JOIN app ON app.id = held_evidence.app
            WHERE due_at <= ? ORDER BY due_at, held_evidence.id LIMIT ?
            """
        case .nextDue: "SELECT due_at FROM held_evidence WHERE due_at >= ? ORDER BY due_at LIMIT 1"
        case .reviewHeld: "UPDATE held_evidence SET due_at = ? WHERE reason = ? AND due_at IS NULL"
        case .countHeld: "SELECT count(*) FROM held_evidence WHERE reason = ?"
        default: self.accountSQL
        }
    }
}
