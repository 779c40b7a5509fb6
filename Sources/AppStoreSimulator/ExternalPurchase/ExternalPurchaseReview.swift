import AppStore

/// The validation of one report, which records all errors with Apple's codes.
///
/// It validates the report as a whole first, then each line item, then the relations between line items, including
/// those reported before.
struct ExternalPurchaseReview {
    /// The report.
    let report: ExternalPurchaseReport
    /// The earlier reports.
    let reporting: ExternalPurchaseReporting
    /// The app's index.
    let app: Int
    /// The instant of the world's clock, in milliseconds since 1970.
    let now: Int64
    /// The index of the report's token, once found.
    private(set) var token: Int?
    /// The line items of this report by their identifiers.
    private(set) var items: [String: ExternalPurchaseLineItem] = [:]
    /// The errors, in the order of detection.
    private(set) var errors: [ExternalPurchaseErrorResponse.Item] = []

    /// Creates a review that has not started.
    init(report: ExternalPurchaseReport, reporting: ExternalPurchaseReporting, app: Int, now: Int64) {
        self.report = report
        self.reporting = reporting
        self.app = app
        self.now = now
    }

    /// Validates the whole report.
    mutating func run() {
        self.checkReport()
        guard self.errors.isEmpty else { return }
        let lineItems = self.report.lineItems ?? []
        for item in lineItems { self.checkIdentity(of: item) }
        // Rules about relations require complete line items.
        for item in lineItems { self.checkFields(of: item) }
        guard self.errors.isEmpty else { return }
        for item in lineItems { self.checkReference(of: item) }
        for item in lineItems { self.checkRestatement(of: item) }
        guard self.errors.isEmpty else { return }
        self.checkNetAmounts()
    }

    /// Returns the latest version of a line item, from this report or an earlier one.
    func lineItem(_ id: String) -> ExternalPurchaseLineItem? {
        self.items[id] ?? self.reporting.lineItem(id, app: self.app)
    }

    /// Records an error.
    mutating func note(_ fault: ExternalPurchaseError, _ field: String?, in item: ExternalPurchaseLineItem? = nil) {
        self.errors.append(Self.error(fault, field: field, lineItem: item?.lineItemId))
    }

    /// Returns an error in the form of the response.
    static func error(
        _ fault: ExternalPurchaseError,
        field: String?,
        lineItem: String?
    ) -> ExternalPurchaseErrorResponse.Item {
        ExternalPurchaseErrorResponse.Item.with {
            $0.errorCode = fault.rawValue
            $0.errorMessage = fault.message
            $0.fieldName = field
            $0.lineItemId = lineItem
        }
    }

    private mutating func checkReport() {
        if let identifier = self.report.requestIdentifier {
            if self.reporting.taken(identifier, app: self.app) != nil {
                self.note(.duplicateValue, "requestIdentifier")
            }
        } else {
            self.note(.omittedField, "requestIdentifier")
        }
        if let id = self.report.externalPurchaseId {
            self.token = self.reporting.index(ofToken: id, app: self.app)
            if self.token == nil { self.note(.notFound, "externalPurchaseId") }
        } else {
            self.note(.omittedField, "externalPurchaseId")
        }
        guard let status = self.report.status else { return self.note(.omittedField, "status") }
        guard status.isKnown else { return self.note(.unknownEnum, "status") }
        let hasLineItems = !(self.report.lineItems ?? []).isEmpty
        if status == .lineItem, !hasLineItems { self.note(.missingLineItems, "status") }
        if status != .lineItem, hasLineItems { self.note(.lineItemsNotAllowed, "status") }
        guard let token = self.token.map({ self.reporting.tokens[$0] }) else { return }
        if status != .lineItem, token.reportedStatus == .lineItem { self.note(.statusRegression, "status") }
        if status == .duplicateToken, token.type == nil { self.note(.duplicateTokenStatusNotAllowed, "status") }
        if let reportedAt = token.reportedAt, self.now - reportedAt < self.reporting.behavior.simultaneousMilliseconds {
            self.note(.simultaneousSubmission, nil)
        }
    }

    private mutating func checkIdentity(of item: ExternalPurchaseLineItem) {
        guard let id = item.lineItemId else { return self.note(.omittedField, "lineItemId") }
        guard id.count <= 128 else { return self.note(.maximumLengthExceeded, "lineItemId", in: item) }
        let before = self.reporting.lineItem(id, app: self.app)
        if self.items.updateValue(item, forKey: id) != nil {
            self.note(.duplicateValue, "lineItemId", in: item)
        } else if item.restatement != true, before != nil {
            self.note(.duplicateValue, "lineItemId", in: item)
        } else if item.restatement == true, before == nil {
            self.note(.notFound, "lineItemId", in: item)
        }
        guard item.erroneouslySubmitted == true else { return }
        if item.restatement != true { self.note(.erroneousNotRestatement, "erroneouslySubmitted", in: item) }
        if before?.erroneouslySubmitted == true {
            self.note(.repeatedErroneousSubmission, "erroneouslySubmitted", in: item)
        }
    }
}
