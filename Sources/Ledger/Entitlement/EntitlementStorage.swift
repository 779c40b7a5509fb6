/// Loads and saves what customers hold in chains, and when their entitlements change by time.
package protocol EntitlementStorage: CustomerStorage {
    /// Returns the stored form of a holding, which equals another where the holdings do.
    func form(of holding: TimedHolding, gracePolicy: GracePolicy, app: Int64) throws -> [UInt8]

    /// Returns the holding in a stored form; `nil` where it is out of date at an instant or unreadable.
    ///
    /// Without an instant it is never out of date.
    func holding(in form: [UInt8], at now: Instant?, gracePolicy: GracePolicy?) throws -> Holding?

    /// Returns the stored form of a customer's holding in an original; `nil` for none.
    func form(of owner: Int64, scope: Scope, original: Int64) throws -> [UInt8]?

    /// Returns the stored form of a customer's holding in each original in which they own something; `nil` where none
    /// was published yet.
    func forms(of owner: Int64, scope: Scope) throws -> [(original: Int64, form: [UInt8]?)]

    /// Saves the form of a customer's holding in an original.
    func put(_ form: [UInt8], of owner: Int64, scope: Scope, original: Int64) throws

    /// Returns what the entitlements of a customer depend on besides chains.
    func holderState(of owner: Int64, scope: Scope) throws -> HolderState

    /// Returns the grants of a customer, without those of merged ones.
    func grants(of owner: Int64) throws -> [Grant]

    /// Saves a grant, and returns whether the customer had none with its identifier.
    func insert(_ grant: Grant, of owner: Int64) throws -> Bool

    /// Saves the revocation of a grant of a customer, unless it is revoked already or does not exist.
    func putRevocation(_ revocation: Grant.Revocation, of id: GrantID, owner: Int64) throws

    /// Returns when a customer's entitlements are due next.
    func entitlementsDueAt(of owner: Int64, scope: Scope) throws -> Instant?

    /// Saves when a customer's entitlements were published and are due next; without a date they are not due.
    func putEntitlementsDue(_ dueAt: Instant?, publishedAt: Instant, of owner: Int64, scope: Scope) throws
}

/// What the entitlements of a customer depend on besides chains.
package struct HolderState: Hashable, Sendable {
    /// Whether the customer is canonical, and not merged into another.
    package let isCounting: Bool
    /// Whether the customer has grants.
    package let isGranted: Bool
    /// Whether other customers were merged into this one.
    package let isSeveral: Bool
    /// When the customer's entitlements were last published, where time alone will change them.
    package let publishedAt: Instant?

    /// Creates a state with these values.
    package init(isCounting: Bool, isGranted: Bool, isSeveral: Bool, publishedAt: Instant?) {
        self.isCounting = isCounting
        self.isGranted = isGranted
        self.isSeveral = isSeveral
        self.publishedAt = publishedAt
    }
}
