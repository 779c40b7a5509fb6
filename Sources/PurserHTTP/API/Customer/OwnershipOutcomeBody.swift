import Ledger
import PurserService

/// What an act on ownership did, or would do, as our JSON shows it.
struct OwnershipOutcomeBody: Encodable {
    /// A right in short.
    struct Right: Encodable {
        let right: String
        let active: Bool
        let state: String
        let until: String?

        init(_ entitlement: Entitlement) {
            self.right = entitlement.right.rawValue
            self.active = entitlement.isActive
            self.state = entitlement.state.code
            self.until = entitlement.until?.rfc3339
        }
    }

    /// The rights of one customer before and after.
    struct Rights: Encodable {
        let customer: String
        let environment: String
        let before: [Right]
        let after: [Right]

        init(_ change: RightsChange) {
            self.customer = change.customer.rawValue
            self.environment = change.environment.rawValue
            self.before = change.before.map(Right.init)
            self.after = change.after.map(Right.init)
        }
    }

    /// What came of letting Apple name the new owner.
    struct Token: Encodable {
        let state: String
        let appAccountToken: String?
        let code: String?

        init?(_ outcome: OwnershipOutcome.TokenOutcome) {
            switch outcome {
            case .notAsked: return nil
            case .planned: (self.state, self.appAccountToken, self.code) = ("planned", nil, nil)
            case .set(let token): (self.state, self.appAccountToken, self.code) = ("set", token.description, nil)
            case .failed(let code): (self.state, self.appAccountToken, self.code) = ("failed", nil, code)
            }
        }
    }

    let change: String?
    let dryRun: Bool
    let newCustomer: Bool
    let moves: [MoveBody]
    let rights: [Rights]
    let accountToken: Token?
    let nothing: String?

    init(_ outcome: OwnershipOutcome) {
        self.change = outcome.change?.rawValue
        self.dryRun = outcome.isPreview
        self.newCustomer = outcome.isNewCustomer
        self.moves = outcome.moves.map { MoveBody($0, isPlanned: outcome.isPreview) }
        self.rights = outcome.rights.map(Rights.init)
        self.accountToken = Token(outcome.token)
        self.nothing = outcome.nothing?.rawValue
    }
}
