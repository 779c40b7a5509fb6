/// Why the books cannot be opened, whatever keeps them.
struct StorageFailure: Error, CustomStringConvertible {
    /// One plain sentence: what is wrong, and what helps.
    let description: String
    /// A stable code.
    let code: String
}
