/// Reads the seats of multiseat subscriptions whose members the app invites.
///
/// The methods name members by their canonical customers.
package protocol SeatReads {
    /// Returns the seats of a subscription at an instant, by any of its original transaction ids; `nil` where it is
    /// unknown.
    func seats(
        of original: OriginalTransactionID,
        app: AppName,
        environment: StoreEnvironment,
        gracePolicy: GracePolicy,
        at now: Instant
    ) throws -> SeatGroup?

    /// Returns the original transaction id of the subscription that a seat belongs to; `nil` for an unknown seat.
    func subscription(
        of seat: SeatID,
        app: AppName,
        environment: StoreEnvironment
    ) throws -> OriginalTransactionID?

    /// Returns the seats that a customer has or had in any subscription, oldest first.
    func seats(of customer: CustomerID, app: AppName, environment: StoreEnvironment) throws -> [Seat]

    /// Returns the subscriptions with seats whose next call to Apple is due at an instant of real time, the longest due
    /// first; `limit` counts seats.
    ///
    /// Calls are due where Apple offers them, in the Sandbox only, whether or not the app has a key for them.
    func dueSeatCalls(
        of app: AppName,
        environment: StoreEnvironment,
        at now: Instant,
        limit: Int
    ) throws -> [DueSeatCalls]
}

/// Changes the seats of multiseat subscriptions.
///
/// A change is published in the same unit of work, in the subscription's event stream, with the changes of
/// entitlements that it causes.
package protocol SeatWrites {
    /// Carries out a request on a subscription, or only returns what it would change.
    ///
    /// A seat whose claim Apple has ended already ends with the record of that claim.
    func carryOut(
        _ request: SeatRequest,
        on original: OriginalTransactionID,
        app: AppName,
        environment: StoreEnvironment,
        catalog: Catalog,
        isPreview: Bool
    ) throws -> Result<SeatOutcome, SeatRefusal>

    /// Records that calls about the seats of a subscription failed; they are due again at an instant of real time.
    ///
    /// A change of a seat makes its call due at once.
    func postponeSeatCalls(
        of original: OriginalTransactionID,
        app: AppName,
        environment: StoreEnvironment,
        until dueAt: Instant
    ) throws
}
