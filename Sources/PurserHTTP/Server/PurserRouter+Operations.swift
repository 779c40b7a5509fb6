extension PurserRouter {
    /// The OpenAPI descriptions of all routes.
    package static let operations: [APIOperation] = Self.declared.map(\.namingItsAnswers)

    private static let declared: [APIOperation] =
        PurchaseController.operations
        + FulfillmentController.operations
        + RefundController.operations + RefundPolicyController.operations + ConsumptionController.operations
        + EntitlementController.operations
        + CustomerController.operations + AccountTokenController.operations + ConsentController.operations
        + RescissionController.operations
        + PurchaseHistoryController.operations + TimelineController.operations + HeldEvidenceController.operations
        + EvidenceController.operations
        + OwnershipController.operations + LookupController.operations + RiskController.operations
        + SessionController.operations
        + GrantController.operations + OrderController.operations + CustomerBlockController.operations
        + RecoveryController.operations
        + WalletController.operations
        + SeatController.operations
        + PassController.operations
        + ImportController.operations
        + ReportController.operations + ReportFetchController.operations
        + ProceedsController.operations + FigureController.operations
        + CatalogController.operations + PriceController.operations
        + StoreController.operations + RenewalExtensionController.operations
        + OfferController.operations
        + RetentionController.operations
        + EventController.operations + HeldEvidenceListController.operations
        + WebhookController.operations
        + AccessKeyController.operations + OperatorController.operations
        + LegacyUsageController.operations
        + ReconciliationController.operations
        + AuditController.operations + DatabaseController.operations
        + AlarmController.operations + TelemetryController.operations
        + LinkController.operations
        + NotificationController.operations
        + VerifyReceiptController.operations
        + RealtimeController.operations
        + MetricController.operations
        + HealthController.operations + WatchHealthController.operations
        + PrometheusController.operations
        + OpenAPIController.operations
}
