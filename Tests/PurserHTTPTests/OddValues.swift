import AppStore
import PurserTesting

/// Values that no payload of Apple's has had yet, but that a trusted signer could send.
enum OddValues {
    private static let values: [JSONValue] =
        [
            "0", "-1", "1", "-9223372036854775808", "9223372036854775807", "-9223372036854775807",
            "9223372036854775000",
            "2147483647", "-2147483648", "4294967296", "1e18", "-1e18", "1.5", "1e400", "253402300800000",
            "-62135596800001", "1772366399999", "1772366400000", "1772366700000", "1775044800000",
        ].map(JSONValue.number)
        + [
            "", "\u{0}", "0", "-1", "007", "9223372036854775807", "9223372036854775808", "com.example.shop\u{301}",
            "\u{202E}txet", "a\nb", "Production", "Sandbox", "Xcode", "LocalTesting", "PURCHASED", "FAMILY_SHARED",
            "RENEWAL", "Consumable", "Non-Consumable", "Non-Renewing Subscription", "Auto-Renewable Subscription",
            "REFUND", "REFUND_REVERSED", "CONSUMPTION_REQUEST", "RESCIND_CONSENT", "REFUND_PRORATED",
            "2000000000000002",
            "7e3fb20b-4cdb-47cc-936d-99d65f608138", "pass.month", "gems.600", "frame.gold", "pro.yearly",
            String(repeating: "x", count: 300), String(repeating: "\u{1F600}", count: 2000),
        ].map(JSONValue.string) + [.null, .bool(true), .bool(false), .object([]), .array([])]

    /// Dates at and beyond the ends of what anything counts in: arithmetic on them must not overflow.
    private static let dates = [
        "-9223372036854775808", "-9223372036854775807", "9223372036854775807", "9223372036854775000", "0", "-1",
        "253402300800000", "-62135596800001", "1772366400000",
    ]

    /// Fields that a payload may lack, so that a change can put them in.
    private static let fields = [
        "revocationDate", "revocationReason", "revocationType", "revocationPercentage", "isUpgraded", "offerType",
        "offerIdentifier", "offerPeriod", "gracePeriodExpiresDate", "expirationIntent", "priceIncreaseStatus",
        "appAccountToken", "appTransactionId", "previousOriginalTransactionId", "isInBillingRetryPeriod", "summary",
        "externalPurchaseToken", "appData",
    ]

    /// A payload with a few of its values replaced, dropped or added, at any depth.
    static func changed(_ value: JSONValue, _ random: inout SeededGenerator) -> JSONValue {
        guard case .object(var members) = value, !members.isEmpty else { return random.pick(Self.values) }
        for _ in 0...random.number(below: 3) {
            guard !members.isEmpty else { break }
            let place = random.number(below: members.count)
            let member = members[place]
            switch (random.number(below: 10), member.value) {
            case (0, _): members.remove(at: place)
            case (1, _), (2, _):
                let field = random.pick(Self.fields)
                members.removeAll { $0.key == field }
                members.append(JSONMember(key: field, value: random.pick(Self.values)))
            case (3..., .object):
                members[place] = JSONMember(key: member.key, value: Self.changed(member.value, &random))
            case (3..<9, .number) where member.key.hasSuffix("Date"):
                members[place] = JSONMember(key: member.key, value: .number(random.pick(Self.dates)))
            default: members[place] = JSONMember(key: member.key, value: random.pick(Self.values))
            }
        }
        return .object(members)
    }
}
