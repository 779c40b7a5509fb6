import AppStore
import Foundation

extension ExternalPurchaseReporting {
    /// Performs Send External Purchase Report: returns 200 with the report's identifier, or 400 with all errors.
    ///
    /// A report is accepted as a whole or not at all; a refused one can be sent again under the same identifier. A
    /// repetition of an accepted one is refused as a duplicate (``ExternalPurchaseBehavior/acceptsRepeatedReports``).
    package mutating func takeReport(_ body: [UInt8], app: Int, at now: Int64) -> (status: Int, body: [UInt8]) {
        guard let report = try? ExternalPurchaseReport(json: body) else { return Self.malformed }
        if let identifier = report.requestIdentifier, UUID(uuidString: identifier) == nil { return Self.malformed }
        if self.behavior.acceptsRepeatedReports, let taken = self.taken(report.requestIdentifier ?? "", app: app),
            taken == report
        {
            return Self.accepted(report)
        }
        var review = ExternalPurchaseReview(report: report, reporting: self, app: app, now: now)
        review.run()
        guard review.errors.isEmpty, let identifier = report.requestIdentifier, let token = review.token else {
            return (400, ExternalPurchaseErrorResponse.with { $0.errors = review.errors }.json())
        }
        self.reports[AppName(app: app, name: identifier.lowercased())] = report
        self.tokens[token].reportedStatus = report.status
        self.tokens[token].reportedAt = now
        for item in report.lineItems ?? [] { self.store(item, app: app) }
        return Self.accepted(report)
    }

    /// Performs Retrieve External Purchase Report: returns 200 with the report as it was sent, or 400 with
    /// NotFoundError.
    package func answer(forReport identifier: String, app: Int) -> (status: Int, body: [UInt8]) {
        guard let report = self.taken(identifier, app: app) else {
            return (400, ExternalPurchaseReview.error(.notFound, field: "requestIdentifier", lineItem: nil).json())
        }
        return (200, report.json())
    }

    /// Returns the accepted report of an identifier, ignoring case.
    func taken(_ identifier: String, app: Int) -> ExternalPurchaseReport? {
        self.reports[AppName(app: app, name: identifier.lowercased())]
    }

    /// Returns the latest version of a reported line item of an app.
    func lineItem(_ id: String, app: Int) -> ExternalPurchaseLineItem? {
        self.lineItems[AppName(app: app, name: id)]
    }

    private mutating func store(_ item: ExternalPurchaseLineItem, app: Int) {
        guard let id = item.lineItemId else { return }
        if let reference = self.lineItem(id, app: app)?.referenceLineItemId {
            self.referrers[AppName(app: app, name: reference)]?.remove(id)
        }
        if let reference = item.referenceLineItemId {
            self.referrers[AppName(app: app, name: reference), default: []].insert(id)
        }
        self.lineItems[AppName(app: app, name: id)] = item
    }

    private static func accepted(_ report: ExternalPurchaseReport) -> (status: Int, body: [UInt8]) {
        (200, ExternalPurchaseReportResponse.with { $0.requestIdentifier = report.requestIdentifier }.json())
    }

    private static var malformed: (status: Int, body: [UInt8]) {
        (400, Array(#"{"errorCode":4000000,"errorMessage":"The report cannot be read."}"#.utf8))
    }
}
