import Ledger
import PurserHTTP
import PurserService
import Testing
import purser

@Suite struct ExitStatusTests {
    @Test(
        "A command with a negative result ends with 1, and one that cannot get a result with another status",
        arguments: [
            ("customer_unknown", 1), ("customer_gone", 1), ("transaction_unknown", 1),
            ("account_token_taken", 1), ("customer_merged_into_itself", 1),
            ("ownership_change_unknown", 1), ("ownership_change_undone", 1),
            ("ownership_change_irreversible", 1), ("grant_unknown", 1), ("key_not_found", 1),
            ("appstore_not_found", 1), ("appstore_refused", 1), ("entitlement_unknown", 64),
            ("grant_period_empty", 64), ("grant_reason_missing", 64),
            ("customer_reserved", 64), ("app_unknown", 64), ("appstore_unreachable", 69),
            ("repository_unavailable", 75), ("repository_too_slow", 75), ("repository_corrupt", 65),
            ("appstore_not_configured", 78), ("operator_not_allowed", 77),
            ("webhook_not_found", 1), ("webhook_fulfiller_taken", 1), ("event_pending", 1), ("event_not_found", 1),
            ("webhook_url_invalid", 64), ("webhook_filter_unknown", 64), ("webhook_share_not_allowed", 64),
            ("webhook_relay_not_allowed", 64), ("field_invalid", 64), ("cursor_invalid", 64), ("parameter_unknown", 64),
            ("webhook_key_unreadable", 65), ("webhook_key_missing", 69), ("key_unknown", 77), ("rate_limited", 75),
            ("storage_migration_target_taken", 73), ("storage_migration_source_changed", 73),
            ("storage_migration_target_in_use", 75),
            ("storage_migration_value_unfit", 65), ("database_unfinished", 75), ("of a later version", 69),
            ("price_product_unknown", 1), ("price_points_unknown", 1), ("price_storefront_unknown", 65),
            ("price_storefront_needed", 64), ("storefront_unknown", 64), ("price_app_number_missing", 78),
            ("connect_not_configured", 78),
        ] as [(String, Int32)]
    )
    func codes(code: String, status: Int32) {
        #expect(purser.ExitStatus(code: code).rawValue == status)
    }

    @Test("A file that is named and cannot be read is 69 for every command, and a mistake in one is not")
    func unread() {
        func status(_ problem: String, key: String = "") -> purser.ExitStatus {
            ValidationIssues(ValidationIssue(file: "a.yaml", keyPath: key, problem: problem, remedy: "")).exitStatus(
                otherwise: .badData
            )
        }
        for problem in ["does not exist", "is a folder, not a file", "cannot be read by this user"] {
            #expect(status(problem) == .unavailable, "\(problem)")
            #expect(status(problem, key: "pricePoints.file") == .badData)
        }
        #expect(status("is too large") == .badData)
        #expect(status("is not a number") == .badData)
    }

    static let refusals: [WebhookError] =
        [
            .unknown, .appUnknown(AppName("shop")), .tooMany, .titleInvalid, .filterUnknown("x"), .filterTooLong,
            .shareOfEvents, .relayCannot, .fulfillerTaken(WebhookID("we_1")), .replayUnderWay, .replayEmpty,
            .eventUnknown, .eventPending, .streamUnknown,
        ]
        + [.exposed(path: ""), .unreadable(path: ""), .unwritable(path: ""), .missing(path: ""), .changed(path: "")]
        .map(WebhookError.secrets)

    @Test("Every refusal about webhooks and events has a status of its own agreement, and others have none")
    func agreed() {
        let operations = PurserRouter.operations.filter { $0.tag == .webhooks || $0.tag == .events }
        #expect(operations.count > 12)
        let codes = Set(operations.flatMap(\.problems).flatMap(\.codes)).union(Self.refusals.map(\.code))
        for code in codes { #expect(purser.ExitStatus.agreed(for: code) != nil, "\(code)") }
        #expect(purser.ExitStatus.agreed(for: "webhook_of_a_later_version") == nil)
    }
}
