/// One line of a list that an operator asked for.
package struct OperationLine: Hashable, Sendable {
    /// What stands in it, from the left.
    package let fields: [OperationResult.Field]

    /// A line of these values.
    package init(_ fields: [OperationResult.Field]) {
        self.fields = fields
    }
}
