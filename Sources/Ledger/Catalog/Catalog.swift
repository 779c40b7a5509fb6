/// What an app sells and what it gives for it.
package struct Catalog: Hashable, Sendable {
    /// The entitlements, by name.
    package let entitlements: [EntitlementName: EntitlementDefinition]
    /// The products, by Apple's product id.
    package let products: [ProductID: Product]
    /// When an entitlement is kept although no paid period runs.
    package let gracePolicy: GracePolicy
    /// The kinds of coins, by name.
    package let coins: [String: Coin]
    /// The prices that the App Store has.
    package let pricePoints: PricePoints
    /// What purchases of the Sandbox are worth.
    package let sandbox: SandboxPolicies
    /// The customers who test: under `SandboxPolicy.testers` only theirs count.
    package let testers: Set<CustomerID>
    /// What a restore by another customer does.
    package let transfer: TransferPolicies
    /// The time zone in which non-renewing periods count their calendar months; an IANA name.
    package let timeZone: String
    /// Since when and how what was paid for is fulfilled; `nil` where this server fulfills nothing.
    package let fulfillment: FulfillmentPolicy?
    /// What the terms of storefronts promise whoever wants his money back.
    package let refundTerms: RefundTermsTable
    /// From how many points on the reasons to look twice at a customer are told; `nil` where nobody is watched.
    package let riskThreshold: Int64?
    /// What the shop takes for consent, by storefront.
    package let consent: ConsentRegimes
    /// The rates to dollars at which Apple is told how much a customer paid.
    package let dollarRates: [RuleRate]
    /// What follows from refunds that are reported and not signed, unless a product says otherwise.
    package let reportedRefunds: ReportedRefund.Treatment

    /// A catalog of these entitlements and products.
    package init(
        entitlements: [EntitlementName: EntitlementDefinition] = [:],
        products: [ProductID: Product] = [:],
        gracePolicy: GracePolicy = GracePolicy(),
        timeZone: String = "UTC",
        coins: [String: Coin] = [:],
        pricePoints: PricePoints = PricePoints(),
        sandbox: SandboxPolicies = SandboxPolicies(),
        testers: Set<CustomerID> = [],
        transfer: TransferPolicies = TransferPolicies(),
        fulfillment: FulfillmentPolicy? = nil,
        refundTerms: RefundTermsTable = RefundTermsTable(),
        riskThreshold: Int64? = nil,
        consent: ConsentRegimes = ConsentRegimes(),
        dollarRates: [RuleRate] = [],
        reportedRefunds: ReportedRefund.Treatment = .show
    ) {
        self.entitlements = entitlements
        self.products = products
        self.gracePolicy = gracePolicy
        self.timeZone = timeZone
        self.fulfillment = fulfillment
        self.refundTerms = refundTerms
        self.riskThreshold = riskThreshold
        self.consent = consent
        self.dollarRates = dollarRates
        self.reportedRefunds = reportedRefunds
        self.coins = coins
        self.pricePoints = pricePoints
        self.sandbox = sandbox
        self.testers = testers
        self.transfer = transfer
    }

    /// What follows from a reported refund of a product.
    package func treatment(ofRefundsOf product: ProductID) -> ReportedRefund.Treatment {
        self.products[product]?.reportedRefunds ?? self.reportedRefunds
    }
}
