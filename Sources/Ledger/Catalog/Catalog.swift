/// The products of an app and what each of them gives.
package struct Catalog: Hashable, Sendable {
    /// The entitlements, by name.
    package let entitlements: [EntitlementName: EntitlementDefinition]
    /// The products, by Apple's product ID.
    package let products: [ProductID: Product]
    /// The policy that decides when an entitlement is kept although no paid period is running.
    package let gracePolicy: GracePolicy
    /// The kinds of coins, by name.
    package let coins: [String: Coin]
    /// The price points of the App Store.
    package let pricePoints: PricePoints
    /// The policies for purchases of the Sandbox.
    package let sandbox: SandboxPolicies
    /// The test customers: under `SandboxPolicy.testers` only their purchases count.
    package let testers: Set<CustomerID>
    /// The policies for a restore by another customer.
    package let transfer: TransferPolicies
    /// The time zone in which non-renewing periods count calendar months; an IANA name.
    package let timeZone: String
    /// How and from which instant on the server fulfills purchases; `nil` when it fulfills nothing.
    package let fulfillment: FulfillmentPolicy?
    /// The refund terms that storefronts promise to customers.
    package let refundTerms: RefundTermsTable
    /// The risk score from which on the server publishes a customer's risk signals; `nil` when it watches no customer.
    package let riskThreshold: Int64?
    /// The shop's consent regimes, by storefront.
    package let consent: ConsentRegimes
    /// What a rescission of consent sets in motion, by storefront and date.
    package let rescissions: RescissionPolicy
    /// The exchange rates to US dollars for the amounts that the server sends to Apple.
    package let dollarRates: [RuleRate]
    /// The treatment of refunds that are reported and not signed, unless a product states its own.
    package let reportedRefunds: ReportedRefund.Treatment

    /// Creates a catalog with these values.
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
        rescissions: RescissionPolicy = RescissionPolicy(),
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
        self.rescissions = rescissions
        self.dollarRates = dollarRates
        self.reportedRefunds = reportedRefunds
        self.coins = coins
        self.pricePoints = pricePoints
        self.sandbox = sandbox
        self.testers = testers
        self.transfer = transfer
    }

    /// Returns the treatment of a reported refund of a product.
    package func treatment(ofRefundsOf product: ProductID) -> ReportedRefund.Treatment {
        self.products[product]?.reportedRefunds ?? self.reportedRefunds
    }
}

/// The name of an entitlement, for example `pro`.
package typealias EntitlementName = Identifier<EntitlementDefinition>

/// A named permission that products unlock for a customer.
package struct EntitlementDefinition: Hashable, Sendable {
    /// The entitlement's name in the catalog and in every answer.
    package let name: EntitlementName
    /// The names shown to people, by language tag.
    package let displayNames: [String: String]

    /// Creates a definition with this name.
    package init(name: EntitlementName, displayNames: [String: String] = [:]) {
        self.name = name
        self.displayNames = displayNames
    }
}
