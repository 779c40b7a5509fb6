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
        /// The developer is in the Video Partner Program.
        case videoPartner
        /// The developer is in the Mini Apps Partner Program.
        case miniApps
        /// The subscriber has had more than a year of paid service.
        case afterOneYear

        /// Creates the reason of a program, and of a tenure where there is no program.
        init(_ program: CommissionTable.Program, _ tenure: CommissionTable.Tenure) {
            switch program {
            case .standard: self = tenure == .afterOneYear ? .afterOneYear : .standard
            case .smallBusiness: self = .smallBusiness
            case .videoPartner: self = .videoPartner
            case .miniApps: self = .miniApps
            }
        }

        /// The words that follow the commission in a rule.
        fileprivate var words: String {
            switch self {
            case .standard: ""
            case .smallBusiness: ", Small Business Program"
            case .videoPartner: ", Video Partner Program"
            case .miniApps: ", Mini Apps Partner Program"
            case .afterOneYear: ", after one year of paid service"
            }
        }
    }

    /// The rates by which an estimate was computed.
    package struct Rule: Hashable, Sendable {
        /// The reason why the standard or the reduced rate applies.
        package let program: Program
        /// Apple's commission on the price without tax, in tenths of a percent.
        package let commissionPerMille: Int64
        /// The source that published the commission.
        package let commissionSource: String
        /// The origin of the commission.
        package let commissionAuthority: CommissionTable.Authority
        /// The reliability of the commission; where it is unknown, the estimate computes by the usual rate.
        package let commissionStatus: CommissionTable.Status
        /// Whether the commission depends on the platform, which is unknown, so that iOS was assumed.
        package let assumesPlatform: Bool
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
            text += "\(self.program.words))"
            if let taxOnProceeds {
                text += " × (1 - \(DecimalText.shortPercent(taxOnProceeds.perMille)) tax on proceeds)"
            }
            if (self.tax?.isForForeigners ?? false) || (self.taxOnProceeds?.isForForeigners ?? false) {
                text += ", for developers outside of the country"
            }
            if self.assumesPlatform { text += ", on iOS and iPadOS" }
            switch self.commissionStatus {
            case .confirmed: return text
            case .unconfirmed: return text + ", commission not confirmed by Apple"
            case .unsettled: return text + ", commission unsettled"
            case .unknown: return text + ", commission unknown: the usual rate is assumed"
            }
        }

        /// Whether the sources determine the commission.
        package var isSettled: Bool {
            self.commissionStatus == .confirmed || self.commissionStatus == .unconfirmed
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
    ///   - product: The product, where a program may apply to some products only.
    ///   - isAfterOneYear: Whether the subscriber had more than a year of paid service.
    ///   - path: The payment path.
    ///   - terms: The rates and programs.
    package init?(
        _ unitPrice: Money,
        in country: String,
        on day: PacificDay,
        product: ProductID? = nil,
        isAfterOneYear: Bool = false,
        path: CommissionTable.Path = .inAppPurchase,
        by terms: ProceedsTerms
    ) {
        var purchase = CommissionTable.Circumstances(
            in: country,
            on: day,
            platform: terms.platform ?? .iOS,
            program: terms.program(of: product, on: day),
            tenure: isAfterOneYear ? .afterOneYear : .firstYear,
            path: path
        )
        guard let commission = terms.commissions.row(for: purchase),
            let rate = commission.perMille ?? terms.commissions.usualRate(for: purchase)
        else { return nil }
        let program = Program(purchase.program, purchase.tenure)
        var assumesPlatform = false
        if terms.platform == nil {
            purchase.platform = .other
            assumesPlatform = terms.commissions.row(for: purchase)?.perMille != commission.perMille
        }
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
            commissionAuthority: commission.authority,
            commissionStatus: commission.status,
            assumesPlatform: assumesPlatform,
            tax: tax,
            taxOnProceeds: taxOnProceeds
        )
    }
}
