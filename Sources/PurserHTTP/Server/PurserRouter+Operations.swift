extension PurserRouter {
    /// Every route as the OpenAPI document describes it.
    package static let operations: [APIOperation] = Self.declared.map(\.namingItsAnswers)

    private static let declared: [APIOperation] =
        PurchaseRoutes.operations
        + DeliveryController.operations
        + RefundController.operations + RefundPolicyController.operations + ConsumptionController.operations
        + CustomerRoutes.operations
        + CustomerResourceRoutes.operations + ConsentRoutes.operations + CustomerHistoryRoutes.operations
        + OwnershipRoutes.operations + LookupRoutes.operations + RiskRoutes.operations
        + AnonymousRoutes.operations
        + GrantRoutes.operations + OrderRoutes.operations + RecoveryRoutes.operations
        + WalletRoutes.operations
        + PassRoutes.operations
        + ImportController.operations
        + ReportRoutes.operations
        + ProceedsRoutes.operations
        + ReportScheduleRoutes.operations
        + CatalogueController.operations + PriceController.operations
        + StoreDeskRoutes.operations
        + OfferRoutes.operations
        + RetentionRoutes.operations
        + EventController.operations
        + WebhookController.operations
        + KeyRoutes.operations
        + MovingOverRoutes.operations
        + ReconciliationController.operations
        + AuditController.operations + DatabaseController.operations
        + AlarmController.operations + TelemetryController.operations
        + LinkController.operations
        + NotificationRoutes.operations
        + VerifyReceiptRoutes.operations
        + RealtimeRoutes.operations
        + FigureController.operations
        + HealthRoutes.operations + WatchHealthRoutes.operations
        + MetricsRoutes.operations
        + DocumentRoutes.operations
}
