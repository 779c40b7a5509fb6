extension SubscriptionFigures {
    /// A period with what its figures need.
    struct Period {
        /// The purchase.
        let purchase: Purchase
        /// The instant from which it counts.
        let begin: Instant
        /// Its product, storefront and currency.
        let group: FigureGroup
        /// Whether it is free.
        let isTrial: Bool
        /// Its monthly recurring revenue in milliunits; 0 outside of Production.
        let monthly: Int64

        /// Creates the period of a purchase, which counts from an instant and whose price is for the time until an end.
        init(_ purchase: Purchase, from begin: Instant, statedEnd: Instant, hasMoney: Bool) {
            let snapshot = purchase.snapshot
            self.purchase = purchase
            self.begin = begin
            self.group = FigureGroup(
                product: snapshot.productID,
                storefront: snapshot.storefront,
                currency: snapshot.price?.currency
            )
            self.isTrial = snapshot.offer?.discountType == "FREE_TRIAL"
            let price = hasMoney && !self.isTrial ? snapshot.totalPrice?.amountMilliunits ?? 0 : 0
            self.monthly = RecurringRevenue.monthly(
                priceMilliunits: min(price, FigureRows.maximumAmount),
                from: purchase.begunAt,
                to: statedEnd
            )
        }
    }

    /// What is known of a subscription's earlier periods while its periods are read in order.
    struct Walk {
        /// The cell of the cohort for the beginning.
        private let beginning: CohortKey?
        private var last: Period?
        /// Whether the next period follows the last one without a gap, or after a gap that the App Store could bill.
        private var isConnected = false
        private var isRecovered = false
        /// The first period of the free trial that the last one belongs to.
        private var trial: Period?
        private var paidCount: Int64 = 0

        /// Begins with the first period of a subscription of this cohort.
        init(_ beginning: CohortKey?) { self.beginning = beginning }

        /// Begins a period, and adds the flows on its day and the cells of its cohort to a tally.
        mutating func begin(_ period: Period, addingTo tally: inout FigureTally) {
            let (begin, group) = (period.begin, period.group)
            let follows = self.isConnected || self.isRecovered
            if let last {
                if self.isRecovered { tally.add(1, to: .recoveries, at: begin, group) }
                if !follows { tally.add(1, to: .returns, at: begin, group) }
                if follows, last.group.product != group.product {
                    tally.add(1, to: .productArrivals, at: begin, group)
                    tally.add(1, to: .productDepartures, at: begin, last.group)
                }
            } else {
                tally.add(1, to: .starts, at: begin, group)
                if let beginning { tally.add(CohortSum(subscriptions: 1), to: beginning) }
            }
            if !follows { self.trial = nil }
            if period.isTrial {
                if self.trial == nil {
                    tally.add(1, to: .trialStarts, at: begin, group)
                    self.trial = period
                }
            } else {
                if let trial {
                    tally.add(1, to: .trialConversions, at: begin, group)
                    tally.add(1, to: .convertedTrials, at: trial.begin, trial.group)
                }
                self.trial = nil
                self.paidCount += 1
                if let beginning { tally.add(CohortSum(subscriptions: 1), to: beginning.reaching(self.paidCount)) }
            }
            if let offer = Self.offer(of: period), !follows || offer != self.last.flatMap(Self.offer),
                let figure = Self.figure(of: offer)
            {
                tally.add(1, to: figure, at: begin, group)
            }
        }

        /// Ends a period.
        mutating func end(_ period: Period, _ end: End) {
            self.last = period
            self.isConnected = end.counted == nil
            self.isRecovered = end.isRecovered
        }

        /// What distinguishes an offer from another.
        private struct OfferName: Hashable {
            let type: Int
            let identifier: String?
        }

        private static func offer(of period: Period) -> OfferName? {
            period.purchase.snapshot.offer.map { OfferName(type: $0.type, identifier: $0.identifier) }
        }

        private static func figure(of offer: OfferName) -> Figure? {
            switch offer.type {
            case 1: .introductoryOffers
            case 2: .promotionalOffers
            case 3: .offerCodes
            case 4: .winBackOffers
            case 5: .retentionOffers
            default: nil
            }
        }
    }
}
