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
        + GrantRoutes.operations + OrderRoutes.operations + RecoveryRoutes.operations
        + WalletRoutes.operations
        + PassRoutes.operations
        + ImportController.operations
        + ReportController.operations + ReportFetchController.operations
        + ProceedsController.operations
        + CatalogueController.operations + PriceController.operations
        + StoreController.operations + RenewalExtensionController.operations
        + OfferRoutes.operations
        + RetentionRoutes.operations
        + EventController.operations
        + WebhookController.operations
        + KeyController.operations
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
