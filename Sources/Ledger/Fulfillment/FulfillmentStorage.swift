/// Loads and saves fulfillments.
package protocol FulfillmentStorage: CustomerStorage, OrderReads {
    /// Returns a fulfillment; `nil` when it does not exist.
    func storedFulfillment(
        _ id: FulfillmentID,
        of app: AppName,
        people: inout CustomerCache
    ) throws -> NumberedFulfillment?

    /// Returns the fulfillments of a chain.
    func fulfillments(
        of chain: ChainRecord,
        app: AppName,
        people: inout CustomerCache
    ) throws -> [NumberedFulfillment]

    /// Returns the fulfillments that a worker may take, earliest due first, with `nil` for those that cannot be read.
    func dueFulfillments(
        of app: AppName,
        at now: Instant,
        limit: Int,
        people: inout CustomerCache
    ) throws -> [(number: Int64, id: FulfillmentID, fulfillment: NumberedFulfillment?)]

    /// Returns the goods of the fulfillments of a customer that count from an instant on, without those of merged
    /// customers.
    func countedGoods(of customer: Int64, scope: Scope, since: Instant) throws -> [FulfillmentGoods]

    /// Saves a new fulfillment of an original.
    func insert(_ fulfillment: Fulfillment, original: Int64, scope: Scope, people: CustomerCache) throws

    /// Saves the progress of a fulfillment, and when a worker may take it.
    func put(_ fulfillment: NumberedFulfillment, people: CustomerCache) throws

    /// Saves that a worker may take a fulfillment again from an instant on.
    func putOffFulfillment(_ number: Int64, until: Instant) throws
}

extension FulfillmentStorage {
    /// Returns the fulfillments of a chain, without what belongs to their work.
    func fulfillments(of chain: ChainRecord, app: AppName) throws -> [Fulfillment] {
        var people = CustomerCache(self)
        return try self.fulfillments(of: chain, app: app, people: &people).map(\.fulfillment)
    }

    /// Returns how much of the Sandbox allowance a customer used since an instant, under all of their names.
    func sandboxAllowance(of owner: Int64, scope: Scope, since: Instant) throws -> SandboxAllowance {
        var allowance = SandboxAllowance()
        for person in try self.everybody(whoIs: try self.countingCustomer(owner).number) {
            for goods in try self.countedGoods(of: person, scope: scope, since: since) { allowance.add(goods) }
        }
        return allowance
    }
}

/// A fulfillment as the repository stores it.
package struct NumberedFulfillment: Sendable {
    /// The fulfillment's number.
    package let number: Int64
    /// The app and environment.
    package let scope: Scope
    /// The number of the original in which its transaction was first recorded.
    package let original: Int64
    /// The fulfillment, when a worker may take it, and the lease on it.
    package internal(set) var job: FulfillmentJob

    /// Creates a fulfillment with these values.
    package init(number: Int64, scope: Scope, original: Int64, job: FulfillmentJob) {
        self.number = number
        self.scope = scope
        self.original = original
        self.job = job
    }

    /// The fulfillment.
    package var fulfillment: Fulfillment { self.job.fulfillment }
}
