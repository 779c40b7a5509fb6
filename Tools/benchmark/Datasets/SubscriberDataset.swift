import Foundation
import GRDB
import Ledger
import Logging
import PersistenceSQL
import PersistenceSQLite
import PurserTesting

/// A database with a given number of subscribers, one subscription each, without evidence and events.
///
/// The first subscriber is recorded through the repository. The others are copies of that subscriber's rows under other
/// ids, inserted in bulk, because recording ten million units would take longer than all other measurements together.
/// Names and tokens come in random order, as in production, so the indexes are filled as loosely as in production.
struct SubscriberDataset {
    /// The path of the file.
    let path: String
    /// The number of subscribers.
    let count: Int

    /// The id of the first transaction.
    static let firstID: UInt64 = 2_000_000_100_000_000
    /// The distance between the ids of two successive transactions.
    static let idStep: UInt64 = 1017

    /// Creates the file; the subscriptions begin within 30 days from `beginning` on, each for 30 days.
    init(path: String, count: Int, beginning: Instant = Sample.beginning) async throws {
        self.path = path
        self.count = count
        let repository = try Self.open(path)
        try await Self.recordFirst(in: repository, at: beginning)
        await repository.close()
        try await Self.multiply(path: path, count: count, beginning: beginning)
    }

    /// Records the subscriber of whom all others are copies, as the first row of every table.
    static func recordFirst(in repository: any Repository, at beginning: Instant = Sample.beginning) async throws {
        let id = "\(Self.firstID)"
        var period = Sample.period(id, of: id, at: beginning, token: Self.token(of: 0))
        period.appTransactionID = AppTransactionID("\(Self.account(of: 0))")
        var first = Sample.facts([period], renewals: [Sample.renewal(of: period)])
        first.statuses = [
            StatusEvidence(
                originalTransactionID: period.originalTransactionID,
                status: .active,
                statedAt: beginning
            )
        ]
        first.receivedAt = beginning
        // A submission of another transaction registers the customer with their token.
        var registration = Sample.facts(
            submission: Submission(
                customer: Self.customer(0),
                transactionID: TransactionID("1"),
                intent: .sync,
                submittedAt: beginning
            ),
            tokens: [Self.token(of: 0)]
        )
        registration.receivedAt = beginning
        _ = try await repository.record(registration)
        _ = try await repository.record(first)
    }

    /// Opens the file.
    static func open(
        _ path: String,
        onDueWork: @escaping @Sendable (DueWork) -> Void = { _ in }
    ) throws -> SQLiteRepository {
        let logger = Logger(label: "benchmark") { _ in SwiftLogNoOpLogHandler() }
        return try SQLiteRepository(path: path, logger: logger, onDueWork: onDueWork) { error in
            preconditionFailure("The disk failed: \(error.code)")
        }
    }

    /// Returns the id of the customer with this number, from 0; it has about 26 bytes.
    static func customer(_ number: Int) -> CustomerID {
        let mixed = (UInt64(number) &* 0x9E37_79B9_7F4A_7C15) >> 20
        guard let customer = CustomerID("user-\(mixed)-\(number)") else { preconditionFailure("A valid name.") }
        return customer
    }

    /// Returns when the subscription with a number began, of those that begin from an instant on.
    static func beganAt(_ number: Int, from beginning: Instant = Sample.beginning) -> Instant {
        beginning + Span(milliseconds: Int64(number) * 7_919_771 % 2_592_000_000)
    }

    /// Returns the transaction id of the subscriber with a number.
    static func transactionID(_ number: Int) -> TransactionID {
        TransactionID("\(Self.firstID + UInt64(number) * Self.idStep)")
    }

    /// Returns the Apple Account of the subscriber with a number: customers do not subscribe in the order in which they
    /// installed the app.
    static func account(of number: Int) -> UInt64 {
        700_000_000_000_000 + (UInt64(number) &* 0xD1B5_4A32_D192_ED03) >> 20
    }

    /// Returns the token of the subscriber with a number.
    static func token(of number: Int) -> AccountToken {
        let mixed = UInt64(number) &* 0x9E37_79B9_7F4A_7C15
        return AccountToken(high: mixed, low: ~mixed)
    }

    /// Copies the first subscriber's rows.
    private static func multiply(path: String, count: Int, beginning: Instant) async throws {
        let file = try DatabaseQueue(path: path)
        try await file.writeWithoutTransaction { database in
            try database.execute(
                sql: """
                    PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF;
                    PRAGMA foreign_keys = OFF; PRAGMA cache_size = -2000000; PRAGMA temp_store = MEMORY;
                    DELETE FROM event; UPDATE customer SET events = 0; UPDATE original SET events = 0;
                    DELETE FROM event_position; DELETE FROM submission;
                    """
            )
            let function = DatabaseFunction("mixed", argumentCount: 1, pure: true) { values in
                Int64.fromDatabaseValue(values[0]).map { Int64((UInt64($0) &* 0x9E37_79B9_7F4A_7C15) >> 20) }
            }
            let tokens = DatabaseFunction("token", argumentCount: 1, pure: true) { values in
                Int64.fromDatabaseValue(values[0]).map { number in
                    let token = Self.token(of: Int(number))
                    return Data(
                        [token.high, token.low].flatMap { half in
                            (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - 8 * UInt64($0))) }
                        }
                    )
                }
            }
            let tokenDigests = DatabaseFunction("tokendigest", argumentCount: 1, pure: true) { values in
                Int64.fromDatabaseValue(values[0]).map { Int64(ShortDigest.of(Self.token(of: Int($0)))) }
            }
            let nameDigests = DatabaseFunction("namedigest", argumentCount: 1, pure: true) { values in
                Int64.fromDatabaseValue(values[0]).map { Int64(ShortDigest.of(Self.customer(Int($0)))) }
            }
            let accounts = DatabaseFunction("account", argumentCount: 1, pure: true) { values in
                Int64.fromDatabaseValue(values[0]).map { Int64(Self.account(of: Int($0))) }
            }
            let first = try Data.fetchOne(database, sql: "SELECT holding FROM owned_original WHERE owner = 1")
            let template = HoldingTemplate(
                Array(first ?? Data()),
                beganAt: beginning,
                transactionID: Self.firstID
            )
            let holdings = DatabaseFunction("holding", argumentCount: 1, pure: true) { values in
                Int64.fromDatabaseValue(values[0]).map { number in
                    let id = Self.firstID + UInt64(number) * Self.idStep
                    return Data(
                        template.holding(beganAt: Self.beganAt(Int(number), from: beginning), transactionID: id)
                    )
                }
            }
            for function in [function, tokens, tokenDigests, nameDigests, accounts, holdings] {
                database.add(function: function)
            }
            let step = 100_000
            for start in stride(from: 1, to: count, by: step) {
                let end = min(start + step, count) - 1
                try database.inTransaction {
                    for statement in Self.copies {
                        try database.execute(sql: statement, arguments: ["first": start, "last": end])
                    }
                    return .commit
                }
            }
        }
        try file.close()
    }

    /// The statements that copy the first subscriber's rows for the numbers from :first to :last, one for each table.
    private static let copies: [String] = {
        let numbers = """
            WITH RECURSIVE number (i) AS (SELECT :first UNION ALL SELECT i + 1 FROM number WHERE i < :last)
            """
        let id = "\(Self.firstID) + i * \(Self.idStep)"
        let later = "i * 7919771 % 2592000000"
        return [
            """
            INSERT INTO customer (id, app, name)
            \(numbers) SELECT i + 1, 1, 'user-' || mixed(i) || '-' || i FROM number
            """,
            "INSERT INTO customer_name \(numbers) SELECT 1, namedigest(i), i + 1 FROM number",
            "INSERT INTO account_token \(numbers) SELECT 1, tokendigest(i), i + 1 FROM number",
            """
            INSERT INTO account_customer (scope, account, customer, first_at)
            \(numbers) SELECT scope, account(i), i + 1, first_at + \(later) FROM number, account_customer
            WHERE account_customer.scope = 1 AND account_customer.account = \(Self.account(of: 0))
            """,
            """
            INSERT INTO original (id, scope, apple_id, root, status, stated_at, events, published_at, due_at, token, account)
            \(numbers) SELECT i + 1, scope, \(id), root, status, stated_at + \(later), 0, published_at + \(later),
            due_at + \(later), token(i), account(i) FROM number, original WHERE original.id = 1
            """,
            """
            INSERT INTO store_id (scope, apple_id, original, home, owner, reason)
            \(numbers) SELECT scope, \(id), i + 1, NULL, i + 1, reason FROM number, store_id
            WHERE store_id.scope = 1 AND store_id.apple_id = \(Self.firstID)
            """,
            """
            INSERT INTO snapshot \(numbers) SELECT i + 1, \(id), ordinal, line_item_id + i * 1017,
            app_transaction_id, terms, purchased_at + \(later), expires_at + \(later), token, signed_at + \(later),
            substr(token(i), 1, 8), rare
            FROM number, snapshot WHERE snapshot.original = 1
            """,
            """
            INSERT INTO renewal \(numbers) SELECT i + 1, terms, renewal_at + \(later), token, app_transaction_id,
            signed_at + \(later), substr(token(i), 9, 8), rare
            FROM number, renewal WHERE renewal.original = 1
            """,
            "INSERT INTO owned_original \(numbers) SELECT i + 1, 1, i + 1, holding(i) FROM number",
        ]
    }()
}
