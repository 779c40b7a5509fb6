import Ledger

/// What a shop says of a customer, as our JSON shows it; what is undeclared is left out.
struct FactsBody: Encodable {
    let registeredAt: String?
    let playTimeMinutes: Int64?
    let accountStatus: String?
    let platforms: [String]?
    let spentElsewhere: [MoneyBody]?
    let refundedElsewhere: [MoneyBody]?
    let statedAt: [String: String]

    init(_ facts: CustomerFacts) {
        self.registeredAt = facts.registeredAt?.rfc3339
        self.playTimeMinutes = facts.playTimeMinutes
        self.accountStatus = facts.accountStatus?.rawValue
        self.platforms = facts.platforms?.map(\.rawValue)
        self.spentElsewhere = facts.spentElsewhere?.map(MoneyBody.init)
        self.refundedElsewhere = facts.refundedElsewhere?.map(MoneyBody.init)
        self.statedAt = Dictionary(
            facts.words.map { ($0.key.rawValue, $0.value.statedAt.rfc3339) }
        ) { first, _ in first }
    }
}
