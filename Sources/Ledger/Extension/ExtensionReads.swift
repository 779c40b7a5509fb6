/// Reads orders to extend renewal dates.
package protocol ExtensionReads {
    /// Returns the order to extend renewal dates with this id.
    func renewalExtension(
        _ id: RenewalExtensionID,
        of app: AppName,
        environment: StoreEnvironment
    ) throws -> RenewalExtension?

    /// Returns the orders to extend renewal dates without a result, oldest first, after one of them.
    func openRenewalExtensions(
        of app: AppName,
        environment: StoreEnvironment,
        after order: RenewalExtension?,
        limit: Int
    ) throws -> [RenewalExtension]

    /// Returns the orders to extend renewal dates, newest first.
    func renewalExtensions(of app: AppName, environment: StoreEnvironment, limit: Int) throws -> [RenewalExtension]

    /// Returns the renewal dates that could not be extended since an order was created, in ascending order of time.
    func failures(of order: RenewalExtension, limit: Int) throws -> [ExtensionFailure]
}

/// Stores orders to extend renewal dates, and their results.
package protocol ExtensionWrites {
    /// Stores a new order to extend renewal dates and returns it; an order that is already stored under its id remains
    /// unchanged and is returned instead.
    func create(_ order: RenewalExtension) throws -> RenewalExtension

    /// Stores the result of an order to extend renewal dates.
    ///
    /// A completed order remains completed, and an order that Apple accepted remains accepted.
    func keep(_ order: RenewalExtension) throws

    /// Records that a renewal date could not be extended with the others of its product.
    func keep(_ failure: ExtensionFailure) throws
}

/// Loads and saves orders to extend renewal dates.
package protocol ExtensionStorage: CustomerStorage, ExtensionReads {
    /// Saves an order to extend renewal dates with its result.
    func put(_ order: RenewalExtension) throws
}

extension LedgerStorage {
    /// Stores the result of an order to extend renewal dates.
    package func keep(_ order: RenewalExtension) throws {
        let known = try self.renewalExtension(order.id, of: order.app, environment: order.environment)
        try self.put(known?.joined(with: order) ?? order)
        if order.acceptedAt == nil, order.completion == nil { self.note(.extensions, dueAt: DueWork.atOnce) }
    }
}
