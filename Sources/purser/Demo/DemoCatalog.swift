import AppStoreSimulator
import PurserService

/// What the shop of the demo sells besides the products of a first installation: a subscription with a trial and a
/// family, more coins, and goods that the shop ships itself.
enum DemoCatalog {
    /// Returns the catalog of a first installation with the further products.
    static func extended(_ text: String) -> String {
        text
            .replacing("entitlements:\n", with: "entitlements:\n\(Self.entitlements)")
            .replacing("products:\n", with: "products:\n\(Self.products)") + Self.consent
    }

    private static let entitlements = """
          studio:     { name: { en: Studio, zh-Hans: 工作室 } }

        """
    private static let products = """
          studio.monthly: { kind: auto-renewable, group: studio, level: 2, unlocks: studio, price: USD 14.99, \
        period: P1M, introductoryOffer: true, offers: { comeback: { for: lapsed } } }
          studio.yearly: { kind: auto-renewable, group: studio, level: 1, unlocks: studio, price: USD 129.99, \
        period: P1Y }
          gems.3000: { kind: consumable, grants: { gems: 3000 }, price: USD 39.99 }
          poster: { kind: consumable, price: USD 24.99 }

        """
    /// The answers to refund requests need the customers' consent, except where the law asks for none.
    private static let consent = """

        consent: { default: optIn, storefronts: { USA: optOut, GBR: optOut, JPN: optOut } }

        """

    /// The rules by which the server answers refund requests during the year.
    static let refundPolicy = """
        policy: refunds
        rules:
          - name: never fulfilled
            when: { fulfillment.state: [due, suspended] }
            answer: GRANT_FULL
          - name: large sums go to a person
            when: { product: [pro.yearly, studio.yearly, gems.3000] }
            answer: hold, 10h, then: none
          - name: spent
            when: { share: { atLeast: 60% } }
            answer: DECLINE
        otherwise: GRANT_PRORATED

        """

    /// Returns a catalog of the store with the offers and the family sharing of the products.
    static func offering(_ catalog: WorldCatalog) -> WorldCatalog {
        WorldCatalog(
            catalog.products.map { product in
                var product = product
                switch DemoProduct(rawValue: product.id) {
                case .studioMonthly:
                    product.offers = [
                        WorldOffer(kind: .introductory, mode: .free, period: .week, price: Self.dollars(0)),
                        WorldOffer(
                            kind: .promotional,
                            id: "comeback",
                            mode: .payAsYouGo,
                            period: .month,
                            periodCount: 3,
                            price: Self.dollars(7_490)
                        ),
                    ]
                case .proYearly:
                    product.offers = [
                        WorldOffer(
                            kind: .code,
                            id: "SPRING",
                            mode: .payUpFront,
                            period: .year,
                            price: Self.dollars(69_990)
                        )
                    ]
                case .studioYearly: product.isFamilyShareable = true
                default: break
                }
                return product
            }
        )
    }

    private static func dollars(_ milliunits: Int64) -> WorldPrice {
        WorldPrice(milliunits: milliunits, currency: "USD")
    }
}

/// A product of the demo's shop, by its id.
enum DemoProduct: String {
    case proMonthly = "pro.monthly"
    case proYearly = "pro.yearly"
    case studioMonthly = "studio.monthly"
    case studioYearly = "studio.yearly"
    case pass = "pass.30days"
    case frame = "frame.gold"
    case gems = "gems.600"
    case manyGems = "gems.3000"
    case poster

    /// The id.
    var id: String { self.rawValue }

    /// Whether it unlocks an entitlement, rather than being goods to fulfill.
    var unlocks: Bool { ![.gems, .manyGems, .poster].contains(self) }
}
