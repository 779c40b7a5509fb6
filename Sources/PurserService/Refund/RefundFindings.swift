import Ledger

/// What the books know of a request.
struct RefundFindings {
    /// By the names that policies use.
    var evidence: [RefundEvidence: RuleValue] = [:]
    /// The name under which it is kept where it is known from whether the customer could try it before.
    static let sample = "sample"

    /// Where what may come from several places does come from, by the names that policies use.
    var origins: [String: EvidenceOrigin] = [:]
    /// What decides which answers Apple accepts.
    var circumstances: RefundCircumstances
    /// The purchase as Apple signed it.
    let snapshot: TransactionSnapshot
    /// What the shop said of the customer.
    var facts = CustomerFacts([])

    /// What he paid and got back in his life, in dollars.
    var dollars = LifetimeDollars.unknown

    /// The evidence by name.
    var named: [String: RuleValue] {
        Dictionary(uniqueKeysWithValues: self.evidence.map { ($0.key.rawValue, $0.value) })
    }
}
