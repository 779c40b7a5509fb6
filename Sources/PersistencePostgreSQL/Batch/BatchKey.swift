import PersistenceSQL

/// What a row, or a few that are always asked for together, is known by.
struct BatchKey: Hashable {
    /// What kind of rows they are.
    enum Rows {
        case accountCustomer
        case accountReader
        case app
        case book
        case chainEvents
        case customerEvents
        case customerName
        case customerTokens
        case dueRights
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

    /// The kind.
    let rows: Rows
    /// The values that name them among their kind.
    let values: [SQLValue]

    /// A key.
    init(_ rows: Rows, _ values: SQLValue...) {
        self.rows = rows
        self.values = values
    }
}
