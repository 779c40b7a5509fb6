extension ExitStatus {
    /// The status that an error's code stands for.
    package init(code: String) {
        switch code {
        case "database_locked", "operation_running", "server_broke_off", "upkeep_cancelled", "repository_unavailable",
            "repository_failed_sync":
            self = .tryAgain
        case "copy_exists", "copy_onto_itself", "copy_cannot_be_created", "copy_no_room": self = .cannotCreate
        case "copy_damaged", "database_half_migrated", "database_not_a_database", "database_too_new",
            "database_too_old", "repository_corrupt":
            self = .badData
        case "operator_not_allowed": self = .notAllowed
        case "appstore_not_configured", "appstore_unauthorized": self = .badConfiguration
        case "catalogue_invalid": self = .badData
        case "catalogue_busy": self = .tryAgain
        case "app_unknown", "catalogue_version_unknown", "import_unknown", "import_format_unknown": self = .wrongUsage
        case "app_missing", "key_name_invalid", "key_scopes_missing": self = .wrongUsage
        case "customer_invalid", "customer_reserved", "environment_invalid", "transaction_id_invalid", "right_unknown",
            "grant_period_empty", "grant_reason_missing", "account_token_invalid", "instant_invalid", "cursor_invalid",
            "confirmation_missing":
            self = .wrongUsage
        // Whoever asked, and whatever is up: the answer is no.
        case "key_not_found", "customer_unknown", "customer_gone", "customer_merged_into_itself", "transaction_unknown",
            "account_token_taken", "ownership_change_unknown", "ownership_change_undone",
            "ownership_change_irreversible", "owned_by_another", "consent_unknown", "consent_exists", "grant_unknown",
            "extension_unknown", "appstore_not_found", "appstore_refused", "appstore_conflict", "appstore_not_done":
            self = .negative
        case "import_broken_off": self = .tryAgain
        case "import_state": self = .negative
        case _ where code.hasPrefix("import_"): self = .badData
        default: self = .unavailable
        }
    }
}
