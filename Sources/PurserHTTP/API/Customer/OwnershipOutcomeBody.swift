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

extension OwnershipOutcomeBody {
    private static let right = APISchema.named(
        "RightInShort",
        .object(
            .required("right", .string()),
            .required("active", .boolean),
            .required("state", .words(Entitlement.State.allCases.map(\.code))),
            .optional("until", .instant)
        )
    )

    /// The form of it.
    static let schema = APISchema.named(
        "OwnershipOutcome",
        .object(
            .optional("change", .string(), "The act's id, by which it can be undone; absent where nothing was done."),
            .required("dryRun", .boolean, "Whether it is only what would be done."),
            .required("newCustomer", .boolean, "Whether nobody had this customer id before: check its spelling."),
            .required("moves", .array(of: MoveBody.schema), "What moved, or would."),
            .required(
                "rights",
                .array(
                    of: .object(
                        .required("customer", .customer),
                        .required("environment", .environment),
                        .required("before", .array(of: Self.right)),
                        .required("after", .array(of: Self.right))
                    )
                ),
                "The rights of everybody concerned, before and after."
            ),
            .optional(
                "accountToken",
                .object(
                    .required("state", .words("planned", "set", "failed")),
                    .optional("appAccountToken", .accountToken),
                    .optional("code", .string(), "Why Apple was not told; the purchases have moved all the same.")
                ),
                "What came of letting Apple name the new owner; absent where nobody asked for it."
            ),
            .nothing
        )
    )
}

/// A move as our JSON shows it; what is only planned has no names yet.
struct MoveBody: Encodable {
    let id: String?
    let environment: String
    let originalTransaction: String
    let transactions: [String]
    let from: String?
    let to: String?
    let reason: String
    let movedAt: String
    let change: String?

    init(_ move: OwnershipMove, isPlanned: Bool = false) {
        self.id = isPlanned ? nil : move.id.rawValue
        self.environment = move.environment.rawValue
        self.originalTransaction = move.originalTransactionID.rawValue
        self.transactions = move.transactionIDs.map(\.rawValue)
        self.from = move.from?.rawValue
        self.to = move.to?.rawValue
        self.reason = move.reason.rawValue
        self.movedAt = move.movedAt.rfc3339
        self.change = isPlanned ? nil : move.change?.rawValue
    }
}

extension MoveBody {
    /// The form of it.
    static let schema = APISchema.named(
        "OwnershipMove",
        .object(
            .optional("id", .string(), "The move's name; both sides' events bear it. Absent in a dry run."),
            .required("environment", .environment),
            .required("originalTransaction", .transaction, "The chain."),
            .required("transactions", .array(of: .transaction), "What passed on."),
            .optional("from", .customer, "Whose it was; absent for nobody."),
            .optional("to", .customer, "Whose it is; absent for nobody."),
            .required("reason", .string(), "The rule of ownership that decided."),
            .required("movedAt", .instant),
            .optional(
                "change",
                .string(),
                "The act that moved it, by which it can be undone; absent for a rule, and in a dry run."
            )
        )
    )
}
