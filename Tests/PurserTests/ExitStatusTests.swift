import Testing
import purser

@Suite struct ExitStatusTests {
    @Test(
        "A command that is told no ends with 1, and one that cannot be told anything with another number",
        arguments: [
            ("customer_unknown", 1), ("customer_gone", 1), ("transaction_unknown", 1),
            ("account_token_taken", 1), ("customer_merged_into_itself", 1),
            ("ownership_change_unknown", 1), ("ownership_change_undone", 1),
            ("ownership_change_irreversible", 1), ("grant_unknown", 1), ("key_not_found", 1),
            ("appstore_not_found", 1), ("appstore_refused", 1), ("right_unknown", 64),
            ("grant_period_empty", 64), ("grant_reason_missing", 64),
            ("customer_reserved", 64), ("app_unknown", 64), ("appstore_unreachable", 69),
            ("repository_unavailable", 75), ("repository_corrupt", 65),
            ("appstore_not_configured", 78), ("operator_not_allowed", 77),
            ("of a later version", 69),
        ] as [(String, Int32)]
    )
    func codes(code: String, status: Int32) {
        #expect(purser.ExitStatus(code: code).rawValue == status)
    }
}
