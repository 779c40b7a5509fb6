extension LedgerStorage {
    /// Adds the difference between the figures of a refund case now and before.
    ///
    /// - Parameters:
    ///   - record: The case, which is stored.
    ///   - former: The case before; `nil` where it is new.
    ///   - context: The unit of work.
    /// - Throws: The error of the storage.
    func keepFigures(of record: RefundRecord, after former: RefundRecord?, on context: RecordingContext) throws {
        var rows = FigureRows(record)
        if let former { rows.add(FigureRows(former), times: -1) }
        guard !rows.isEmpty else { return }
        let scope = context.scope
        var fold = try self.currentFold(scope: scope, at: context.now, timeZone: context.catalog.timeZone)
        try self.add(rows, toRebuilt: false, scope: scope)
        try self.addLate(rows, fold, scope: scope)
        if fold.rebuiltUntil != nil {
            var people = CustomerCache(self)
            let stored = try self.refund(of: record.transactionID, scope: scope, people: &people)
            if let stored, fold.hasCounted(refund: stored.number) { try self.add(rows, toRebuilt: true, scope: scope) }
        }
        try self.sumUp(&fold, scope: scope, at: context.now)
    }
}

/// The figures of refund cases, which are kept apart from those of chains.
///
/// They are a function of the signed refunds of a case. A case states no storefront, and nothing but a number is counted,
/// so its group has the product alone. What the App Store paid back and reversed is counted by the sales of chains.
extension FigureRows {
    /// Creates the figures of a case.
    package init(_ record: RefundRecord) {
        self.init()
        let group = FigureGroup(product: record.subject.productID, storefront: nil, currency: nil)
        for signedRefund in record.refundCase.signedRefunds {
            switch signedRefund.kind {
            case .requested: self.add(1, to: .refundRequests, at: signedRefund.signedAt, group)
            case .declined: self.add(1, to: .refundsDeclined, at: signedRefund.signedAt, group)
            case .refunded, .reversed, .revoked: break
            }
        }
    }
}

extension FigureFold {
    /// A rebuild counts refund cases first: the number from which it has counted all of them.
    static let refundsCounted: Int64 = 0

    /// Returns the place of a rebuild that has counted the refund cases up to a number.
    static func place(ofRefund number: Int64) -> Int64 { .min + number }

    /// Returns whether a rebuild has counted the refund case with a number.
    func hasCounted(refund number: Int64) -> Bool {
        self.rebuiltUntil.map { $0 >= Self.place(ofRefund: number) } ?? false
    }
}
