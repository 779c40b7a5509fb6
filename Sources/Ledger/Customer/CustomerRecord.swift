/// Who a customer is to the books.
package struct CustomerRecord: Hashable, Sendable {
    /// How many events his lane has had.
    package let eventCount: Int64
    /// The customers who are merged into him, by name.
    package let mergedCustomers: [CustomerID]
    /// Into whom he is merged himself.
    package let mergedInto: CustomerID?

    /// A record of these values.
    package init(eventCount: Int64, mergedCustomers: [CustomerID] = [], mergedInto: CustomerID? = nil) {
        self.eventCount = eventCount
        self.mergedCustomers = mergedCustomers
        self.mergedInto = mergedInto
    }
}
