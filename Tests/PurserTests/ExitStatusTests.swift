import Testing
import purser

@Suite struct ExitStatusTests {
    @Test(
        "A command that is told no ends with 1, and one that cannot be told anything with another number",
        arguments: [
            ("customer_unknown", .negative), ("customer_gone", .negative), ("transaction_unknown", .negative),
            ("account_token_taken", .negative), ("customer_merged_into_itself", .negative),
            ("ownership_change_unknown", .negative), ("ownership_change_undone", .negative),
            ("ownership_change_irreversible", .negative), ("grant_unknown", .negative), ("key_not_found", .negative),
            ("appstore_not_found", .negative), ("appstore_refused", .negative), ("right_unknown", .wrongUsage),
            ("grant_period_empty", .wrongUsage), ("grant_reason_missing", .wrongUsage),
            ("customer_reserved", .wrongUsage), ("app_unknown", .wrongUsage), ("appstore_unreachable", .unavailable),
            ("repository_unavailable", .tryAgain), ("repository_corrupt", .badData),
            ("appstore_not_configured", .badConfiguration), ("operator_not_allowed", .notAllowed),
            ("of a later version", .unavailable),
        ] as [(String, ExitStatus)]
    )
    func codes(code: String, status: ExitStatus) {
        #expect(ExitStatus(code: code) == status)
    }
}
