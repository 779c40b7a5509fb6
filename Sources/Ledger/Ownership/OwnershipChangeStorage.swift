/// Loads and saves ownership changes, and what they change besides claims.
package protocol OwnershipChangeStorage: ChainStorage, OwnershipStorage {
    /// Returns an ownership change by its name; `nil` where it does not exist.
    func ownershipChange(_ id: OwnershipChangeID, app: Int64) throws -> NumberedOwnershipChange?

    /// Saves an ownership change, and returns its number.
    func insert(_ change: OwnershipChange, concerning subjects: OwnershipChangeSubjects, app: Int64) throws -> Int64

    /// Saves that an ownership change has been undone.
    func markUndone(_ change: Int64) throws

    /// Returns the date of the last decision that names a transaction, whether it was undone or not.
    func lastDecision(on transaction: TransactionID, scope: Scope) throws -> Instant?

    /// Saves that a decision does not count any more.
    func withdraw(_ decision: Decision, scope: Scope) throws

    /// Saves whom a customer is merged into; `nil` for no customer.
    func putMerge(of customer: Int64, into other: Int64?) throws

    /// Notes that this unit erases data that must not stay in logs for long.
    func noteErasure()

    /// Saves the replacement of a customer's name.
    func rename(_ erased: ErasedName, at now: Instant, app: Int64) throws

    /// Erases a name outside of its customer and of events, and texts that may contain personal data of the customer.
    ///
    /// A stored answer to a request that contains the name is deleted as a whole: a repetition counts as a new request.
    func forget(_ erased: ErasedName, app: Int64) throws

    /// Returns the original and the two owners of each transfer from or to a customer.
    func transferSides(of customer: Int64) throws -> [(original: Int64, from: Int64, to: Int64?)]

    /// Returns the events of a stream that contain the name of a customer, with their numbers.
    func events(naming customer: CustomerID, in stream: EventStreamNumber) throws -> [(number: Int64, body: [UInt8])]

    /// Saves the body of an event.
    func putBody(_ body: [UInt8], ofEvent number: Int64, in stream: EventStreamNumber) throws
}

/// An ownership change as the repository stores it.
package struct NumberedOwnershipChange: Sendable {
    /// Its number.
    package let number: Int64
    /// The change.
    package let change: OwnershipChange
    /// Whether it has been undone.
    package let isUndone: Bool

    /// Creates a stored change with these values.
    package init(number: Int64, change: OwnershipChange, isUndone: Bool) {
        self.number = number
        self.change = change
        self.isUndone = isUndone
    }
}

/// What an ownership change concerns, by number.
package struct OwnershipChangeSubjects: Sendable {
    /// The app and environment of a decision.
    package var scope: Scope?
    /// The customer of a decision, of a merge, or of an erasure.
    package var customer: Int64?
    /// The customer whom another is merged into.
    package var other: Int64?
    /// The change that is undone.
    package var undone: Int64?
}

/// A name that is being erased.
package struct ErasedName: Sendable {
    /// The number of the customer who had it.
    package let number: Int64
    /// The name.
    package let name: CustomerID
    /// The replacement of the name.
    package let nameless: CustomerID
}
