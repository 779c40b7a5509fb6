import PersistenceSQL

/// The key of a row, or of a few rows that are always read together.
struct BatchKey: Hashable {
    /// The kinds of rows.
    enum Rows {
        case accountCustomer
        case accountReader
        case app
        case counter
        case chainEvents
        case customerEvents
        case customerName
        case customerTokens
        case dueEntitlements
        case notification
        case original
        case owned
        case purchase
        case refund
        case renewal
        case sale
        case sharedPurchase
        case sharedPurchases
        case snapshot
        case snapshots
        case storeID
        case submission
        case token
    }

    /// The kind of the rows.
    let rows: Rows
    /// The values that identify the rows within their kind.
    let values: [SQLValue]

    /// Creates a key from a kind and its values.
    init(_ rows: Rows, _ values: SQLValue...) {
        self.rows = rows
        self.values = values
    }
}

extension PostgreSQLBatch {
    /// Returns the keys of the rows that the answer to a query depends on, as far as the query's values identify them.
    static func keys(_ query: SQLStatement, _ values: [SQLValue]) -> [BatchKey] {
        switch query {
        case .healing.hasNotification: [BatchKey(.notification, values[0], values[1])]
        case .chains.originalByID, .chains.homeByID: [BatchKey(.storeID, values[0], values[1])]
        case .chains.snapshots: [BatchKey(.snapshots, values[1])]
        case .ownership.submissions: [BatchKey(.submission), BatchKey(.purchase, values[1])]
        case .decisions.decisionsOfOriginal: [BatchKey(.purchase, values[1])]
        case .ownership.sharedPurchases: [BatchKey(.sharedPurchases, values[0])]
        case .chains.renewal: [BatchKey(.renewal, values[0])]
        case .chains.signedRefunds: [BatchKey(.refund, values[0])]
        case .names.customersByToken: [BatchKey(.token, values[0], values[1])]
        case .ownership.ownsWithToken: [BatchKey(.token, values[1]), BatchKey(.owned, values[0])]
        default: []
        }
    }

    /// Returns the kind of the further rows that an answer depends on, and the column of the answer that identifies
    /// them.
    static func rowKeys(_ query: SQLStatement) -> (rows: BatchKey.Rows, place: Int)? {
        switch query {
        case .chains.originalByID: (.original, 0)
        case .names.customersByToken: (.customerTokens, 0)
        default: nil
        }
    }
}
