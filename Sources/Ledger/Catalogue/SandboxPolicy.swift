/// What a purchase made in Apple's Sandbox is worth on this server.
///
/// App Review buys in the Sandbox with the app that is sold in the end, so refusing everything fails a review, and giving
/// everything gives testers what others pay for.
package enum SandboxPolicy: Hashable, Sendable {
    /// Nothing.
    case deny
    /// Everything for the customers that the catalogue lists, and nothing for others.
    case testers
    /// Up to so many deliveries and coins a day and customer; rights end after `rightsLast`.
    ///
    /// A kind of coins that is not named is bounded by the deliveries alone.
    case capped(deliveriesADay: Int, coinsADay: [String: Int])
    /// Everything.
    case allow

    /// How long a right of the Sandbox is kept where it is capped, from the purchase on.
    package static let rightsLast = Span.days(7)

    /// The policy where the catalogue names none.
    package static let standard = SandboxPolicy.capped(deliveriesADay: 20, coinsADay: [:])
}
