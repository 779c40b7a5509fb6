/// The matching rules that pair groups without exact agreement, each comparing less than the one before.
///
/// Every rule pairs the excess of one side with the excess of the other, equal numbers of units first, then as many
/// units as both have. Groups are taken in their order, so the result depends only on the sums.
///
/// A rule explains only what the evidence supports: it never pairs two different known prices as explained, never a
/// sale with one that is more than a day apart, and an unknown price on another day only with the same kind of period.
/// Other pairs are listed as unexplained, with all candidate causes.
struct ReconciliationMatcher {
    /// The units by which one side exceeds the other.
    typealias Part = ReconciliationExcess.Part

    /// The day that is compared, in the middle of the days in memory.
    let day: PacificDay
    /// The ledger's excess, by ascending group.
    var ours: [Part]
    /// The reports' excess, by ascending group.
    var theirs: [Part]
    /// The ledger's purchases of several seats, by ascending group.
    var seats: [Part]
    /// The amounts that Apple may have returned, by ascending group.
    var credits: [Part]
    /// All sums of the ledger.
    let ledger: SalesTally
    /// All sums of the reports.
    let report: SalesTally
    /// The products in the catalog or the ledger.
    let products: Set<ProductID>
    /// The days that have a report.
    let reported: Set<PacificDay>
    /// The renewals that may have been charged earlier where the day represents several; `nil` where it represents only
    /// itself.
    let early: EarlyRenewals?
    /// The differences.
    private(set) var differences: [SaleDifference] = []
    /// The number of steps.
    var stepCount = 0

    /// Creates a matcher over the excess of both sides in the week before and after a day.
    init(
        _ excess: ReconciliationExcess,
        around day: PacificDay,
        ledger: SalesTally,
        report: SalesTally,
        products: Set<ProductID>,
        reported: Set<PacificDay>,
        early: EarlyRenewals?
    ) {
        func near(_ parts: [PacificDay: [Part]]) -> [Part] {
            (-Reconciliation.reach...Reconciliation.reach).flatMap { parts[day + $0] ?? [] }
        }
        self.day = day
        self.ours = near(excess.ours)
        self.theirs = near(excess.theirs)
        self.seats = near(excess.seats)
        self.credits = near(excess.credits)
        self.ledger = ledger
        self.report = report
        self.products = products
        self.reported = reported
        self.early = early
    }

    /// Applies every rule; whatever remains is unexplained.
    mutating func climb() {
        self.explainSeats()
        self.explainCredits()
        self.pair([.storefront], as: .explained(.withoutStorefront))
        self.pairRounded(within: 0, as: .explained(.withoutPrice))
        self.pairUnpriced([], within: 0, as: .explained(.withoutPrice))
        self.pair([.period], as: .explained(.withoutRenewal))
        self.pair([.period, .storefront], as: .explained(.withoutRenewal))
        self.pairUnpriced([.period], within: 0, as: .explained(.withoutRenewal))
        for relaxation in [[], [.storefront]] as [SaleGroup.Relaxation] {
            self.pair(relaxation, within: 1, as: .explained(.adjacentDay))
        }
        self.pairRounded(within: 1, as: .explained(.adjacentDay))
        self.pairUnpriced([], within: 1, as: .explained(.adjacentDay))
        self.pair([.period], within: 1, as: .explained(.adjacentDay))
        self.pair([.period, .storefront], within: 1, as: .explained(.adjacentDay))
        self.explainEarlyRenewals()
        self.explainWithdrawn()
        for relaxation in [[.price], [.price, .storefront], [.price, .period]] as [SaleGroup.Relaxation] {
            self.pair(relaxation, as: .unexplained)
        }
        for relaxation in [[], [.storefront]] as [SaleGroup.Relaxation] {
            self.pair(relaxation, within: Reconciliation.reach, of: .refund, as: .explained(.week))
            self.pair(relaxation, within: Reconciliation.reach, of: .sale, as: .unexplained)
        }
        self.pair([.product], as: .unexplained)
        self.leaveSeats()
        self.leaveRest()
    }

    /// Pairs parts without a price in the ledger.
    private mutating func pairUnpriced(
        _ relaxation: SaleGroup.Relaxation,
        within reach: Int64,
        as outcome: SaleDifference.Outcome
    ) {
        self.pair(relaxation.union(.price), within: reach, ofKnownPrice: false, as: outcome)
        self.pair(relaxation.union([.price, .storefront]), within: reach, ofKnownPrice: false, as: outcome)
    }

    /// Removes the parts that are explained.
    mutating func dropExplained() {
        self.ours.removeAll { $0.remaining == 0 }
        self.theirs.removeAll { $0.remaining == 0 }
    }

    /// Adds so many units of the ledger's and of a report's group as a difference.
    mutating func state(
        _ our: Part,
        _ their: Part,
        _ units: Int64,
        _ outcome: SaleDifference.Outcome,
        _ causes: [SaleDifference.Cause],
        _ step: SaleDifference.Step
    ) {
        self.differences.append(
            SaleDifference(
                ours: our.group,
                theirs: their.group,
                unitsThousandths: units,
                ourSum: our.sum,
                theirSum: their.sum,
                outcome: outcome,
                causes: causes,
                step: step
            )
        )
    }

    /// Adds so many units of the ledger as a difference, with the report's sum of the same group.
    mutating func leave(
        _ our: Part,
        _ units: Int64,
        _ causes: [SaleDifference.Cause],
        _ step: SaleDifference.Step,
        as outcome: SaleDifference.Outcome
    ) {
        let theirs = self.report.groups[our.group]
        self.differences.append(
            SaleDifference(
                ours: our.group,
                theirs: theirs == nil ? nil : our.group,
                unitsThousandths: units,
                ourSum: our.sum,
                theirSum: theirs ?? SaleSum(),
                outcome: outcome,
                causes: causes,
                step: step
            )
        )
    }

    // MARK: Unexplained parts

    private mutating func leaveRest() {
        self.stepCount += self.ours.count + self.theirs.count
        for part in self.ours {
            let group = part.group
            if part.sum.hasRepeatedTransaction {
                self.leave(part, part.remaining, [.doubledInLedger], .checkTransactions, as: .unexplained)
                continue
            }
            var causes: [SaleDifference.Cause] = [.missingInReport]
            if part.sum.count > 1 { causes.append(.doubledInLedger) }
            // A part without a price may have been free; a report states no money for it.
            if group.unitPriceMilliunits == nil { causes.append(.priceUnknown) }
            self.leave(part, part.remaining, causes, .fetchReport(group.day), as: .unexplained)
        }
        let credits = self.highestCredits
        let returns = self.returns
        for part in self.theirs {
            let group = part.group
            var causes: [SaleDifference.Cause]
            var step = SaleDifference.Step.fetchHistory(group.day)
            let rows = group.direction == .refund ? -part.remaining : part.remaining
            if !self.products.contains(group.product) {
                causes = [.unknownProduct]
                step = .addProduct(group.product)
            } else if group.direction == .refund, part.remaining % 1000 != 0 {
                causes = [.upgradeCredit, .partialRefund]
            } else if part.sum.rowCounts[rows, default: 0] > 1 {
                causes = [.missingInLedger, .doubledInReport]
            } else if returns.contains(group.relaxed([.day, .period])) {
                causes = [.missingInLedger, .reversedRefund]
            } else {
                causes = [.missingInLedger]
            }
            if group.direction == .refund, causes.first == .missingInLedger,
                let highest = credits[group.relaxed([.price, .period])], highest > group.unitPriceMilliunits ?? 0
            {
                causes.append(.upgradeCredit)
            }
            let ours = self.ledger.groups[group]
            self.differences.append(
                SaleDifference(
                    ours: ours == nil ? nil : group,
                    theirs: group,
                    unitsThousandths: part.remaining,
                    ourSum: ours ?? SaleSum(),
                    theirSum: part.sum,
                    outcome: .unexplained,
                    causes: causes,
                    step: step
                )
            )
        }
    }

    /// The highest price of an open credit, by everything that a lower row for it would have in common with it.
    private var highestCredits: [SaleGroup: Int64] {
        var highest: [SaleGroup: Int64] = [:]
        for credit in self.credits where credit.remaining > 0 {
            for offset in -1...1 as ClosedRange<Int64> {
                var key = credit.group.relaxed([.price, .period])
                key.day = key.day + offset
                highest[key] = max(highest[key] ?? 0, credit.group.unitPriceMilliunits ?? 0)
            }
        }
        return highest
    }

    /// The refunds, and the sales on the same terms, of which the report has both and the sale is not earlier.
    private var returns: Set<SaleGroup> {
        var first: [SaleGroup: PacificDay] = [:]
        for part in self.theirs where part.group.direction == .refund {
            let key = part.group.relaxed([.day, .period])
            first[key] = min(first[key] ?? part.group.day, part.group.day)
        }
        var found: Set<SaleGroup> = []
        for part in self.theirs where part.group.direction == .sale {
            let sale = part.group.relaxed([.day, .period])
            var refund = sale
            refund.direction = .refund
            if let day = first[refund], day <= part.group.day { found.formUnion([sale, refund]) }
        }
        return found
    }
}
