/// One thing that reports count: a sale, or money that was paid back.
struct ReportEntry: Sendable {
    /// What happened.
    enum Kind: Sendable {
        /// The store charged a customer, or charged again what it had paid back.
        case sale
        /// The store paid back.
        case refund
    }

    /// The transaction's place in the world.
    let transaction: Int
    /// When it happened, in milliseconds since 1970.
    let at: Int64
    /// What happened.
    let kind: Kind
    /// How many, in hundredths; negative where the store paid back, a fraction where it paid back a part.
    let hundredths: Int64
}
