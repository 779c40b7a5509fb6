/// A statement that reads, with the values it is asked with.
package struct Question: Hashable, Sendable {
    /// The statement.
    package let query: Query
    /// The values.
    package let values: [SQLValue]

    /// A question.
    package init(_ query: Query, _ values: [SQLValue]) {
        self.query = query
        self.values = values
    }
}
