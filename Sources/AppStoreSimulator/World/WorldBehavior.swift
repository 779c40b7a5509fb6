/// How the store behaves toward one app, with a named switch wherever Apple's own behavior differs or is unconfirmed.
///
/// A profile sets all of it; ``switches`` and ``durations`` name what can be turned one by one. Durations are
/// milliseconds of the world's clock.
public struct WorldBehavior: Hashable, Sendable {
    /// How long periods, grace and billing retry are.
    public var renewalRate: RenewalRate
    /// How often a subscription renews by itself before auto-renew is turned off; `nil` for no limit.
    public var renewalLimit: Int?
    /// When a notification that failed is sent again, each after the previous attempt.
    public var redeliveryDelaysMilliseconds: [Int64]
    /// Whether notifications name the app's Apple identifier.
    public var namesAppleIdentifier: Bool
    /// Whether an order can be looked up by the number in Apple's mail.
    public var looksUpOrders: Bool
    /// The share of Apple's production rate limits that is granted, in thousandths of a percent.
    public var rateLimitPercentage: Int

    /// How long before the end of a period the renewal is charged, and can no longer be stopped.
    public var earlyChargeMilliseconds: Int64 = 0
    /// Whether a charged renewal is signed at an instant that varies between its charge and the end of the period.
    public var earlyChargeVaries = false
    /// How long an answer to a consumption request counts.
    public var consumptionWindowMilliseconds: Int64
    /// How long after a request about a one-time product the app's server hears of the decision, at the earliest.
    public var refundNoticeDelayMilliseconds: Int64 = 0
    /// How long after a request about a subscription the app's server hears of the decision, at the earliest.
    public var subscriptionRefundNoticeDelayMilliseconds: Int64 = 0
    /// How long after the request an extension for all subscribers runs.
    public var massExtensionDelayMilliseconds: Int64 = 0
    /// The length of billing grace, where it is not what the rate says.
    public var graceMilliseconds: Int64 = 0
    /// The length of billing retry, where it is not what the rate says.
    public var billingRetryMilliseconds: Int64 = 0
    /// The longest gap that does not end a streak of subscribing.
    public var streakGapMilliseconds: Int64

    /// Whether the rate limits of the API are enforced.
    public var limitsRates = true
    /// Whether EXPIRED follows the refund of the running period, when the app's server hears of it.
    public var announcesExpiryAfterRefund = false
    /// Whether the end of renewals at the limit is announced as a change of renewal status first.
    public var announcesRenewalLimit = true
    /// Whether a reversed refund turns auto-renew on again where it was on before.
    public var reversalRestoresAutoRenew = true
    /// Whether a declined refund does.
    public var declineRestoresAutoRenew = false
    /// Whether asking for the refund of the running period turns auto-renew off.
    public var refundRequestStopsRenewal = true
    /// Whether that is told before the consumption request, and not after it.
    public var renewalStatusComesFirst = false
    /// Whether the developer is asked about non-consumables and non-renewing subscriptions too.
    public var asksConsumptionForAllKinds = false
    /// Whether a refund that nobody spoke against is granted.
    public var grantsUnansweredRefunds = true
    /// Whether a purchase during billing retry is a new subscription, and not a recovery.
    public var purchaseInRetryResubscribes = false
    /// Whether an upgrade of a canceled subscription announces that auto-renew is on again.
    public var upgradeAnnouncesReenable = false
    /// Whether a stacked code comes before the introductory offer.
    public var codeComesBeforeIntroductory = true
    /// Whether a cancellation after a price notice has the subtype AUTO_RENEW_DISABLED.
    public var cancellationAfterPriceHasSubtype = true
    /// Whether the last EXPIRED of a canceled commitment has the subtype VOLUNTARY.
    public var commitmentEndHasSubtype = true
    /// Whether family members hear of everything that happens to a shared subscription, and not only of its start and
    /// end.
    public var familyHearsEverything = true

    /// Whether notifications come in version 1, with its own schedule of attempts in production.
    public var sendsVersion1 = false

    /// The switches that are on or off, by name.
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
        "familyHearsEverything": \.familyHearsEverything,
    ]

    /// When a notification that failed is sent again: as given, or in version 1 after 6, 24 and 48 hours where at all.
    var attemptDelaysMilliseconds: [Int64] {
        guard self.sendsVersion1, !self.redeliveryDelaysMilliseconds.isEmpty else {
            return self.redeliveryDelaysMilliseconds
        }
        return [6, 24, 48].map { $0 * 3_600_000 }
    }

    /// The switches that are durations in milliseconds, by name.
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

    /// How the store behaves in production.
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

    /// How the store behaves in the sandbox at its usual rate.
    public static let sandbox = WorldBehavior.sandbox(at: .monthlyEvery5Minutes, renewalLimit: 12)

    /// How the store behaves in tests at a rate.
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
