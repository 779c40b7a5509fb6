import Ledger
import PurserService

/// The result of an action on ownership in JSON.
struct OwnershipOutcomeBody: Encodable {
    /// A summary of an entitlement.
    struct EntitlementSummary: Encodable {
        let name: String
        let active: Bool
        let state: String
        let until: String?

        init(_ entitlement: Entitlement) {
            self.name = entitlement.name.rawValue
            self.active = entitlement.isActive
            self.state = entitlement.state.code
            self.until = entitlement.until?.rfc3339
        }
    }

    /// The entitlements of one customer before and after.
    struct EntitlementChangeBody: Encodable {
        let customer: String
        let environment: String
        let before: [EntitlementSummary]
        let after: [EntitlementSummary]

        init(_ change: EntitlementChange) {
            self.customer = change.customer.rawValue
            self.environment = change.environment.rawValue
            self.before = change.before.map(EntitlementSummary.init)
            self.after = change.after.map(EntitlementSummary.init)
        }
    }

    /// The result of setting the account token at Apple.
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
    let transfers: [TransferBody]
    let entitlements: [EntitlementChangeBody]
    let accountToken: Token?
    let nothing: String?

    init(_ outcome: OwnershipOutcome) {
        self.change = outcome.change?.rawValue
        self.dryRun = outcome.isPreview
        self.newCustomer = outcome.isNewCustomer
        self.transfers = outcome.transfers.map { TransferBody($0, isPlanned: outcome.isPreview) }
        self.entitlements = outcome.entitlements.map(EntitlementChangeBody.init)
        self.accountToken = Token(outcome.token)
        self.nothing = outcome.nothing?.rawValue
    }
}

extension OwnershipOutcomeBody {
    private static let entitlement = APISchema.named(
        "EntitlementSummary",
        .object(
            .required("name", .string()),
            .required("active", .boolean),
            .required("state", .enumeration(Entitlement.State.allCases.map(\.code))),
            .optional("until", .instant)
        )
    )

    /// Its schema.
    static let schema = APISchema.named(
        "OwnershipOutcome",
        .object(
            .optional(
                "change",
                .string(),
                "The change's id, with which it can be undone; absent if nothing changed."
            ),
            .required("dryRun", .boolean, "Whether the request was a dry run."),
            .required(
                "newCustomer",
                .boolean,
                "Whether the server did not know this customer id before; check its spelling."
            ),
            .required("transfers", .array(of: TransferBody.schema), "The transfers; in a dry run, the expected ones."),
            .required(
                "entitlements",
                .array(
                    of: .object(
                        .required("customer", .customer),
                        .required("environment", .environment),
                        .required("before", .array(of: Self.entitlement)),
                        .required("after", .array(of: Self.entitlement))
                    )
                ),
                "The entitlements of every customer concerned, before and after."
            ),
            .optional(
                "accountToken",
                .object(
                    .required("state", .enumeration("planned", "set", "failed")),
                    .optional("appAccountToken", .accountToken),
                    .optional(
                        "code",
                        .string(),
                        "The code of the error if the token could not be set; the purchases were transferred "
                            + "nevertheless."
                    )
                ),
                "The result of setting the account token at Apple; absent if it was not requested."
            ),
            .nothing
        )
    )
}

/// A transfer in JSON; a planned transfer has no id yet.
struct TransferBody: Encodable {
    let id: String?
    let environment: String
    let originalTransaction: String
    let transactions: [String]
    let from: String?
    let to: String?
    let reason: String
    let transferredAt: String
    let change: String?

    init(_ transfer: OwnershipTransfer, isPlanned: Bool = false) {
        self.id = isPlanned ? nil : transfer.id.rawValue
        self.environment = transfer.environment.rawValue
        self.originalTransaction = transfer.originalTransactionID.rawValue
        self.transactions = transfer.transactionIDs.map(\.rawValue)
        self.from = transfer.from?.rawValue
        self.to = transfer.to?.rawValue
        self.reason = transfer.reason.rawValue
        self.transferredAt = transfer.transferredAt.rfc3339
        self.change = isPlanned ? nil : transfer.change?.rawValue
    }
}

extension TransferBody {
    /// Its schema.
    static let schema = APISchema.named(
        "OwnershipTransfer",
        .object(
            .optional(
                "id",
                .string(),
                "The transfer's id, which the events of both customers contain. Absent in a dry run."
            ),
            .required("environment", .environment),
            .required("originalTransaction", .transaction, "The chain's original transaction."),
            .required("transactions", .array(of: .transaction), "The transferred transactions."),
            .optional("from", .customer, "The previous owner; absent if there was none."),
            .optional("to", .customer, "The new owner; absent if there is none."),
            .required("reason", .string(), "The rule of ownership that decided."),
            .required("transferredAt", .instant),
            .optional(
                "change",
                .string(),
                "The change that caused the transfer, with which it can be undone; absent for a rule, and in a dry run."
            )
        )
    )
}
