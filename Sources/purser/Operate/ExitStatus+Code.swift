extension ExitStatus {
    /// The status that an error's code stands for.
    init(code: String) {
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
        case "key_not_found": self = .negative
        case "import_broken_off": self = .tryAgain
        case "import_state": self = .negative
        case _ where code.hasPrefix("import_"): self = .badData
        default: self = .unavailable
        }
    }
}
