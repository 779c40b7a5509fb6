import CLibPQ

/// What a connection knows of a statement that it has prepared.
struct PreparedStatement {
    /// The name that the server knows it by.
    let name: String
    /// The types of its parameters, as the server inferred them.
    let types: [Oid]
}
