import AppStore

/// Goes over one report and says all that is wrong with it, by Apple's codes.
///
/// First the report as a whole; when that is right, each line item by itself, then what the line items say about each
/// other and about those reported before.
struct ExternalPurchaseReview {
    /// The report.
    let report: ExternalPurchaseReport
    /// What was reported before.
    let reporting: ExternalPurchaseReporting
    /// The app's place in the world.
    let app: Int
    /// The world's instant, in milliseconds since 1970.
    let now: Int64
    /// The place of the token that the report is about, once found.
    private(set) var token: Int?
    /// The line items of this report by their identifiers.
    private(set) var items: [String: ExternalPurchaseLineItem] = [:]
    /// What is wrong, in the order it was found.
    private(set) var errors: [ExternalPurchaseErrorResponse.Item] = []

    /// A review that has not begun.
    init(report: ExternalPurchaseReport, reporting: ExternalPurchaseReporting, app: Int, now: Int64) {
        self.report = report
        self.reporting = reporting
        self.app = app
        self.now = now
    }

    /// Goes over the whole report.
    mutating func run() {
        self.checkReport()
        guard self.errors.isEmpty else { return }
        let lineItems = self.report.lineItems ?? []
        for item in lineItems { self.checkIdentity(of: item) }
        // Rules about relations need complete line items.
        for item in lineItems { self.checkFields(of: item) }
        guard self.errors.isEmpty else { return }
        for item in lineItems { self.checkReference(of: item) }
        for item in lineItems { self.checkRestatement(of: item) }
        guard self.errors.isEmpty else { return }
        self.checkNetAmounts()
    }

    /// The latest version of a line item: of this report, or of one before.
    func lineItem(_ id: String) -> ExternalPurchaseLineItem? {
        self.items[id] ?? self.reporting.lineItem(id, app: self.app)
    }

    /// Notes that something is wrong.
    mutating func note(_ fault: ExternalPurchaseError, _ field: String?, in item: ExternalPurchaseLineItem? = nil) {
        self.errors.append(Self.error(fault, field: field, lineItem: item?.lineItemId))
    }

    /// One thing wrong, as it is answered.
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
