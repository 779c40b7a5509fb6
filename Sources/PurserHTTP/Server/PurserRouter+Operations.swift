extension PurserRouter {
    /// Every route as the OpenAPI document describes it.
    package static let operations: [APIOperation] = Self.declared.map(\.namingItsAnswers)

    private static let declared: [APIOperation] =
        PurchaseRoutes.operations
        + DeliveryRoutes.operations
        + RefundRoutes.operations + ConsumptionRoutes.operations
        + CustomerRoutes.operations
        + CustomerResourceRoutes.operations + ConsentRoutes.operations + CustomerHistoryRoutes.operations
        + OwnershipRoutes.operations + LookupRoutes.operations + RiskRoutes.operations
        + AnonymousRoutes.operations
        + GrantController.operations + OrderController.operations + CustomerBlockController.operations
        + RecoveryRoutes.operations
        + WalletController.operations
        + PassController.operations
        + ImportRoutes.operations
        + ReportRoutes.operations
        + ProceedsRoutes.operations
        + ReportScheduleRoutes.operations
        + CatalogueRoutes.operations + PriceController.operations
        + StoreDeskRoutes.operations
        + OfferController.operations
        + RetentionController.operations
        + EventRoutes.operations
        + WebhookRoutes.operations
        + KeyRoutes.operations
        + MovingOverController.operations
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
