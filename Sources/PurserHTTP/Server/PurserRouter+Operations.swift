extension PurserRouter {
    /// Every route as the OpenAPI document describes it.
    package static let operations: [APIOperation] = Self.declared.map(\.namingItsAnswers)

    private static let declared: [APIOperation] =
        PurchaseController.operations
        + DeliveryController.operations
        + RefundController.operations + RefundPolicyController.operations + ConsumptionController.operations
        + EntitlementController.operations
        + CustomerController.operations + AccountTokenController.operations + ConsentController.operations
        + PurchaseHistoryController.operations + TimelineController.operations
        + OwnershipController.operations + LookupController.operations + RiskController.operations
        + SessionController.operations
        + GrantController.operations + OrderController.operations + CustomerBlockController.operations
        + RecoveryController.operations
        + WalletController.operations
        + PassController.operations
        + ImportController.operations
        + ReportController.operations + ReportFetchController.operations
        + ProceedsController.operations
        + CatalogueController.operations + PriceController.operations
        + StoreController.operations + RenewalExtensionController.operations
        + OfferController.operations
        + RetentionController.operations
        + EventController.operations
        + WebhookController.operations
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
