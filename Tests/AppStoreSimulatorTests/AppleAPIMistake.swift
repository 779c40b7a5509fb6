import Testing

/// An invalid request and Apple's code for it.
///
/// `$T` is a consumable, `$S` a subscription, `$R` its renewal, `$N` a non-consumable, `$F` a family member's share,
/// `$NOW` and `$OLD` are instants.
struct AppleAPIMistake: Sendable, CustomTestStringConvertible {
    let line: String
    let body: String
    let code: Int64

    init(_ line: String, _ body: String = "", _ code: Int64) {
        self.line = line
        self.body = body
        self.code = code
    }

    init(_ line: String, _ code: Int64) {
        self.init(line, "", code)
    }

    var testDescription: String { "\(self.line) \(self.body) -> \(self.code)" }

    private static let consumption =
        #""customerConsented":true,"deliveryStatus":"DELIVERED","sampleContentProvided":true"#
    static let consumptionV1 = """
        "customerConsented":true,"consumptionStatus":1,"platform":1,"sampleContentProvided":true,"deliveryStatus":0,\
        "appAccountToken":"","accountTenure":1,"playTime":1,"lifetimeDollarsRefunded":1,"lifetimeDollarsPurchased":1,\
        "userStatus":1
        """
    private static let uuid = "7f3a2a0e-2a63-4a5e-8f0a-0d5a3c1b2e4f"

    static let all: [AppleAPIMistake] = [
        AppleAPIMistake("GET /inApps/v1/transactions/abc", 4_000_006),
        AppleAPIMistake("GET /inApps/v1/transactions/0123", 4_000_006),
        AppleAPIMistake("GET /inApps/v1/transactions/1", 4_040_010),
        AppleAPIMistake("GET /inApps/v2/history/1", 4_040_010),
        AppleAPIMistake("GET /inApps/v2/history/$T?revision=x", 4_000_005),
        AppleAPIMistake("GET /inApps/v2/history/$T?startDate=x", 4_000_015),
        AppleAPIMistake("GET /inApps/v2/history/$T?endDate=x", 4_000_016),
        AppleAPIMistake("GET /inApps/v2/history/$T?startDate=2&endDate=1", 4_000_013),
        AppleAPIMistake("GET /inApps/v2/history/$T?sort=UP", 4_000_021),
        AppleAPIMistake("GET /inApps/v2/history/$T?productType=COIN", 4_000_022),
        AppleAPIMistake("GET /inApps/v2/history/$T?productId=", 4_000_023),
        AppleAPIMistake("GET /inApps/v2/history/$T?subscriptionGroupIdentifier=", 4_000_024),
        AppleAPIMistake("GET /inApps/v2/history/$T?excludeRevoked=yes", 4_000_025),
        AppleAPIMistake("GET /inApps/v2/history/$T?inAppOwnershipType=MINE", 4_000_026),
        AppleAPIMistake("GET /inApps/v2/history/$T?revoked=yes", 4_000_030),
        AppleAPIMistake("GET /inApps/v1/subscriptions/$S?status=6", 4_000_031),
        AppleAPIMistake("GET /inApps/v1/transactions/appTransactions/1", 4_040_010),
        AppleAPIMistake("POST /inApps/v1/transactions/1/finish", 4_040_010),
        AppleAPIMistake("GET /inApps/v1/refund/lookup/x", 4_000_008),
        AppleAPIMistake("GET /inApps/v1/refund/lookup/1", 4_040_005),
        AppleAPIMistake("PUT /inApps/v1/transactions/$T/appAccountToken", #"{"appAccountToken":"x"}"#, 4_000_183),
        AppleAPIMistake(
            "PUT /inApps/v1/transactions/$F/appAccountToken",
            #"{"appAccountToken":"\#(uuid)"}"#,
            4_000_185
        ),
        AppleAPIMistake(
            "PUT /inApps/v1/transactions/$R/appAccountToken",
            #"{"appAccountToken":"\#(uuid)"}"#,
            4_000_187
        ),
        AppleAPIMistake("PUT /inApps/v2/transactions/consumption/$T", "{}", 4_000_035),
        AppleAPIMistake("PUT /inApps/v2/transactions/consumption/$T", "[]", 4_000_000),
        AppleAPIMistake(
            "PUT /inApps/v2/transactions/consumption/$T",
            #"{"customerConsented":false,"deliveryStatus":"DELIVERED","sampleContentProvided":true}"#,
            4_000_035
        ),
        AppleAPIMistake(
            "PUT /inApps/v2/transactions/consumption/$T",
            #"{"customerConsented":true,"deliveryStatus":"LOST","sampleContentProvided":true}"#,
            4_000_036
        ),
        AppleAPIMistake(
            "PUT /inApps/v2/transactions/consumption/$T",
            #"{"customerConsented":true,"deliveryStatus":"DELIVERED"}"#,
            4_000_041
        ),
        AppleAPIMistake(
            "PUT /inApps/v2/transactions/consumption/$T",
            "{\(consumption),\"refundPreference\":\"X\"}",
            4_000_044
        ),
        AppleAPIMistake("PUT /inApps/v2/transactions/consumption/$F", "{\(consumption)}", 4_000_185),
        AppleAPIMistake(
            "PUT /inApps/v2/transactions/consumption/$S",
            "{\(consumption),\"consumptionPercentage\":0}",
            4_000_209
        ),
        AppleAPIMistake(
            "PUT /inApps/v2/transactions/consumption/$T",
            "{\(consumption),\"consumptionPercentage\":-1}",
            4_000_000
        ),
        AppleAPIMistake(
            "PUT /inApps/v2/transactions/consumption/$T",
            #"{"customerConsented":true,"deliveryStatus":"UNDELIVERED_OTHER","sampleContentProvided":true,"#
                + #""consumptionPercentage":1}"#,
            4_000_000
        ),
        AppleAPIMistake(
            "PUT /inApps/v2/transactions/consumption/$T",
            "{\(consumption),\"refundPreference\":\"GRANT_PRORATED\",\"consumptionPercentage\":0}",
            4_000_000
        ),
        AppleAPIMistake(
            "PUT /inApps/v2/transactions/consumption/$N",
            "{\(consumption),\"refundPreference\":\"GRANT_PRORATED\"}",
            4_000_000
        ),
        AppleAPIMistake(
            "PUT /inApps/v2/transactions/consumption/$T",
            "{\(consumption),\"refundPreference\":\"GRANT_PRORATED\",\"consumptionPercentage\":100001}",
            4_000_000
        ),
        AppleAPIMistake("PUT /inApps/v1/transactions/consumption/$N", "{\(consumptionV1)}", 4_000_047),
        AppleAPIMistake("PUT /inApps/v1/subscriptions/extend/x", "{}", 4_000_008),
        AppleAPIMistake("PUT /inApps/v1/subscriptions/extend/1", "{}", 4_040_005),
        AppleAPIMistake("PUT /inApps/v1/subscriptions/extend/$S", "{}", 4_000_009),
        AppleAPIMistake(
            "PUT /inApps/v1/subscriptions/extend/$S",
            #"{"extendByDays":91,"extendReasonCode":1}"#,
            4_000_009
        ),
        AppleAPIMistake(
            "PUT /inApps/v1/subscriptions/extend/$S",
            #"{"extendByDays":9,"extendReasonCode":4}"#,
            4_000_010
        ),
        AppleAPIMistake(
            "PUT /inApps/v1/subscriptions/extend/$S",
            #"{"extendByDays":9,"extendReasonCode":1}"#,
            4_000_011
        ),
        AppleAPIMistake(
            "PUT /inApps/v1/subscriptions/extend/$F",
            #"{"extendByDays":9,"extendReasonCode":1,"requestIdentifier":"r"}"#,
            4_030_007
        ),
        AppleAPIMistake(
            "PUT /inApps/v1/subscriptions/extend/$S",
            #"{"extendByDays":9,"extendReasonCode":1,"requestIdentifier":"r"}"#,
            4_030_004
        ),
        AppleAPIMistake(
            "POST /inApps/v1/subscriptions/extend/mass",
            #"{"extendByDays":9,"extendReasonCode":1,"requestIdentifier":"r","productId":"pro.monthly"}"#,
            4_000_011
        ),
        AppleAPIMistake(
            "POST /inApps/v1/subscriptions/extend/mass",
            #"{"extendByDays":9,"extendReasonCode":1,"requestIdentifier":"\#(uuid)","productId":"coins.100"}"#,
            4_000_023
        ),
        AppleAPIMistake(
            "POST /inApps/v1/subscriptions/extend/mass",
            #"{"extendByDays":9,"extendReasonCode":1,"requestIdentifier":"\#(uuid)","productId":"pro.monthly","#
                + #""storefrontCountryCodes":[]}"#,
            4_000_027
        ),
        AppleAPIMistake(
            "POST /inApps/v1/subscriptions/extend/mass",
            #"{"extendByDays":9,"extendReasonCode":1,"requestIdentifier":"\#(uuid)","productId":"pro.monthly","#
                + #""storefrontCountryCodes":["XXX"]}"#,
            4_000_028
        ),
        AppleAPIMistake("GET /inApps/v1/subscriptions/extend/mass/pro.monthly/x", 4_000_011),
        AppleAPIMistake("GET /inApps/v1/subscriptions/extend/mass/none/\(uuid)", 4_000_023),
        AppleAPIMistake("GET /inApps/v1/subscriptions/extend/mass/pro.monthly/\(uuid)", 4_040_009),
        AppleAPIMistake("POST /inApps/v1/notifications/history", "{}", 4_000_015),
        AppleAPIMistake("POST /inApps/v1/notifications/history", #"{"startDate":1}"#, 4_000_016),
        AppleAPIMistake("POST /inApps/v1/notifications/history", #"{"startDate":1,"endDate":2}"#, 4_000_012),
        AppleAPIMistake("POST /inApps/v1/notifications/history", #"{"startDate":$NOW,"endDate":$NOW}"#, 4_000_013),
        AppleAPIMistake(
            "POST /inApps/v1/notifications/history",
            #"{"startDate":$OLD,"endDate":$NOW,"notificationType":"RAIN"}"#,
            4_000_018
        ),
        AppleAPIMistake(
            "POST /inApps/v1/notifications/history",
            #"{"startDate":$OLD,"endDate":$NOW,"notificationType":"REFUND","notificationSubtype":"UPGRADE"}"#,
            4_000_018
        ),
        AppleAPIMistake(
            "POST /inApps/v1/notifications/history",
            #"{"startDate":$OLD,"endDate":$NOW,"notificationSubtype":"UPGRADE"}"#,
            4_000_018
        ),
        AppleAPIMistake(
            "POST /inApps/v1/notifications/history",
            #"{"startDate":$OLD,"endDate":$NOW,"notificationType":"REFUND","transactionId":"$T"}"#,
            4_000_019
        ),
        AppleAPIMistake(
            "POST /inApps/v1/notifications/history?paginationToken=x",
            #"{"startDate":$OLD,"endDate":$NOW}"#,
            4_000_014
        ),
        AppleAPIMistake("POST /inApps/v1/notifications/test", 4_040_007),
        AppleAPIMistake("GET /inApps/v1/notifications/test/x", 4_000_020),
        AppleAPIMistake("GET /inApps/v1/notifications/test/\(uuid)_1", 4_040_008),
    ]
}
