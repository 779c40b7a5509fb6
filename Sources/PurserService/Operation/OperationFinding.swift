/// Something that is not as it should be.
package struct OperationFinding: Hashable, Sendable {
    /// A stable code.
    package let code: String
    /// What and where it is, in words.
    package let detail: String

    /// A finding of these values.
    package init(code: String, detail: String) {
        self.code = code
        self.detail = detail
    }
}
