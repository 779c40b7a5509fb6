/// How a simulated store treats tokens for external purchases where Apple's behaviour is a number, a choice, or not
/// documented.
///
/// The numbers that Apple states are the defaults; the others are marked, and a test can show that a server copes with
/// another answer.
public struct ExternalPurchaseConduct: Hashable, Sendable {
    /// How long an ACQUISITION token is active; Apple does not say, half a year fits the commission it is for.
    public var acquisitionPeriod = SubscriptionPeriod.months(6)
    /// How long a SERVICES token is active; Apple does not say, a year fits the commission it is for.
    public var servicesPeriod = SubscriptionPeriod.year
    /// How often a reminder of an active token comes: each month, as Apple says.
    public var reminderPeriod = SubscriptionPeriod.month
    /// When a token of a plain link counts as overdue, after it was made: ten days, as Apple says.
    public var reportPeriod = SubscriptionPeriod.days(10)
    /// When a token of a custom link counts as overdue, after it has expired: soon, as Apple says, here a day.
    public var expiryPeriod = SubscriptionPeriod.days(1)
    /// How old a transaction may be when it is first reported: three years, as Apple says.
    public var reportablePeriod = SubscriptionPeriod.years(3)
    /// How old a transaction may be when its report is corrected: a year, as Apple says.
    public var correctablePeriod = SubscriptionPeriod.year
    /// How soon after a report another one about the same token counts as simultaneous, in milliseconds of the world's
    /// clock; never, by default, because a world takes one request after the other.
    public var simultaneousMilliseconds: Int64 = 0
    /// Whether the same report under the same identifier is answered as it was the first time, instead of refused as a
    /// duplicate, which is what Apple says it does.
    public var acceptsRepeatedReports = false

    /// What Apple states, and a likely answer to the rest.
    public init() {}
}
