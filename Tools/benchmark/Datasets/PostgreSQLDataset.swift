import Ledger
import Logging
import PersistencePostgreSQL
import PersistenceSQL
import PurserTesting

/// The same subscribers as `SubscriberDataset`, in a PostgreSQL database.
struct PostgreSQLDataset {
    /// The settings of the database.
    let settings: PostgreSQLSettings
    /// The number of subscribers.
    let count: Int

    /// The number of subscribers that are copied in one transaction.
    private static let step = 20_000

    /// Creates the subscribers in an empty database.
    init(_ settings: PostgreSQLSettings, count: Int) async throws {
        self.settings = settings
        self.count = count
        let repository = try await self.open()
        try await SubscriberDataset.recordFirst(in: repository)
        await repository.close()
        try await DedicatedThread.run { try Self.multiply(settings, count: count) }
    }

    /// Opens the database.
    func open() async throws -> PostgreSQLRepository { try await Self.open(self.settings) }

    /// Opens a database.
    static func open(_ settings: PostgreSQLSettings) async throws -> PostgreSQLRepository {
        try await DedicatedThread.run {
            try PostgreSQLRepository(
                settings,
                readerCount: 4,
                logger: Logger(label: "benchmark") { _ in SwiftLogNoOpLogHandler() }
            )
        }
    }

    /// Copies the first subscriber's rows, in the order of their numbers, so that indexes of names, tokens and accounts
    /// are filled in random order, as in production.
    private static func multiply(_ settings: PostgreSQLSettings, count: Int) throws {
        let connection = try PostgreSQLConnection(settings, interruption: PostgreSQLInterruption())
        defer { connection.close() }
        // All rows that the copies refer to exist.
        try connection.query(PostgreSQLStatement("trust", "SET session_replication_role = replica"))
        for table in ["event_position", "event", "submission"] {
            try connection.query(PostgreSQLStatement("clear", "DELETE FROM \(table)"))
        }
        for table in ["customer", "original"] {
            try connection.query(PostgreSQLStatement("reset", "UPDATE \(table) SET events = 0"))
        }
        let first = try connection.query(
            PostgreSQLStatement("firstHolding", "SELECT holding FROM owned_original WHERE owner = 1")
        )
        let template = HoldingTemplate(
            try first.bytes(row: 0, column: 0),
            beganAt: SubscriberDataset.beganAt(0),
            transactionID: SubscriberDataset.firstID
        )
        for start in stride(from: 1, to: count, by: Self.step) {
            let numbers = start..<min(start + Self.step, count)
            let columns = Self.columns(numbers, template)
            try connection.enqueue(.begin)
            for copy in Self.copies { try connection.enqueue(copy.statement, copy.columns.map { columns[$0] }) }
            try connection.enqueue(.commit)
            try connection.drain()
        }
        for table in ["customer", "original"] {
            let last = "SELECT setval(pg_get_serial_sequence('\(table)', 'id'), max(id)) FROM \(table)"
            try connection.query(PostgreSQLStatement("lastNumber", last))
        }
        try connection.query(PostgreSQLStatement("tidy", "VACUUM (ANALYZE)"))
    }

    private static func columns(_ numbers: Range<Int>, _ template: HoldingTemplate) -> [PostgreSQLValue] {
        let customers = numbers.map(SubscriberDataset.customer)
        let tokens = numbers.map(SubscriberDataset.token)
        return [
            .integers(numbers.map(Int64.init)),
            .texts(customers.map(\.rawValue)),
            .integers(customers.map { Int64(ShortDigest.of($0)) }),
            .byteStrings(tokens.map(Self.bytes)),
            .integers(tokens.map { Int64(ShortDigest.of($0)) }),
            .integers(numbers.map { Int64(SubscriberDataset.account(of: $0)) }),
            .byteStrings(
                numbers.map { number in
                    template.holding(
                        beganAt: SubscriberDataset.beganAt(number),
                        transactionID: SubscriberDataset.firstID + UInt64(number) * SubscriberDataset.idStep
                    )
                }
            ),
        ]
    }

    private static func bytes(of token: AccountToken) -> [UInt8] {
        [token.high, token.low].flatMap { half in
            (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - 8 * UInt64($0))) }
        }
    }

    /// A statement that copies the first subscriber's row of one table, and the columns of the numbers that it uses.
    private struct Copy {
        let statement: PostgreSQLStatement
        let columns: [Int]

        init(_ table: String, _ text: String, _ columns: [Int] = [0]) {
            self.statement = PostgreSQLStatement("copy_\(table)", "INSERT INTO \(table) \(text)")
            self.columns = columns
        }
    }

    private static let copies: [Copy] = {
        let id = "(\(SubscriberDataset.firstID) + i * \(SubscriberDataset.idStep))::text"
        let later = "(i * 7919771 % 2592000000)"
        let number = "unnest($1::bigint[]) AS number (i)"
        func numbers(_ types: String...) -> String {
            let more = types.enumerated().map { ", $\($0 + 2)::\($1)[]" }.joined()
            let names = (0..<types.count).map { ", v\($0 + 1)" }.joined()
            return "unnest($1::bigint[]\(more)) AS number (i\(names))"
        }
        return [
            Copy("customer", "(id, app, name) SELECT i + 1, 1, v1 FROM \(numbers("text"))", [0, 1]),
            Copy("customer_name", "SELECT 1, v1, i + 1 FROM \(numbers("bigint"))", [0, 2]),
            Copy("account_token", "SELECT 1, v1, i + 1 FROM \(numbers("bigint"))", [0, 4]),
            Copy(
                "account_customer",
                """
                (scope, account, customer, first_at)
                SELECT scope, v1::text, i + 1, first_at + \(later) FROM \(numbers("bigint")), account_customer
                WHERE scope = 1 AND account = '\(SubscriberDataset.account(of: 0))'
                """,
                [0, 5]
            ),
            Copy(
                "original",
                """
                (id, scope, apple_id, root, status, stated_at, events, published_at, due_at, token, account)
                SELECT i + 1, scope, \(id), root, status, stated_at + \(later), 0, published_at + \(later),
                due_at + \(later), v1, v2::text FROM \(numbers("bytea", "bigint")), original WHERE original.id = 1
                """,
                [0, 3, 5]
            ),
            Copy(
                "store_id",
                """
                (scope, apple_id, original, home, owner, reason)
                SELECT scope, \(id), i + 1, NULL, i + 1, reason FROM \(number), store_id
                WHERE scope = 1 AND apple_id = '\(SubscriberDataset.firstID)'
                """
            ),
            Copy(
                "snapshot",
                """
                SELECT i + 1, \(id), ordinal, (line_item_id::bigint + i * 1017)::text,
                app_transaction_id, terms, purchased_at + \(later), expires_at + \(later), token, signed_at + \(later),
                substr(v1, 1, 8), rare FROM \(numbers("bytea")), snapshot WHERE snapshot.original = 1
                """,
                [0, 3]
            ),
            Copy(
                "renewal",
                """
                SELECT i + 1, terms, renewal_at + \(later), token, app_transaction_id,
                signed_at + \(later), substr(v1, 9, 8), rare FROM \(numbers("bytea")), renewal WHERE renewal.original = 1
                """,
                [0, 3]
            ),
            Copy("owned_original", "SELECT i + 1, 1, i + 1, v1 FROM \(numbers("bytea"))", [0, 6]),
        ]
    }()
}
