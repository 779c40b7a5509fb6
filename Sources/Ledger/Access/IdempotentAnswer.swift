/// The first answer to a request, as it is given again.
package struct IdempotentAnswer: Hashable, Sendable {
    /// The HTTP status.
    package let status: Int
    /// The header fields that belong to the answer, in order.
    package let headers: [Field]
    /// The body; `nil` when it is not kept, because it was too large or held a secret.
    package let body: [UInt8]?

    /// One header field.
    package struct Field: Hashable, Sendable, Codable {
        /// Its name.
        package let name: String
        /// Its value.
        package let value: String

        /// A field of this name and value.
        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// An answer of these parts.
    package init(status: Int, headers: [Field], body: [UInt8]?) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}
