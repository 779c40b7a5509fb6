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

    /// What one period begins: the flows on its day, and the cells of its cohort.
    struct Beginning {
        let period: Period
        var figures: [Figure] = []
        /// The period of another product that it follows.
        var left: Period?
        /// The trial after which the customer paid.
        var convertedTrial: Period?
        var cohorts: [CohortKey] = []

        /// Adds the flows to a tally.
        func add(to tally: inout FigureTally) {
            let begin = self.period.begin
            for figure in self.figures { tally.add(1, to: figure, at: begin, self.period.group) }
            if let left { tally.add(1, to: .productDepartures, at: begin, left.group) }
            if let convertedTrial {
                tally.add(1, to: .trialConversions, at: begin, self.period.group)
                tally.add(1, to: .convertedTrials, at: convertedTrial.begin, convertedTrial.group)
            }
            for cohort in self.cohorts { tally.add(CohortSum(subscriptions: 1), to: cohort) }
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

        /// Begins a period and returns what it begins.
        mutating func begin(_ period: Period) -> Beginning {
            var begun = Beginning(period: period)
            let follows = self.isConnected || self.isRecovered
            if let last {
                if self.isRecovered { begun.figures.append(.recoveries) }
                if !follows { begun.figures.append(.returns) }
                if follows, last.group.product != period.group.product {
                    begun.figures.append(.productArrivals)
                    begun.left = last
                }
            } else {
                begun.figures.append(.starts)
                if let beginning { begun.cohorts.append(beginning) }
            }
            if !follows { self.trial = nil }
            if period.isTrial {
                if self.trial == nil {
                    begun.figures.append(.trialStarts)
                    self.trial = period
                }
            } else {
                begun.convertedTrial = self.trial
                self.trial = nil
                self.paidCount += 1
                if let beginning { begun.cohorts.append(beginning.reaching(self.paidCount)) }
            }
            if let offer = Self.offer(of: period), !follows || offer != self.last.flatMap(Self.offer) {
                begun.figures.append(contentsOf: Self.figure(of: offer))
            }
            return begun
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

        private static func figure(of offer: OfferName) -> [Figure] {
            switch offer.type {
            case 1: [.introductoryOffers]
            case 2: [.promotionalOffers]
            case 3: [.offerCodes]
            case 4: [.winBackOffers]
            case 5: [.retentionOffers]
            default: []
            }
        }
    }
}
