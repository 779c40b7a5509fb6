import AppStore

/// The behavior of the store toward one app, with a named switch wherever Apple's own behavior varies or is
/// unconfirmed.
///
/// A profile sets all values; ``switches`` and ``durations`` name the values that can be changed one by one. Durations
/// are milliseconds of the world's clock.
public struct WorldBehavior: Hashable, Sendable {
    /// The rate that determines the lengths of periods, grace and billing retry.
    public var renewalRate: RenewalRate
    /// The number of automatic renewals before auto-renew is turned off; `nil` for no limit.
    public var renewalLimit: Int?
    /// The delays of redelivery attempts, each after the previous attempt.
    public var redeliveryDelaysMilliseconds: [Int64]
    /// Whether notifications name the app's Apple identifier.
    public var namesAppleIdentifier: Bool
    /// Whether Look Up Order ID finds orders by the number in Apple's email.
    public var looksUpOrders: Bool
    /// The granted share of Apple's production rate limits, in thousandths of a percent.
    public var rateLimitPercentage: Int

    /// How long before the end of a period the renewal is charged; it cannot be stopped afterwards.
    public var earlyChargeMilliseconds: Int64 = 0
    /// Whether a charged renewal is signed at a varying instant between its charge and the end of the period.
    public var earlyChargeVaries = false
    /// The time after a consumption request in which an answer counts.
    public var consumptionWindowMilliseconds: Int64
    /// The minimum time between a refund request for a one-time product and the notification of the decision.
    public var refundNoticeDelayMilliseconds: Int64 = 0
    /// The minimum time between a refund request for a subscription and the notification of the decision.
    public var subscriptionRefundNoticeDelayMilliseconds: Int64 = 0
    /// The time between a request to extend all subscribers and its execution.
    public var massExtensionDelayMilliseconds: Int64 = 0
    /// The length of billing grace; 0 uses the rate's length.
    public var graceMilliseconds: Int64 = 0
    /// The length of billing retry; 0 uses the rate's length.
    public var billingRetryMilliseconds: Int64 = 0
    /// The longest gap that does not end a streak of subscribing.
    public var streakGapMilliseconds: Int64

    /// Whether the rate limits of the API are enforced.
    public var limitsRates = true
    /// Whether EXPIRED follows the notification of a refund of the current period.
    public var announcesExpiryAfterRefund = false
    /// Whether a change of renewal status announces the end of renewals at the limit first.
    public var announcesRenewalLimit = true
    /// Whether a refund reversal turns auto-renew on again where it was on before.
    public var reversalRestoresAutoRenew = true
    /// Whether a declined refund turns auto-renew on again where it was on before.
    public var declineRestoresAutoRenew = false
    /// Whether a refund request for the current period turns auto-renew off.
    public var refundRequestStopsRenewal = true
    /// Whether that change of renewal status is sent before the consumption request, rather than after it.
    public var renewalStatusComesFirst = false
    /// Whether the store sends consumption requests for non-consumables and non-renewing subscriptions too.
    public var asksConsumptionForAllKinds = false
    /// Whether the store grants a refund request that the developer does not answer.
    public var grantsUnansweredRefunds = true
    /// Whether a purchase during billing retry starts a new subscription, rather than recovering the old one.
    public var purchaseInRetryResubscribes = false
    /// Whether an upgrade of a canceled subscription announces that auto-renew is on again.
    public var upgradeAnnouncesReenable = false
    /// Whether a stacked offer code applies before the introductory offer.
    public var codeComesBeforeIntroductory = true
    /// Whether a cancellation after a price notice has the subtype AUTO_RENEW_DISABLED.
    public var cancellationAfterPriceHasSubtype = true
    /// Whether the last EXPIRED of a canceled commitment has the subtype VOLUNTARY.
    public var commitmentEndHasSubtype = true
    /// Whether a price increase must exceed both limits, the share and the amount, to need consent, rather than one.
    public var largeIncreaseExceedsBothLimits = true
    /// Whether family members receive notifications of all changes to a shared subscription, not only of its start and
    /// end.
    public var familyHearsEverything = true

    /// Whether notifications use version 1, with its own schedule of attempts in production.
    public var sendsVersion1 = false

    /// The Boolean switches, by name.
    public static let switches: [String: any WritableKeyPath<WorldBehavior, Bool> & Sendable] = [
        "limitsRates": \.limitsRates,
        "sendsVersion1": \.sendsVersion1,
        "looksUpOrders": \.looksUpOrders,
        "namesAppleIdentifier": \.namesAppleIdentifier,
        "earlyChargeVaries": \.earlyChargeVaries,
        "announcesExpiryAfterRefund": \.announcesExpiryAfterRefund,
        "announcesRenewalLimit": \.announcesRenewalLimit,
        "reversalRestoresAutoRenew": \.reversalRestoresAutoRenew,
        "declineRestoresAutoRenew": \.declineRestoresAutoRenew,
        "refundRequestStopsRenewal": \.refundRequestStopsRenewal,
        "renewalStatusComesFirst": \.renewalStatusComesFirst,
        "asksConsumptionForAllKinds": \.asksConsumptionForAllKinds,
        "grantsUnansweredRefunds": \.grantsUnansweredRefunds,
        "purchaseInRetryResubscribes": \.purchaseInRetryResubscribes,
        "upgradeAnnouncesReenable": \.upgradeAnnouncesReenable,
        "codeComesBeforeIntroductory": \.codeComesBeforeIntroductory,
        "cancellationAfterPriceHasSubtype": \.cancellationAfterPriceHasSubtype,
        "commitmentEndHasSubtype": \.commitmentEndHasSubtype,
        "largeIncreaseExceedsBothLimits": \.largeIncreaseExceedsBothLimits,
        "familyHearsEverything": \.familyHearsEverything,
    ]

    /// The combination of limits by which a price increase needs consent.
    var priceLimits: PriceIncreaseRule.Limits { self.largeIncreaseExceedsBothLimits ? .both : .either }

    /// The delays of redelivery attempts: the configured ones, or for version 1 in production 6, 24 and 48 hours.
    var attemptDelaysMilliseconds: [Int64] {
        guard self.sendsVersion1, !self.redeliveryDelaysMilliseconds.isEmpty else {
            return self.redeliveryDelaysMilliseconds
        }
        return [6, 24, 48].map { $0 * 3_600_000 }
    }

    /// The switches with a duration in milliseconds, by name.
    public static let durations: [String: any WritableKeyPath<WorldBehavior, Int64> & Sendable] = [
        "earlyCharge": \.earlyChargeMilliseconds,
        "consumptionWindow": \.consumptionWindowMilliseconds,
        "refundNoticeDelay": \.refundNoticeDelayMilliseconds,
        "subscriptionRefundNoticeDelay": \.subscriptionRefundNoticeDelayMilliseconds,
        "massExtensionDelay": \.massExtensionDelayMilliseconds,
        "grace": \.graceMilliseconds,
        "billingRetry": \.billingRetryMilliseconds,
        "streakGap": \.streakGapMilliseconds,
    ]

    /// The behavior in production.
    public static let production = WorldBehavior(
        renewalRate: .calendar,
        renewalLimit: nil,
        redeliveryDelaysMilliseconds: [1, 12, 24, 48, 72].map { $0 * 3_600_000 },
        namesAppleIdentifier: true,
        looksUpOrders: true,
        rateLimitPercentage: 100_000,
        consumptionWindowMilliseconds: 12 * 3_600_000,
        streakGapMilliseconds: 60 * CivilDate.millisecondsPerDay
    )

    /// The behavior in the sandbox at its default rate.
    public static let sandbox = WorldBehavior.sandbox(at: .monthlyEvery5Minutes, renewalLimit: 12)

    /// Returns the behavior of a test environment at a rate.
    static func sandbox(at rate: RenewalRate, renewalLimit: Int?) -> WorldBehavior {
        WorldBehavior(
            renewalRate: rate,
            renewalLimit: renewalLimit,
            redeliveryDelaysMilliseconds: [],
            namesAppleIdentifier: false,
            looksUpOrders: false,
            rateLimitPercentage: 10_000,
            consumptionWindowMilliseconds: 300_000,
            streakGapMilliseconds: 600_000
        )
    }
}
