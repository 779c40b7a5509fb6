/// What Apple will probably pay for one unit, before its report says so, with the rule that it was computed by.
///
/// Proceeds are about `price / (1 + tax) × (1 - commission)`, rounded half up to a hundredth of the currency's unit.
/// Apple takes proceeds from tables, so a report may differ by up to `toleranceMilliunits` for each unit.
package struct ProceedsEstimate: Hashable, Sendable {
    /// Why a rate is the usual or the reduced one.
    package enum Program: String, Hashable, Sendable, CaseIterable {
        /// The usual rate.
        case standard
        /// The developer is in the Small Business Program.
        case smallBusiness
        /// The subscriber has had more than a year of paid service.
        case afterOneYear
    }

    /// By which rates it was computed.
    package struct Rule: Hashable, Sendable {
        /// Why the rate is the usual or the reduced one.
        package let program: Program
        /// What Apple keeps of the price without tax, in tenths of a percent.
        package let commissionPerMille: Int64
        /// Where the commission was published.
        package let commissionSource: String
        /// Whether sources settle the commission.
        package let isSettled: Bool
        /// The tax within the price; `nil` where none is known, and none was deducted.
        package let tax: TaxTable.Row?
        /// The tax on the proceeds; `nil` where none is known.
        package let taxOnProceeds: TaxTable.Row?

        /// The rule in one line, the same for the same rates.
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

    /// By how much a report may differ for each unit.
    package static let toleranceMilliunits: Int64 = 20

    /// What the developer gets for one.
    package let unitProceeds: Money
    /// By which rates it was computed.
    package let rule: Rule

    /// Estimates the proceeds of one unit; `nil` where no commission is known.
    ///
    /// - Parameters:
    ///   - unitPrice: What the customer paid for one, with taxes.
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
        // Tax first, then commission, then what is taken of the rest; in whole numbers, so that nothing is rounded
        // before.
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
