/// What became of a request of Advanced Commerce, by whose id it is known when it comes again.
struct CommerceAnswer: Sendable {
    /// The request: operation, transaction and body; of a purchase in the app nothing, because it cannot be repeated.
    let question: [UInt8]
    /// The body of the answer.
    let response: [UInt8]
}
