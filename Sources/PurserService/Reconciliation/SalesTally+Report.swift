package import AppStore
package import Ledger

extension SalesTally {
    /// Adds Apple's sales report of a day, or that of a longer period on its last day.
    ///
    /// - Parameters:
    ///   - report: The report.
    ///   - day: The day of the report, or its first day.
    ///   - lastDay: The last day of a longer period; `nil` for a daily report.
    ///   - appSKU: The SKU of the app whose purchases are compared; rows of other apps are ignored. `nil` takes all
    ///     apps.
    /// - Throws: An error where a row cannot be read or is about another day; nothing is added then.
    package mutating func add(
        _ report: SalesReport,
        of day: PacificDay,
        through lastDay: PacificDay? = nil,
        appSKU: String? = nil
    ) throws(SalesReportMismatch) {
        let (begin, end) = (day.text, (lastDay ?? day).text)
        var tally = SalesTally()
        var foreignLine: Int?
        do throws(ReportError) {
            try report.forEachRow { row throws(ReportError) in
                guard row.beginDate.text == begin, row.endDate.text == end else {
                    foreignLine = foreignLine ?? row.line
                    return
                }
                // Older reports do not name the app.
                if let appSKU, !row.parentIdentifier.isEmpty, !row.parentIdentifier.hasSameBytes(as: appSKU) { return }
                tally.add(row, on: lastDay ?? day)
            }
        } catch {
            throw .unreadable(error)
        }
        if let foreignLine { throw .otherDay(line: foreignLine) }
        self += tally
    }

    /// Adds a row of a report.
    private mutating func add(_ row: SalesRow, on day: PacificDay) {
        if let reason = Self.exclusion(of: row) {
            // One row states the trials of a day in a storefront, and the ledger has a transaction for each.
            return self.exclude(reason, on: day, unitsThousandths: row.unitsThousandths)
        }
        let period: SaleGroup.Period =
            switch row.subscription.lowercased() {
            case "new": .new
            case "renewal": .renewal
            default: .none
            }
        let group = SaleGroup(
            day: day,
            product: ProductID(reported: row.sku),
            storefront: row.country,
            currency: row.customerCurrency,
            unitPriceMilliunits: row.unitPriceMilliunits,
            // Only the sign of the units is reliable: that of the proceeds is not, and that of the price agrees with
            // it.
            direction: row.isRefund ? .refund : .sale,
            period: period
        )
        self.add(
            rowTo: group,
            unitsThousandths: row.unitsThousandths,
            priceMilliunits: row.totalPriceMilliunits,
            rate: SaleSum.Rate(
                currency: row.proceedsCurrency,
                unitMilliunits: row.unitProceedsMilliunits,
                reason: row.proceedsReason
            )
        )
    }

    /// Returns the reason why a row is not compared; `nil` where it is.
    private static func exclusion(of row: SalesRow) -> SaleExclusion? {
        let kind = row.productType.kind
        if kind == .restored { return .restored }
        // A product type that is unknown yet counts where an app sold the product.
        let isSoldInApp = kind == .unknown && !row.parentIdentifier.isEmpty
        guard row.productType.isInAppPurchase || isSoldInApp else { return .notInApp }
        guard row.unitsThousandths != 0 else { return .empty }
        guard row.customerPriceMilliunits == 0 else { return nil }
        if !row.promoCode.isEmpty || !row.orderType.isEmpty { return .promotional }
        return kind == .autoRenewableSubscription ? .trial : .free
    }
}

/// The reason why a sales report cannot be compared with a day of the ledger; nothing of such a report is added.
package enum SalesReportMismatch: Error, Hashable, Sendable {
    /// The report cannot be read.
    case unreadable(ReportError)
    /// The file cannot be decompressed.
    case refused(ReportRefusal)
    /// A row is about other days than the report was fetched for, as in a weekly report.
    case otherDay(line: Int)

    /// What is wrong, as a sentence.
    package var detail: String {
        switch self {
        case .unreadable(let error): ReportRefusal.unreadable(error).remedy
        case .refused(let refusal): refusal.remedy
        case .otherDay(let line): "Line \(line) is about another day than the report."
        }
    }
}
