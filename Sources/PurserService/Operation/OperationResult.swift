/// What came of a piece of an operator's work.
package struct OperationResult: Hashable, Sendable {
    /// A number or a text.
    package enum Value: Hashable, Sendable {
        /// A number.
        case number(Int64)
        /// A text.
        case text(String)
    }

    /// A value with its name.
    package struct Field: Hashable, Sendable {
        /// The name, in camel case.
        package let name: String
        /// The value.
        package let value: Value

        /// A value with its name.
        package init(_ name: String, _ value: Value) {
            self.name = name
            self.value = value
        }
    }

    /// Whether everything was as it should be.
    package let isClean: Bool
    /// What there is to know, in the order in which people read it.
    package let fields: [Field]

    /// A result of these values.
    package init(isClean: Bool, fields: [Field]) {
        self.isClean = isClean
        self.fields = fields
    }
}
