package import AppStore

/// The price mismatches of answers that follow each other in time, each price listed once.
package struct MismatchRows {
    /// What identifies a row, in the order in which rows are listed.
    private struct Key: Hashable, Comparable {
        let product: String
        let storefront: String
        let currency: String
        let amount: Int64

        static func < (left: Self, right: Self) -> Bool {
            (left.product, left.storefront, left.currency, left.amount)
                < (right.product, right.storefront, right.currency, right.amount)
        }
    }

    /// The maximum number of transactions that a row names.
    private static let exampleLimit = 5

    private var rows: [Key: JSONValue] = [:]
    /// The number of sales without a known price.
    package private(set) var unknown: Int64 = 0
    /// The number of mismatches beyond the list.
    package private(set) var unlisted: Int64 = 0

    /// Creates an empty list.
    package init() {}

    /// All rows, by product, storefront and price.
    package var all: [JSONValue] { self.rows.sorted { $0.key < $1.key }.map(\.value) }

    /// Adds an answer about the sales after those of the answers before.
    package mutating func add(_ answer: JSONValue) {
        self.unknown += answer["unknown"]?.integer ?? 0
        self.unlisted += answer["unlisted"]?.integer ?? 0
        for row in answer["mismatches"]?.elements ?? [] {
            let key = Key(
                product: row["product"]?.text ?? "",
                storefront: row["storefront"]?.text ?? "",
                currency: row["price"]?["currency"]?.text ?? "",
                amount: row["price"]?["amountMilliunits"]?.integer ?? 0
            )
            self.rows[key] = self.rows[key].map { Self.row($0, followedBy: row) } ?? row
        }
    }

    /// Returns a row with the sales of another one at the same price, which are later.
    private static func row(_ row: JSONValue, followedBy later: JSONValue) -> JSONValue {
        // The expected price is that at the last of the sales.
        guard case .object(let members) = later else { return row }
        let examples = (row["transactions"]?.elements ?? []) + (later["transactions"]?.elements ?? [])
        return .object(
            members.map { member in
                switch member.key {
                case "count":
                    JSONMember("count", (row["count"]?.integer ?? 0) + (later["count"]?.integer ?? 0))
                case "first": JSONMember(key: "first", value: row["first"] ?? member.value)
                case "transactions":
                    JSONMember(key: "transactions", value: .array(Array(examples.prefix(Self.exampleLimit))))
                default: member
                }
            }
        )
    }
}
