import Ledger
import PurserService

/// The profile of a customer in JSON.
struct CustomerProfileBody: Encodable {
    /// An Apple Account.
    struct Account: Encodable {
        let appTransaction: String
        let environment: String
        let firstSeenAt: String
        let lastSeenAt: String
    }

    /// The number of the customer's purchases in one environment.
    struct Count: Encodable {
        let environment: String
        let purchases: Int
        let chains: Int
        let activeEntitlements: Int
    }

    /// The addresses of the customer's lists.
    struct Links: Encodable {
        let entitlements: String
        let transactions: String
        let subscriptions: String
        let consents: String
        let transfers: String
        let timeline: String
        let heldEvidence: String

        init(path: String) {
            self.entitlements = path + "/entitlements"
            self.transactions = path + "/transactions"
            self.subscriptions = path + "/subscriptions"
            self.consents = path + "/consents"
            self.transfers = path + "/transfers"
            self.timeline = path + "/timeline"
            self.heldEvidence = path + "/held-evidence"
        }
    }

    let customer: String
    let anonymous: Bool
    let erased: Bool
    let mergedCustomers: [String]
    let mergedInto: String?
    let firstSeenAt: String?
    let lastSeenAt: String?
    let appAccountTokens: [String]
    let appleAccounts: [Account]
    let facts: FactsBody
    let consent: ConsentBody?
    let consents: Int
    let counts: [Count]
    let events: Int64
    let links: Links

    init(_ profile: CustomerProfile, path: String) {
        self.customer = profile.customer.rawValue
        self.anonymous = profile.customer.isAnonymous
        self.erased = profile.customer.isErased
        self.mergedCustomers = profile.mergedCustomers.map(\.rawValue)
        self.mergedInto = profile.mergedInto?.rawValue
        self.firstSeenAt = profile.firstSeenAt?.rfc3339
        self.lastSeenAt = profile.lastSeenAt?.rfc3339
        self.appAccountTokens = profile.tokens.map(\.description)
        self.appleAccounts = profile.accounts.map {
            Account(
                appTransaction: $0.binding.account.rawValue,
                environment: $0.environment.rawValue,
                firstSeenAt: $0.binding.firstAt.rfc3339,
                lastSeenAt: $0.binding.lastAt.rfc3339
            )
        }
        self.facts = FactsBody(profile.facts)
        self.consent = profile.consent.map { ConsentBody($0) }
        self.consents = profile.consentCount
        self.counts = profile.counts.map {
            Count(
                environment: $0.environment.rawValue,
                purchases: $0.purchases,
                chains: $0.chains,
                activeEntitlements: $0.activeEntitlements
            )
        }
        self.events = profile.eventCount
        self.links = Links(path: path)
    }
}

extension CustomerProfileBody {
    /// Its schema.
    static let schema = APISchema.named(
        "Customer",
        .object(
            .required("customer", .customer),
            .required("anonymous", .boolean, "Whether no shop has identified the customer yet."),
            .required("erased", .boolean, "Whether the customer was erased."),
            .required("mergedCustomers", .array(of: .customer), "The customers that were merged into this one."),
            .optional("mergedInto", .customer, "The customer into which this one was merged."),
            .optional("firstSeenAt", .instant),
            .optional("lastSeenAt", .instant),
            .required(
                "appAccountTokens",
                .array(of: .accountToken),
                "The account tokens of the customer, without those of orders."
            ),
            .required(
                "appleAccounts",
                .array(
                    of: .object(
                        .required("appTransaction", .string()),
                        .required("environment", .environment),
                        .required("firstSeenAt", .instant),
                        .required("lastSeenAt", .instant)
                    )
                ),
                "The Apple Accounts that the customer used, by `appTransactionId`."
            ),
            .required("facts", FactsBody.schema),
            .optional("consent", ConsentBody.schema, "The consent in force."),
            .required("consents", .integer(), "The number of consents, including withdrawn ones."),
            .required(
                "counts",
                .array(
                    of: .object(
                        .required("environment", .environment),
                        .required("purchases", .integer()),
                        .required("chains", .integer()),
                        .required("activeEntitlements", .integer())
                    )
                )
            ),
            .required("events", .integer(), "The number of events published about the customer."),
            .required("links", .map(of: .string()), "The addresses of the lists.")
        )
    )
}
