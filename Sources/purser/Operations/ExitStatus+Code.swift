import PurserService

extension ExitStatus {
    /// Creates the status for the code of an error; a code without a status means that something is unavailable.
    package init(code: String) {
        self = Self.agreed(for: code) ?? .unavailable
    }

    /// Returns the status for the code of an error, if it has one.
    package static func agreed(for code: String) -> Self? {
        switch code {
        case "database_locked", "operation_running", "server_broke_off", "maintenance_canceled",
            "repository_unavailable", "repository_too_slow",
            "repository_failed_sync":
            .tryAgain
        case "copy_exists", "copy_onto_itself", "copy_cannot_be_created", "copy_no_room", "copy_not_written":
            .cannotCreate
        case "copy_damaged", "database_half_migrated", "database_not_a_database", "database_too_new",
            "database_too_old", "repository_corrupt":
            .badData
        case "storage_migration_target_taken", "storage_migration_other_source", "storage_migration_source_changed":
            .cannotCreate
        case "storage_migration_target_in_use", "database_unfinished": .tryAgain
        case "storage_migration_value_unfit", "storage_migration_tables_differ": .badData
        case "operator_not_allowed", "operator_key_needed": .notAllowed
        case "appstore_not_configured", "appstore_unauthorized": .badConfiguration
        case "catalog_invalid": .badData
        case "catalog_busy": .tryAgain
        case "app_unknown", "catalog_version_unknown", "import_unknown", "import_format_unknown": .wrongUsage
        case "app_missing", "key_name_invalid", "key_scopes_missing", "operator_name_invalid": .wrongUsage
        case "customer_invalid", "customer_reserved", "environment_invalid", "transaction_id_invalid",
            "entitlement_unknown",
            "grant_period_empty", "grant_reason_missing", "block_reason_missing",
            "block_reason_unclean", "order_note_invalid", "order_note_unclean",
            "order_text_invalid", "account_token_invalid", "instant_invalid", "cursor_invalid",
            "confirmation_missing", "unknown_coin", "quantity_not_positive", "wallet_overflow", "wallet_reason_missing",
            "bad_expiry", "consent_in_future":
            .wrongUsage
        // For these codes, a repetition of the request has the same result.
        case "key_not_found", "operator_not_found", "operator_last_administrator", "customer_unknown", "customer_gone",
            "customer_merged_into_itself",
            "transaction_unknown",
            "account_token_taken", "ownership_change_unknown", "ownership_change_undone",
            "ownership_change_irreversible", "owned_by_another", "consent_unknown", "consent_exists", "grant_unknown",
            "rescission_unknown",
            "balance_insufficient", "blocked_by_debt", "wallet_key_reused", "order_unknown", "order_paid",
            "order_notes_full",
            "extension_unknown", "appstore_not_found", "appstore_refused", "appstore_conflict", "appstore_not_done":
            .negative
        case "order_number_unknown", "order_number_empty", "order_number_of_another", "idempotency_key_reused":
            .negative
        case "order_number_invalid", "appstore_identifier_invalid", "idempotency_key_invalid": .wrongUsage
        case "report_unknown", "proceeds_reports_missing": .negative
        case "proceeds_days_invalid", "proceeds_rate_missing", "proceeds_estimate_too_large": .wrongUsage
        case "proceeds_report_unreadable": .badData
        case _ where code.hasPrefix("report_"): .badData
        case "connect_not_configured", "connect_unauthorized", "connect_signing_failed": .badConfiguration
        case "connect_forbidden", "connect_agreement_missing": .notAllowed
        case "connect_refused", "connect_not_found", "connect_request_invalid": .negative
        case "connect_rate_limited", "connect_failed", "connect_interrupted", "connect_timed_out", "connect_canceled",
            "connect_budget_unavailable":
            .tryAgain
        case _ where code.hasPrefix("seat_"): .negative
        case "import_interrupted": .tryAgain
        case "import_state": .negative
        case _ where code.hasPrefix("import_"): .badData
        default: Self.agreedForEvents(for: code)
        }
    }

    /// Returns the status for a code of webhooks, events, or the connection to a server.
    private static func agreedForEvents(for code: String) -> Self? {
        switch code {
        case "webhook_url_invalid", "webhook_name_invalid", "webhook_filter_unknown", "webhook_filter_too_long",
            "webhook_share_not_allowed", "webhook_relay_not_allowed", "webhook_signature_fixed", "field_missing",
            "field_unknown", "field_invalid",
            "field_wrong_type", "parameter_unknown", "json_invalid", "json_wrong_type", "address_invalid":
            .wrongUsage
        case "webhook_not_found", "webhook_limit_reached", "webhook_fulfiller_taken", "webhook_replay_under_way",
            "webhook_replay_empty", "webhook_stream_not_found", "webhook_rotation_under_way", "event_not_found",
            "event_pending", "cursor_ahead", "fulfillment_not_found", "fulfillment_not_possible", "refund_not_found",
            "refund_not_open", "refund_withheld", "refund_policy_not_found", "refund_trial_running",
            "refund_trial_not_running":
            .negative
        case "refund_policy_invalid": .badData
        case "reconciliation_report_missing", "reconciliation_finance_missing": .unavailable
        case "reconciliation_report_unreadable": .badData
        case "reconciliation_day_changed": .negative
        case "reconciliation_days_invalid", "reconciliation_reason_missing": .wrongUsage
        case "alarm_subject_invalid", "alarm_silence_length_invalid", "alarm_silence_reason_missing",
            "alarm_channel_unknown":
            .wrongUsage
        case "alarm_not_found", "alarm_silence_not_found", "alarm_silences_full": .negative
        case "alarm_channels_missing": .badConfiguration
        case "refund_trial_invalid": .wrongUsage
        case "refund_policy_superseded", "refund_reading_canceled": .tryAgain
        case "webhook_key_exposed": .badConfiguration
        case "webhook_key_unreadable", "webhook_key_changed": .badData
        case "webhook_key_unwritable": .cannotCreate
        case "webhook_key_missing": .unavailable
        case "webhook_signing_failed", "event_feed_limit_reached", "body_incomplete", "rate_limited": .tryAgain
        case "key_missing", "key_unknown", "key_revoked", "key_not_allowed", "app_not_allowed",
            "publishable_key_not_allowed":
            .notAllowed
        default: Self.agreedForPrices(code)
        }
    }
}

extension ExitStatus {
    /// Returns the status for a code about prices.
    static func agreedForPrices(_ code: String) -> Self? {
        switch code {
        case "price_product_unknown", "price_points_unknown", "price_ambiguous", "price_base_missing": .negative
        case "price_storefront_needed", "storefront_unknown": .wrongUsage
        case "price_fetch_running": .tryAgain
        case "price_app_number_missing": .badConfiguration
        case _ where PriceFileError.Code(rawValue: code) != nil: .badData
        default: nil
        }
    }
}
