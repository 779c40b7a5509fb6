/// That a customer owns something in an original.
struct Share: Hashable {
    /// The customer's number.
    let owner: Int64
    /// The original's number.
    let original: Int64
}
