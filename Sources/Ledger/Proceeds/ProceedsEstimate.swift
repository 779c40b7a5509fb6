/// An estimate of what Apple will pay for one unit, until its report states it, with the rule by which it was computed.
///
/// Proceeds are about `price / (1 + tax) × (1 - commission)`, rounded half up to a hundredth of the currency's unit.
/// Apple takes proceeds from tables, so a report may differ by up to `toleranceMilliunits` for each unit.
package struct ProceedsEstimate: Hashable, Sendable {
    /// The reason why the standard or the reduced rate applies.
    package enum Program: String, Hashable, Sendable, CaseIterable {
        /// The standard rate.
        case standard
        /// The developer is in the Small Business Program.
        case smallBusiness
        /// The subscriber has had more than a year of paid service.
        case afterOneYear
    }

    /// The rates by which an estimate was computed.
    package struct Rule: Hashable, Sendable {
        /// The reason why the standard or the reduced rate applies.
        package let program: Program
        /// Apple's commission on the price without tax, in tenths of a percent.
        package let commissionPerMille: Int64
        /// The source that published the commission.
        package let commissionSource: String
        /// Whether sources agree on the commission.
        package let isSettled: Bool
        /// The tax within the price; `nil` where none is known, and none was deducted.
        package let tax: TaxTable.Row?
        /// The tax on the proceeds; `nil` where none is known.
        package let taxOnProceeds: TaxTable.Row?

        /// The rule in one line; equal rates have equal texts.
        package var text: String {
            var text = "price"
            if let tax {
                text += " / (1 + \(DecimalText.shortPercent(tax.perMille)) tax)"
            } else {
                text += ", no tax known,"
            }
            text += " × (1 - \(DecimalText.shortPercent(self.commissionPerMille)) commission"
            switch self.program {
            case .standard: text += ")"
            case .smallBusiness: text += ", Small Business Program)"
            case .afterOneYear: text += ", after one year of paid service)"
            }
            if let taxOnProceeds {
                text += " × (1 - \(DecimalText.shortPercent(taxOnProceeds.perMille)) tax on proceeds)"
            }
            if (self.tax?.isForForeigners ?? false) || (self.taxOnProceeds?.isForForeigners ?? false) {
                text += ", for developers outside of the country"
            }
            return self.isSettled ? text : text + ", unsettled"
        }
    }

    /// The amount by which a report may differ for each unit, in milliunits.
    package static let toleranceMilliunits: Int64 = 20

    /// The developer's proceeds for one unit.
    package let unitProceeds: Money
    /// The rates by which the estimate was computed.
    package let rule: Rule

    /// Estimates the proceeds of one unit; `nil` where no commission is known.
    ///
    /// - Parameters:
    ///   - unitPrice: What the customer paid for one unit, with taxes.
    ///   - country: The storefront, two letters.
    ///   - day: The day of the sale.
    ///   - isAfterOneYear: Whether the subscriber had more than a year of paid service.
    ///   - terms: The rates and programs.
    package init?(
        _ unitPrice: Money,
        in country: String,
        on day: PacificDay,
        isAfterOneYear: Bool = false,
        by terms: ProceedsTerms
    ) {
        guard let commission = terms.commissions.row(for: country, on: day) else { return nil }
        let program: Program =
            terms.isSmallBusiness(on: day) ? .smallBusiness : isAfterOneYear ? .afterOneYear : .standard
        let rate = program == .standard ? commission.standardPerMille : commission.reducedPerMille
        let tax = terms.taxes.row(for: country, on: day, of: .price)
        let taxOnProceeds = terms.taxes.row(for: country, on: day, of: .proceeds)
        // Tax first, then commission, then the tax on proceeds; in integers, so that nothing is rounded before the end.
        let factor = (1000 - Int128(rate)) * (1000 - Int128(taxOnProceeds?.perMille ?? 0))
        let numerator = Int128(unitPrice.amountMilliunits) * factor
        let denominator = (1000 + Int128(tax?.perMille ?? 0)) * 1000
        let hundredths = (numerator * 2 + denominator * 10) / (denominator * 20)
        self.unitProceeds = Money(
            amountMilliunits: Int64(clamping: hundredths * 10),
            currency: unitPrice.currency
        )
        self.rule = Rule(
            program: program,
            commissionPerMille: rate,
            commissionSource: commission.source,
            isSettled: commission.isSettled,
            tax: tax,
            taxOnProceeds: taxOnProceeds
        )
    }
}
