/// How a simulated store behaves where Apple's behaviour differs by environment, is a choice, or is not documented.
///
/// The defaults are what Apple states, else what was seen in the field. Every doubtful point is a switch, so that a test
/// can show that a server copes with either answer.
public struct WorldConduct: Hashable, Sendable {
    /// How fast subscription periods pass.
    public var renewalRate: RenewalRate
    /// After how many renewals in a row subscriptions stop by themselves, if ever.
    public var renewalLimit: Int?
    /// How long after a failed attempt each further attempt to deliver a notification comes, in milliseconds.
    public var redeliveryDelaysMilliseconds: [Int64]
    /// How long before the end of a period the next one is charged, in milliseconds; Apple does it up to 24 hours early.
    public var earlyChargeMilliseconds: Int64 = 0
    /// Whether notifications carry the app's Apple identifier.
    public var namesAppleIdentifier: Bool
    /// Whether the refund of a running subscription is followed by EXPIRED, as was seen in the field.
    public var announcesExpiryAfterRefund = false
    /// Whether reaching ``renewalLimit`` is announced by AUTO_RENEW_DISABLED before the subscription expires.
    public var announcesRenewalLimit = true
    /// Whether a reversed refund turns auto-renew back on where the refund turned it off.
    public var reversalRestoresAutoRenew = true

    /// The conduct towards paying customers: calendar time, five more attempts over 156 hours.
    public static let production = WorldConduct(
        renewalRate: .calendar,
        renewalLimit: nil,
        redeliveryDelaysMilliseconds: [1, 12, 24, 48, 72].map { $0 * 3_600_000 },
        namesAppleIdentifier: true
    )

    /// The conduct towards testers: a month in 5 minutes, 12 renewals, one attempt, no Apple identifier.
    public static let sandbox = WorldConduct(
        renewalRate: .monthlyEvery5Minutes,
        renewalLimit: 12,
        redeliveryDelaysMilliseconds: [],
        namesAppleIdentifier: false
    )
}
