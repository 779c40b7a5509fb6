import Ledger
import PurserService

/// A chart of figures: its formula, and how it is drawn.
///
/// The formula is the same for the chart, the numbers beside it and the file; `docs/concepts/figures.md` defines the
/// figures.
struct FigureChart: Sendable {
    /// What the values are.
    enum Unit: Sendable {
        /// Money of one currency.
        case money
        /// A number of something.
        case count
        /// A share, in percent.
        case share
    }

    /// One series: its name, and its value in a span.
    struct Part: Sendable {
        /// The key of the name.
        let name: String
        /// Returns the value of a span, from its figures and those of the span before; `nil` where a share has nothing
        /// to be a share of.
        let value: @Sendable (_ values: FigureValues, _ before: FigureValues) -> Double?
        /// Whether one of its figures is a stock.
        let hasStocks: Bool

        /// A series that adds figures up, or subtracts them.
        init(_ name: String, plus: [Figure] = [], minus: [Figure] = []) {
            self.name = name
            self.hasStocks = (plus + minus).contains(where: \.isStock)
            self.value = { values, _ in
                Double(plus.reduce(0) { $0 + values[$1] } - minus.reduce(0) { $0 + values[$1] })
            }
        }

        /// A series that divides sums of figures, in percent; a stock is that at the beginning of the span.
        init(_ name: String, share: [Figure], less: [Figure] = [], of whole: [Figure]) {
            self.name = name
            self.hasStocks = (share + less + whole).contains(where: \.isStock)
            self.value = { values, before in
                let base = whole.reduce(0) { $0 + ($1.isStock ? before : values)[$1] }
                let part = share.reduce(0) { $0 + values[$1] } - less.reduce(0) { $0 + values[$1] }
                return base > 0 ? Double(part) / Double(base) * 100 : nil
            }
        }
    }

    /// The last part of its address.
    let address: String
    /// The key of the title.
    let title: String
    /// The key of the definition, one or two sentences with the formula.
    let definition: String
    /// What the values are.
    let unit: Unit
    /// How they are drawn.
    var form = DashboardChart.Form.bars
    /// The series; for a chart that is split, the one whose value each product or storefront has.
    let parts: [Part]
    /// Whether the values of a span grow until the trials that began in it are over.
    var isOfTrials = false
    /// What each series is, besides the parts.
    var split: FigureQuery.Split?
    /// The events behind the chart, by which its customers are found.
    var events: [EventName] = []

    /// Whether one of its figures is a stock.
    var hasStocks: Bool { self.parts.contains(where: \.hasStocks) }

    /// How large a product or storefront is in a chart that is split, which has flows only.
    var size: ChartParts.Size? {
        guard self.split != nil, let part = self.parts.first else { return nil }
        return ChartParts.Size(isAmount: self.unit == .money) { part.value($0, FigureValues()) ?? 0 }
    }

    /// All charts, in the order of the page.
    static let all: [Self] = [
        Self(
            address: "revenue",
            title: "chartRevenue",
            definition: "chartRevenueDefinition",
            unit: .money,
            parts: [
                Part("chartNew", plus: [.newAmount]), Part("chartRenewals", plus: [.renewalAmount]),
                Part("chartOneTime", plus: [.oneTimeAmount]),
                Part("chartRefunded", plus: [.reversedAmount], minus: [.refundAmount]),
            ],
            events: [.transactionRecorded, .transactionRefunded]
        ),
        Self(
            address: "mrr",
            title: "chartRecurring",
            definition: "chartRecurringDefinition",
            unit: .money,
            form: .lines,
            parts: [Part("chartRecurring", plus: [.recurring])],
            events: [.subscriptionStarted, .subscriptionRenewed, .subscriptionChanged]
        ),
        Self(
            address: "mrr-at-risk",
            title: "chartAtRisk",
            definition: "chartAtRiskDefinition",
            unit: .money,
            parts: [
                Part("chartCanceled", plus: [.recurringCanceled]), Part("chartGrace", plus: [.recurringGrace]),
            ],
            events: [.subscriptionChanged, .subscriptionEnteredGrace]
        ),
        Self(
            address: "active",
            title: "chartActive",
            definition: "chartActiveDefinition",
            unit: .count,
            parts: [
                Part("chartPaid", plus: [.paid]), Part("chartGrace", plus: [.grace]),
                Part("chartTrials", plus: [.trials]), Part("chartRetry", plus: [.retry]),
            ],
            events: [
                .subscriptionStarted, .subscriptionResumed, .subscriptionExpired, .subscriptionEnteredRetry,
                .subscriptionRevoked,
            ]
        ),
        Self(
            address: "movement",
            title: "chartMovement",
            definition: "chartMovementDefinition",
            unit: .count,
            parts: [
                Part("chartStarts", plus: [.starts]), Part("chartEnds", minus: Self.ends),
                Part("chartReturns", plus: [.returns]), Part("chartRecoveries", plus: [.recoveries]),
            ],
            // An end because of billing counts when the App Store begins to retry.
            events: [
                .subscriptionStarted, .subscriptionExpired, .subscriptionEnteredRetry, .subscriptionRevoked,
                .subscriptionResumed, .subscriptionRecovered,
            ]
        ),
        Self(
            address: "churn",
            title: "chartChurn",
            definition: "chartChurnDefinition",
            unit: .share,
            form: .lines,
            parts: [
                Part("chartChurnGross", share: Self.ends, of: Self.base),
                Part("chartChurnRecovered", share: [.recoveries, .returns], of: Self.base),
                Part("chartChurnNet", share: Self.ends, less: [.recoveries, .returns], of: Self.base),
            ],
            events: [
                .subscriptionExpired, .subscriptionEnteredRetry, .subscriptionRevoked, .subscriptionResumed,
                .subscriptionRecovered,
            ]
        ),
        Self(
            address: "churn-reasons",
            title: "chartReasons",
            definition: "chartReasonsDefinition",
            unit: .count,
            parts: [
                Part("chartVoluntary", plus: [.endsVoluntary]), Part("chartBilling", plus: [.endsBilling]),
                Part("chartPriceIncrease", plus: [.endsPriceIncrease]), Part("chartEndRefunded", plus: [.endsRefunded]),
                Part("chartOther", plus: [.endsOther]),
            ],
            events: [.subscriptionExpired, .subscriptionEnteredRetry, .subscriptionRevoked]
        ),
        Self(
            address: "changes",
            title: "chartChanges",
            definition: "chartChangesDefinition",
            unit: .count,
            parts: [
                Part("chartArrivals", plus: [.productArrivals]), Part("chartDepartures", minus: [.productDepartures]),
            ],
            events: [.subscriptionChanged]
        ),
        Self(
            address: "trials",
            title: "chartTrialStarts",
            definition: "chartTrialStartsDefinition",
            unit: .count,
            form: .lines,
            parts: [
                Part("chartTrialStarts", plus: [.trialStarts]), Part("chartTrialPaid", plus: [.trialConversions]),
            ],
            events: [.subscriptionStarted, .subscriptionRenewed]
        ),
        Self(
            address: "trial-conversion",
            title: "chartConversion",
            definition: "chartConversionDefinition",
            unit: .share,
            form: .lines,
            parts: [Part("chartConversion", share: [.convertedTrials], of: [.trialStarts])],
            isOfTrials: true,
            events: [.subscriptionStarted, .subscriptionRenewed]
        ),
        Self(
            address: "refunds",
            title: "chartRefunds",
            definition: "chartRefundsDefinition",
            unit: .money,
            parts: [Part("chartRefunds", plus: [.refundAmount], minus: [.reversedAmount])],
            split: .product,
            events: [.transactionRefunded, .refundGranted]
        ),
        Self(
            address: "refund-outcomes",
            title: "chartOutcomes",
            definition: "chartOutcomesDefinition",
            unit: .count,
            form: .lines,
            parts: [
                Part("chartRequested", plus: [.refundRequests]), Part("chartRefunded", plus: [.refunds]),
                Part("chartDeclined", plus: [.refundsDeclined]), Part("chartReversed", plus: [.reversedRefunds]),
            ],
            events: [.refundRequested, .transactionRefunded, .refundDeclined, .refundReversed]
        ),
        Self(
            address: "refund-requests",
            title: "chartRequests",
            definition: "chartRequestsDefinition",
            unit: .count,
            parts: [Part("chartRequested", plus: [.refundRequests])],
            split: .product,
            events: [.refundRequested]
        ),
        Self(
            address: "refund-rate",
            title: "chartRefundRate",
            definition: "chartRefundRateDefinition",
            unit: .share,
            form: .lines,
            parts: [
                Part("chartRefundsOfSpan", share: [.refunds], of: [.newSales, .renewalSales, .oneTimeSales]),
                Part("chartRefundsOfSales", share: [.refundsOfSales], of: [.newSales, .renewalSales, .oneTimeSales]),
            ],
            events: [.transactionRefunded]
        ),
        Self(
            address: "products",
            title: "chartProducts",
            definition: "chartProductsDefinition",
            unit: .money,
            parts: [Part("chartRevenue", plus: Self.sales, minus: [.refundAmount])],
            split: .product,
            events: [.transactionRecorded]
        ),
        Self(
            address: "storefronts",
            title: "chartStorefronts",
            definition: "chartStorefrontsDefinition",
            unit: .count,
            parts: [Part("chartPurchases", plus: [.newSales, .renewalSales, .oneTimeSales])],
            split: .storefront,
            events: [.transactionRecorded]
        ),
        Self(
            address: "offers",
            title: "chartOffers",
            definition: "chartOffersDefinition",
            unit: .count,
            parts: [
                Part("chartIntroductory", plus: [.introductoryOffers]),
                Part("chartPromotional", plus: [.promotionalOffers]), Part("chartCodes", plus: [.offerCodes]),
                Part("chartWinBack", plus: [.winBackOffers]), Part("chartRetentionOffers", plus: [.retentionOffers]),
            ],
            events: [.subscriptionStarted, .subscriptionChanged]
        ),
        Self(
            address: "retention-messages",
            title: "chartRetention",
            definition: "chartRetentionDefinition",
            unit: .count,
            form: .lines,
            parts: [
                Part("chartRetentionRequests", plus: [.retentionRequests]), Part("chartKept", plus: [.retentionKept]),
                Part("chartRetentionLost", plus: [.retentionLost]),
            ],
            events: [.subscriptionRetentionRequested]
        ),
        Self(
            address: "save-rate",
            title: "chartSaveRate",
            definition: "chartSaveRateDefinition",
            unit: .share,
            form: .lines,
            parts: [Part("chartSaveRate", share: [.retentionKept], of: [.retentionKept, .retentionLost])],
            events: [.subscriptionRetentionRequested]
        ),
        Self(
            address: "purchases",
            title: "chartPurchases",
            definition: "chartPurchasesDefinition",
            unit: .count,
            parts: [
                Part("chartNew", plus: [.newSales]), Part("chartRenewals", plus: [.renewalSales]),
                Part("chartOneTime", plus: [.oneTimeSales]),
            ],
            events: [.transactionRecorded]
        ),
    ]

    private static let sales: [Figure] = [.newAmount, .renewalAmount, .oneTimeAmount, .reversedAmount]
    private static let ends: [Figure] = [
        .endsVoluntary, .endsBilling, .endsPriceIncrease, .endsRefunded, .endsOther,
    ]
    /// The subscriptions that could end.
    private static let base: [Figure] = [.paid, .trials, .grace]
}
