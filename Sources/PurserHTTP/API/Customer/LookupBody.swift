import Ledger
import PurserService

/// What an id stands for, as our JSON shows it.
struct LookupBody: Encodable {
    /// One thing that it stands for.
    struct Match: Encodable {
        var type: String
        var customer: String?
        var mergedInto: String?
        var customers: [String]?
        var environment: String?
        var appAccountToken: String?
        var transactions: [TransactionReportBody]?

        init(type: String) {
            self.type = type
        }

        init(_ match: LookupAnswer.Match) {
            switch match {
            case .transaction(let report):
                self.init(type: "transaction")
                self.environment = report.environment.rawValue
                self.customer = report.claim.owner?.rawValue
                self.transactions = [TransactionReportBody(report)]
            case .originalTransaction(let report):
                self.init(type: "originalTransaction")
                self.environment = report.environment.rawValue
                self.customer = report.chain.chain.purchases.last
                    .flatMap { report.chain.claims[$0.transactionIDs[0]]?.owner?.rawValue }
                self.transactions = [TransactionReportBody(report)]
            case .accountToken(let token, let customer):
                self.init(type: "accountToken")
                self.customer = customer.rawValue
                self.appAccountToken = token.description
            case .customer(let customer, let record):
                self.init(type: "customer")
                self.customer = customer.rawValue
                self.mergedInto = record.mergedInto?.rawValue
            case .appleAccount(let environment, let bindings):
                self.init(type: "appleAccount")
                self.environment = environment.rawValue
                self.customers = bindings.map(\.customer.rawValue)
            case .order(let reports):
                self.init(type: "order")
                self.environment = StoreEnvironment.production.rawValue
                self.transactions = reports.map(TransactionReportBody.init)
            }
        }
    }

    /// What came of asking Apple about an order number.
    struct Order: Encodable {
        let state: String
        let code: String?
    }

    let id: String
    let matches: [Match]
    let order: Order

    init(_ answer: LookupAnswer, id: String) {
        self.id = id
        self.matches = answer.matches.map(Match.init)
        switch answer.order {
        case .notAsked: self.order = Order(state: "notAsked", code: nil)
        case .known: self.order = Order(state: "known", code: nil)
        case .unknown: self.order = Order(state: "unknown", code: nil)
        case .failed(let code): self.order = Order(state: "failed", code: code)
        }
    }
}
