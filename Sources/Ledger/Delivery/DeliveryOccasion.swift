/// What judging the deliveries of a chain needs to know besides the chain.
package struct DeliveryOccasion: Sendable {
    /// The app.
    package var app: AppName
    /// The environment.
    package var environment: StoreEnvironment
    /// The instant now.
    package var now: Instant
    /// What the app sells and what it gives for it.
    package var catalogue: Catalogue
    /// Transactions that only an app has shown, signed long before, and that nothing is known of besides.
    package var doubted: Set<TransactionID>
    /// Transactions that this unit shows and does not doubt.
    package var vouched: Set<TransactionID>
    /// Transactions whose purchases are released now.
    package var released: Set<TransactionID>
    /// Whether Apple can be asked about what is doubted.
    package var asksApple: Bool

    /// An occasion of these values.
    package init(
        app: AppName,
        environment: StoreEnvironment,
        now: Instant,
        catalogue: Catalogue,
        doubted: Set<TransactionID> = [],
        vouched: Set<TransactionID> = [],
        released: Set<TransactionID> = [],
        asksApple: Bool = false
    ) {
        self.app = app
        self.environment = environment
        self.now = now
        self.catalogue = catalogue
        self.doubted = doubted
        self.vouched = vouched
        self.released = released
        self.asksApple = asksApple
    }
}
