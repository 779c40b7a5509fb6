import PersistenceSQL

/// A writing statement that the batch buffers, to send it for many rows at once.
///
/// The batch sends them in the order of the cases: a row comes after the rows that it refers to, and each statement
/// finds what the one before it wrote.
enum BufferedWrite: Int, CaseIterable {
    case submissionCount
    case insertCustomer
    case insertName
    case insertToken
    case addToken
    case putTokens
    /// Inserts originals with everything that is known of them by then.
    case newOriginals
    /// Inserts Apple's ids with everything that is known of them by then.
    case newStoreIDs
    case nameOriginal
    case putTransaction
    case putShared
    case putStatus
    case putPublished
    case chainEvents
    case customerEvents
    case appEvents
    case insertEvidence
    case insertPart
    case insertNotification
    case repeatNotification
    case deleteSnapshots
    case insertSnapshot
    case deleteSale
    case putSale
    case insertRenewalEvidence
    case putRenewal
    case putSignedRefund
    case deleteShared
    case insertShared
    case insertSubmission
    case repeatSubmission
    case awaitToken
    case deleteAccountCustomer
    case putAccountCustomer
    case deleteAccountReader
    case putAccountReader
    case deleteOwned
    case insertOwned
    case putHolding
    case deleteDueEntitlements
    case putDueEntitlements
    case insertEvent
    case insertEventPosition
    case addPending

    /// The statement for one row, where one with the same effect exists.
    var query: SQLStatement? {
        switch self {
        case .insertName: .names.insertName
        case .insertToken: .names.insertToken
        case .addToken: .ownership.addToken
        case .putTokens: .ownership.putTokens
        case .nameOriginal: .chains.nameOriginal
        case .putTransaction: .chains.putTransaction
        case .putShared: .chains.putShared
        case .putStatus: .chains.putStatus
        case .putPublished: .events.putPublished
        case .insertPart: .evidence.insertPart
        case .insertNotification: .evidence.insertNotification
        case .repeatNotification: .evidence.repeatNotification
        case .deleteSnapshots: .chains.deleteSnapshots
        case .insertSnapshot: .chains.insertSnapshot
        case .deleteSale: .sales.deleteSale
        case .putSale: .sales.putSale
        case .insertRenewalEvidence: .chains.insertRenewalEvidence
        case .putRenewal: .chains.putRenewal
        case .putSignedRefund: .chains.putSignedRefund
        case .deleteShared: .ownership.deleteShared
        case .insertShared: .ownership.insertShared
        case .insertSubmission: .ownership.insertSubmission
        case .repeatSubmission: .ownership.repeatSubmission
        case .awaitToken: .ownership.awaitToken
        case .deleteAccountCustomer: .ownership.deleteAccountCustomer
        case .putAccountCustomer: .ownership.putAccountCustomer
        case .deleteAccountReader: .ownership.deleteAccountReader
        case .putAccountReader: .ownership.putAccountReader
        case .deleteOwned: .ownership.deleteOwned
        case .insertOwned: .ownership.insertOwned
        case .putHolding: .entitlements.putHolding
        case .deleteDueEntitlements: .entitlements.deleteDueEntitlements
        case .putDueEntitlements: .entitlements.putDueEntitlements
        case .insertEvent: .events.insertEvent
        case .insertEventPosition: .events.insertEventPosition
        case .addPending: .sinks.addPending
        case .submissionCount, .insertCustomer, .newOriginals, .newStoreIDs, .chainEvents, .customerEvents, .appEvents,
            .insertEvidence:
            nil
        }
    }

    /// The statement for many rows, where no statement for one row has the same effect.
    ///
    /// A row that is known to be missing is inserted without a check: the batch has looked for it, and it holds the
    /// lock of all writers meanwhile.
    var sql: String? {
        switch self {
        case .submissionCount: "UPDATE counter SET submissions = q.p1 FROM \(Self.rows("bigint")) WHERE id = 1"
        case .insertCustomer:
            "INSERT INTO customer (id, app, name) SELECT q.* FROM \(Self.rows("bigint", "bigint", "text"))"
        case .newOriginals:
            """
            INSERT INTO original (id, scope, apple_id, status, stated_at, events, published_at, due_at, ask_at, token, account)
            SELECT q.* FROM \(
                Self.rows(
                    "bigint", "bigint", "text", "bigint", "bigint", "bigint", "bigint", "bigint", "bigint", "bytea", "text"
                )
            )
            """
        case .newStoreIDs:
            """
            INSERT INTO store_id (scope, apple_id, original, home, owner, reason)
            SELECT q.* FROM \(Self.rows("bigint", "text", "bigint", "bigint", "bigint", "bigint"))
            """
        case .chainEvents: "UPDATE original SET events = q.p1 FROM \(Self.rows("bigint", "bigint")) WHERE id = q.p2"
        case .customerEvents: "UPDATE customer SET events = q.p1 FROM \(Self.rows("bigint", "bigint")) WHERE id = q.p2"
        case .appEvents:
            """
            UPDATE app SET event_count = q.p1, latest_event_at = q.p2 FROM \(Self.rows("bigint", "bigint", "bigint"))
            WHERE id = q.p3
            """
        case .insertEvidence:
            """
            INSERT INTO evidence (position, app, kind, header, signed_at, digest, signature, payload)
            SELECT q.* FROM \(
                Self.rows("bigint", "bigint", "bigint", "bigint", "bigint", "bytea", "bytea", "bytea")
            )
            """
        default: nil
        }
    }

    private static func rows(_ types: String...) -> String {
        "\(BatchText.unnested(types)) AS q (\(BatchText.columns(types.count)))"
    }
}
