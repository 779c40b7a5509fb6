import AppStore
import Testing

@Suite struct AppleErrorNumberTests {
    @Test("Every known number has a name, a meaning, and the status that its digits say")
    func known() {
        let numbers = AppleErrorNumber.allKnown
        #expect(numbers.count > 200)
        for number in numbers {
            #expect(number.name?.isEmpty == false && number.meaning?.isEmpty == false)
            #expect([400, 401, 403, 404, 409, 429, 500].contains(number.status))
            #expect(number.name?.hasSuffix("Error") == false)
        }
        #expect(AppleErrorNumber(rawValue: 4_000_128).name == "InvalidOfferPeriod")
        #expect(AppleErrorNumber(rawValue: 4_000_128).meaning == "invalid offer period")
        #expect(AppleErrorNumber(rawValue: 4_000_028).name == "InvalidStorefrontCountryCode")
    }

    @Test(
        "Each number is retryable or not as documented",
        arguments: [
            (5_000_001, .yes), (4_040_002, .yes), (4_040_004, .yes), (4_040_006, .yes), (5_000_000, .later),
            (4_290_000, .later), (4_040_008, .later), (5_039_999, .later), (4_299_999, .later), (4_040_010, .never),
            (4_000_006, .never), (4_999_999, .never), (0, .never), (-1, .never),
        ] as [(Int64, AppleErrorNumber.Retry)]
    )
    func retry(number: Int64, retry: AppleErrorNumber.Retry) {
        #expect(AppleErrorNumber(rawValue: number).retry == retry)
    }

    @Test("An unknown number keeps its value")
    func unknown() {
        let number = AppleErrorNumber(rawValue: 4_031_234)
        #expect(number.name == nil && number.meaning == nil && number.status == 403)
    }

    @Test(
        "Errors without a number are recognized by their names in any spelling",
        arguments: [
            ("ConsumptionPercentageOutOfRangeError", UnnumberedAppleError.consumptionPercentageOutOfRange),
            ("Consumption percentage is out of range.", .consumptionPercentageOutOfRange),
            ("UndeliveredConsumptionPercentageNonZeroError", .undeliveredConsumptionPercentageNonZero),
            (
                "Consumption percentage must be zero when nothing was delivered.",
                .undeliveredConsumptionPercentageNonZero
            ),
            ("AdvancedCommerceTransactionNotSupportedError", .advancedCommerceTransactionNotSupported),
            ("Advanced Commerce transaction is not supported.", .advancedCommerceTransactionNotSupported),
            ("Advanced Commerce.", nil), ("Bad request.", nil), ("", nil),
        ] as [(String, UnnumberedAppleError?)]
    )
    func unnumbered(message: String, expected: UnnumberedAppleError?) {
        let answer = AppleErrorResponse(status: 400, number: AppleErrorNumber(rawValue: 4_000_000), message: message)
        #expect(answer.unnumbered == expected)
        #expect(answer.name == expected?.rawValue ?? "GeneralBadRequest")
        // A known number takes precedence over the message, and another status is another error.
        #expect(
            AppleErrorResponse(status: 400, number: AppleErrorNumber(rawValue: 4_000_006), message: message).unnumbered
                == nil
        )
        #expect(AppleErrorResponse(status: 404, message: message).unnumbered == nil)
    }

    @Test("Apple's message is cut and contains no control characters")
    func message() {
        let answer = AppleErrorResponse(status: 400, message: "a\u{1B}[2J\n" + String(repeating: "x", count: 1000))
        #expect(answer.message.hasPrefix("a[2Jxxx") && answer.message.count == 200)
    }

    @Test("Each error has a code and states whether it is retryable")
    func codes() {
        let errors: [(AppStoreError, String, Bool)] = [
            (.refused(AppleErrorResponse(status: 400)), "appstore_refused", false),
            (.refused(AppleErrorResponse(status: 403)), "appstore_forbidden", false),
            (.refused(AppleErrorResponse(status: 404)), "appstore_not_found", false),
            (.refused(AppleErrorResponse(status: 409)), "appstore_conflict", false),
            (.refused(AppleErrorResponse(status: 429)), "appstore_rate_limited", true),
            (.refused(AppleErrorResponse(status: 503)), "appstore_failed", true),
            (.unauthorized, "appstore_unauthorized", false), (.rateLimited(until: 1), "appstore_rate_limited", true),
            (.unreachable, "appstore_unreachable", true), (.interrupted, "appstore_interrupted", true),
            (.timedOut(.seconds(1)), "appstore_timed_out", true), (.unreadableAnswer, "appstore_unreadable", false),
            (.answerNotJSON, "appstore_not_json", true), (.tooLarge, "appstore_too_large", false),
            (.redirected, "appstore_redirected", false),
            (.canceled, "appstore_canceled", true), (.budgetUnavailable, "appstore_budget_unavailable", true),
            (.notAvailable, "appstore_not_available", false),
            (.identifierInvalid, "appstore_identifier_invalid", false),
            (.signingFailed, "appstore_signing_failed", false),
        ]
        for (error, code, canRetry) in errors {
            #expect(error.code == code && error.canRetry == canRetry && !error.isUnknownID)
        }
        let unknown = AppStoreError.refused(AppleErrorResponse(status: 404, number: .transactionIdNotFound))
        let original = AppStoreError.refused(AppleErrorResponse(status: 404, number: .originalTransactionIdNotFound))
        #expect(unknown.isUnknownID && original.isUnknownID)
    }
}
