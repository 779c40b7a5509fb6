extension PurserRouter {
    /// Every route as the OpenAPI document describes it.
    package static let operations: [APIOperation] = Self.declared.map(\.namingItsAnswers)

    private static let declared: [APIOperation] =
        PurchaseController.operations
        + DeliveryRoutes.operations
        + RefundRoutes.operations + ConsumptionRoutes.operations
        + EntitlementController.operations
        + CustomerController.operations + AccountTokenController.operations + ConsentController.operations
        + PurchaseHistoryController.operations + TimelineController.operations
        + OwnershipController.operations + LookupController.operations + RiskController.operations
        + SessionController.operations
        + GrantController.operations + OrderController.operations + CustomerBlockController.operations
        + RecoveryController.operations
        + WalletController.operations
        + PassController.operations
        + ImportRoutes.operations
        + ReportController.operations + ReportFetchController.operations
        + ProceedsController.operations
        + CatalogueRoutes.operations + PriceController.operations
        + StoreController.operations + RenewalExtensionController.operations
        + OfferController.operations
        + RetentionController.operations
        + EventRoutes.operations
        + WebhookRoutes.operations
        + KeyController.operations
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
