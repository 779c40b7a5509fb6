public import Foundation

extension AppStoreRequest where Answer == ExternalPurchaseReportResponse {
    /// Send External Purchase Report about one token; nothing of it is stored when any of it is refused.
    public static func sendExternalPurchaseReport(_ report: ExternalPurchaseReport) -> Self {
        Self(.sendExternalPurchaseReport, "PUT", ["externalPurchase", "v1", "reports"], body: report) {
            $0.requestIdentifier != nil
        }
    }
}

extension AppStoreRequest where Answer == ExternalPurchaseReport {
    /// Retrieve External Purchase Report.
    public static func externalPurchaseReport(_ requestIdentifier: UUID) -> Self {
        Self(
            .getExternalPurchaseReport,
            "GET",
            ["externalPurchase", "v1", "reports", requestIdentifier.uuidString.lowercased()]
        ) { $0.externalPurchaseId != nil }
    }
}
