import Ledger

/// A promotional offer of a product as our JSON shows it: its id, and who may have it how often.
struct ProductOfferBody: Encodable {
    let id: String
    let audience: [String]
    let limit: Int?
    let within: String?

    init(_ id: OfferID, _ rule: OfferRule) {
        self.id = id.rawValue
        self.audience = rule.audience.map(\.rawValue).sorted()
        self.limit = rule.limit?.count
        self.within = rule.limit?.period.map { "\($0)" }
    }
}
