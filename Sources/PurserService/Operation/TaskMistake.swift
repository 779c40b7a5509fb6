/// A field of an operator's task that is missing or wrong.
package struct TaskMistake: Error, Hashable, Sendable {
    /// The field.
    package let field: String
    /// One plain sentence.
    package let detail: String
}
