package import AppStore
package import Foundation
package import Ledger

extension ConsumptionInformationV1 {
    /// Creates the request body for a reply in version 1 of Apple's API; unknown facts about the customer are
    /// undeclared.
    ///
    /// Amounts in dollars are sent only where every amount could be converted at a rate that the shop configured.
    ///
    /// - Parameters:
    ///   - reply: The reply.
    ///   - facts: The shop's facts about the customer.
    ///   - dollars: The customer's lifetime purchases and refunds, as far as they are known in dollars.
    ///   - token: The account token of the purchase.
    ///   - now: The instant at which the age of the account is computed.
    package init(
        _ reply: RefundReply,
        facts: CustomerFacts,
        dollars: LifetimeDollars = .unknown,
        token: UUID?,
        at now: Instant
    ) {
        let deliveryStatus: DeliveryStatusV1 =
            switch reply.deliveryStatus {
            case .delivered: .delivered
            case .undelivered: .undeliveredOther
            case .undeliveredQuality: .undeliveredQualityIssue
            case .undeliveredWrongItem: .undeliveredWrongItem
            case .undeliveredServerOutage: .undeliveredServerOutage
            }
        self.init(deliveryStatus: deliveryStatus, sampleContentProvided: reply.isSampleOffered)
        self.appAccountToken = token
        self.lifetimeDollarsPurchased = LifetimeDollarsPurchased(rawValue: LifetimeDollars.range(dollars.purchased))
        self.lifetimeDollarsRefunded = LifetimeDollarsRefunded(rawValue: LifetimeDollars.range(dollars.refunded))
        switch reply.share {
        case nil: break
        case 0?: self.consumptionStatus = .notConsumed
        case RuleValue.wholeShare?: self.consumptionStatus = .fullyConsumed
        default: self.consumptionStatus = .partiallyConsumed
        }
        switch facts.platforms {
        case [.apple]?: self.platform = .apple
        case [.other]?: self.platform = .nonApple
        default: break
        }
        if let registeredAt = facts.registeredAt, registeredAt <= now {
            self.accountTenure = Self.tenure((now - registeredAt).milliseconds / Span.days(1).milliseconds)
        }
        if let minutes = facts.playTimeMinutes { self.playTime = Self.playTime(minutes) }
        switch facts.accountStatus {
        case .active?: self.userStatus = .active
        case .suspended?: self.userStatus = .suspended
        case .terminated?: self.userStatus = .terminated
        case .limited?: self.userStatus = .limitedAccess
        case nil: break
        }
        switch reply.preference {
        case .decline?: self.refundPreference = .decline
        // Version 1 has no preference for a partial refund.
        case .grantFull?, .grantProrated?: self.refundPreference = .grant
        case nil: self.refundPreference = .noPreference
        }
    }

    private static func tenure(_ days: Int64) -> AccountTenure {
        switch days {
        case ..<3: .upToThreeDays
        case ..<10: .threeToTenDays
        case ..<30: .tenToThirtyDays
        case ..<90: .thirtyToNinetyDays
        case ..<180: .ninetyToOneHundredEightyDays
        case ..<365: .oneHundredEightyToThreeHundredSixtyFiveDays
        default: .overThreeHundredSixtyFiveDays
        }
    }

    private static func playTime(_ minutes: Int64) -> PlayTime {
        switch minutes {
        case ..<5: .upToFiveMinutes
        case ..<60: .fiveToSixtyMinutes
        case ..<360: .oneToSixHours
        case ..<1440: .sixToTwentyFourHours
        case ..<5760: .oneToFourDays
        case ..<23040: .fourToSixteenDays
        default: .overSixteenDays
        }
    }
}
