/// What an app hands in for its customer.
package struct ExplorerSubmission: Hashable, Sendable, Codable {
    /// Whose app it is.
    package var customer: String
    /// Which of the customer's transactions, counted back from the newest and around again; all of them when absent.
    package var transaction: Int?
    /// What the app says it is doing: `purchase`, `sync` or `restore`.
    package var intent: String
    /// How often it is handed in, one time after the other.
    package var times: Int

    /// A submission of these values.
    package init(customer: String, transaction: Int? = nil, intent: String = "sync", times: Int = 1) {
        self.customer = customer
        self.transaction = transaction
        self.intent = intent
        self.times = times
    }
}
