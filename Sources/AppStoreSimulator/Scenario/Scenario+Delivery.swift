extension Scenario {
    /// 110 to 112: notifications on their way.
    static let delivery: [Scenario] = [
        Self.make(
            110,
            "receiver-down",
            "The server is down: six attempts over 157 hours, then only the history has it",
            [.documented],
            [
                .buy("anna", "coins.100", "ONE_TIME_CHARGE/-").answered(500).facts([
                    "delivery.attempts": 1, "delivery.isPlanned": true,
                ]),
                .advance("PT1H").answered(503).receiving("ONE_TIME_CHARGE/-"),
                .advance("PT11H").receiving(),
                .advance("PT1H").answered(404).receiving("ONE_TIME_CHARGE/-"),
                .advance("PT24H").answered(500).receiving("ONE_TIME_CHARGE/-"),
                .advance("PT48H").answered(500).receiving("ONE_TIME_CHARGE/-"),
                .advance("PT72H").answered(500).receiving("ONE_TIME_CHARGE/-").facts([
                    "delivery.attempts": 6, "delivery.hours": [0, 1, 13, 37, 85, 157], "delivery.isPlanned": false,
                    "delivery.isDelivered": false,
                    "delivery.results": [
                        "UNSUCCESSFUL_HTTP_RESPONSE_CODE", "UNSUCCESSFUL_HTTP_RESPONSE_CODE",
                        "UNSUCCESSFUL_HTTP_RESPONSE_CODE", "UNSUCCESSFUL_HTTP_RESPONSE_CODE",
                        "UNSUCCESSFUL_HTTP_RESPONSE_CODE", "UNSUCCESSFUL_HTTP_RESPONSE_CODE",
                    ],
                ]),
                .advance("P30D").receiving(),
                .buy("ben", "coins.100", "ONE_TIME_CHARGE/-").answered(500),
                .advance("PT1H").answered(206).receiving("@ben ONE_TIME_CHARGE/-").facts([
                    "delivery.results": ["UNSUCCESSFUL_HTTP_RESPONSE_CODE", "SUCCESS"], "delivery.isDelivered": true,
                    "delivery.isPlanned": false,
                ]),
                .advance("P30D").receiving(),
            ]
        ),
        Self.make(
            110,
            "receiver-down-sandbox",
            "In the sandbox there is one attempt",
            [.documented],
            setup: ScenarioSetup(profile: .sandbox5m),
            [
                .buy("anna", "coins.100", "ONE_TIME_CHARGE/-").answered(500).facts([
                    "delivery.attempts": 1, "delivery.isPlanned": false,
                ]),
                .advance("P30D").receiving(),
            ]
        ),
        Self.make(
            111,
            "disorder",
            "Twice, late, in another order, all at once, and for another environment",
            [.documented],
            [
                .fault(.double) { $0.count = 1 }.named("twice"),
                .buy("anna", "coins.100", "ONE_TIME_CHARGE/-").receiving("ONE_TIME_CHARGE/- x2"),
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY").receiving("SUBSCRIBED/INITIAL_BUY")
                    .named("subscribe"),
                .fault(.delay) { fault in
                    fault.count = 1
                    fault.milliseconds = 2 * 86_400_000
                }.named("late"),
                .cancel("anna", "pro.monthly", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED").receiving(),
                .subscription(
                    "anna",
                    .reenable,
                    "pro.monthly",
                    "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED"
                ).receiving("DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED"),
                .advance("P2D").receiving("DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED"),
                .fault(.shuffle) { fault in
                    fault.count = 3
                    fault.milliseconds = 3_600_000
                }.named("disorder"),
                .buy("ben", "basic.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .buy("ben", "pro.monthly", "DID_CHANGE_RENEWAL_PREF/UPGRADE"),
                .cancel("ben", "pro.monthly", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED"),
                .advance("PT1H").receiving(
                    .inAnyOrder([
                        "SUBSCRIBED/INITIAL_BUY", "DID_CHANGE_RENEWAL_PREF/UPGRADE",
                        "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED",
                    ])
                ),
                .fault(.burst) { fault in
                    fault.count = 3
                    fault.milliseconds = 86_400_000
                }.named("storm"),
                .buy("cleo", "coins.100", "ONE_TIME_CHARGE/-").receiving(),
                .advance("PT1H").receiving(),
                .buy("dora", "coins.100", "ONE_TIME_CHARGE/-").receiving(),
                .buy("emil", "coins.100", "ONE_TIME_CHARGE/-").receiving(),
                .advance("P1D").receiving(
                    .inAnyOrder(["@cleo ONE_TIME_CHARGE/-", "@dora ONE_TIME_CHARGE/-", "@emil ONE_TIME_CHARGE/-"])
                ),
                .fault(.drop) { $0.count = 1 }.named("loss"),
                .buy("emil", "coins.100", "ONE_TIME_CHARGE/-").receiving().facts([
                    "delivery.results": ["NO_RESPONSE"], "delivery.isPlanned": true,
                ]),
                .advance("PT1H").receiving("ONE_TIME_CHARGE/-").facts(["delivery.isDelivered": true]),
                .fault(.wrongEnvironment) { $0.count = 1 }.named("elsewhere"),
                // What is nested in it still names the right one.
                .buy("anna", "coins.100", "ONE_TIME_CHARGE/-").receiving("ONE_TIME_CHARGE/-")
                    .refused("nested_environment_mismatch"),
                .advance("PT1H").receiving("ONE_TIME_CHARGE/-").facts(["delivery.isDelivered": true]),
                .act(.clearFaults, []),
            ]
        ),
        Self.make(
            112,
            "bad-crypto",
            "What is not signed by the store is refused, and its genuine twin taken later",
            [.documented],
            Self.forged(.changedByte, refused: "jws_signature_invalid")
                + Self.forged(.foreignRoot, refused: "chain_root_not_trusted")
                + Self.forged(.expiredLeaf, refused: "certificate_expired_at_signing")
                + Self.forged(.shortChain, refused: "x5c_length_not_three")
                + Self.forged(.noMarker, refused: "chain_leaf_marker_missing")
                + Self.forged(.noAlgorithm, refused: "jws_algorithm_not_es256")
                + [
                    .act(.clearFaults, []).facts(["certificate.leaf": "good", "certificate.intermediate": "good"]),
                    .act(.revokeCertificate, []).facts([
                        "certificate.leaf": "revoked", "certificate.intermediate": "good",
                    ]),
                ]
        ),
    ]

    /// A purchase that is told with a defect, and an hour later without.
    private static func forged(_ defect: SigningDefect, refused code: String) -> [ScenarioStep] {
        [
            .fault(.corrupt) { fault in
                fault.count = 1
                fault.defect = defect.rawValue
            }.named(defect.rawValue),
            .buy("anna", "coins.100", "ONE_TIME_CHARGE/-").receiving("ONE_TIME_CHARGE/-").refused(code).facts([
                "delivery.isDelivered": false
            ]),
            .advance("PT1H").receiving("ONE_TIME_CHARGE/-").facts([
                "delivery.results": ["UNSUCCESSFUL_HTTP_RESPONSE_CODE", "SUCCESS"]
            ]),
        ]
    }
}
