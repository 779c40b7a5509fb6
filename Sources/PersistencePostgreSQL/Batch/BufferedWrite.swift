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
    var query: Query? {
        switch self {
        case .insertName: .insertName
        case .insertToken: .insertToken
        case .addToken: .addToken
        case .putTokens: .putTokens
        case .nameOriginal: .nameOriginal
        case .putTransaction: .putTransaction
        case .putShared: .putShared
        case .putStatus: .putStatus
        case .putPublished: .putPublished
        case .insertPart: .insertPart
        case .insertNotification: .insertNotification
        case .repeatNotification: .repeatNotification
        case .deleteSnapshots: .deleteSnapshots
        case .insertSnapshot: .insertSnapshot
        case .deleteSale: .deleteSale
        case .putSale: .putSale
        case .insertRenewalEvidence: .insertRenewalEvidence
        case .putRenewal: .putRenewal
        case .putSignedRefund: .putSignedRefund
        case .deleteShared: .deleteShared
        case .insertShared: .insertShared
        case .insertSubmission: .insertSubmission
        case .repeatSubmission: .repeatSubmission
        case .awaitToken: .awaitToken
        case .deleteAccountCustomer: .deleteAccountCustomer
        case .putAccountCustomer: .putAccountCustomer
        case .deleteAccountReader: .deleteAccountReader
        case .putAccountReader: .putAccountReader
        case .deleteOwned: .deleteOwned
        case .insertOwned: .insertOwned
        case .putHolding: .putHolding
        case .deleteDueEntitlements: .deleteDueEntitlements
        case .putDueEntitlements: .putDueEntitlements
        case .insertEvent: .insertEvent
        case .insertEventPosition: .insertEventPosition
        case .addPending: .addPending
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
