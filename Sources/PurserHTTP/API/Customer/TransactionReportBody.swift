import AppStore
import Ledger
import Notation
import PurserService

/// The details of a transaction in JSON.
struct TransactionReportBody: Encodable {
    /// A purchase of the chain and its owner.
    struct Link: Encodable {
        let transactions: [String]
        let product: String
        let purchasedAt: String
        let endsAt: String?
        let owner: String?
        let reason: String
    }

    /// A reference to a signed document among the evidence.
    struct Evidence: Encodable {
        let signedAt: String
        let payloadDigest: String
        let revokedAt: String?
        let reversal: Bool

        init(_ snapshot: TransactionSnapshot) {
            self.signedAt = snapshot.signedAt.rfc3339
            self.payloadDigest = Hexadecimal.text(Hexadecimal.bytes(of: snapshot.digest.rawValue))
            self.revokedAt = snapshot.revocation?.revokedAt.rfc3339
            self.reversal = snapshot.isReversal
        }
    }

    let transaction: String
    let originalTransaction: String
    let environment: String
    let owner: String?
    let reason: String
    let appAccountToken: String?
    let appTransaction: String?
    let purchase: PurchaseLineBody?
    let subscription: JSONValue?
    let chain: [Link]
    let evidence: [Evidence]
    let transfers: [TransferBody]

    init(_ report: TransactionReport) {
        self.transaction = report.transactionID.rawValue
        self.originalTransaction = report.originalTransactionID.rawValue
        self.environment = report.environment.rawValue
        self.owner = report.claim.owner?.rawValue
        self.reason = report.claim.reason.rawValue
        self.appAccountToken =
            report.snapshots.lazy.compactMap(\.accountToken).first?.description
            ?? report.snapshots.lazy.compactMap(\.malformedAccountToken).first
        self.appTransaction = report.snapshots.lazy.compactMap(\.appTransactionID).last?.rawValue
        self.purchase = report.purchase.map(PurchaseLineBody.init)
        self.subscription = report.subscription.flatMap(SubscriptionBody.value)
        self.chain = report.chain.chain.purchases.map { purchase in
            let claim = report.chain.claims[purchase.transactionIDs[0]] ?? .unclaimed
            return Link(
                transactions: purchase.transactionIDs.map(\.rawValue),
                product: purchase.snapshot.productID.rawValue,
                purchasedAt: purchase.begunAt.rfc3339,
                endsAt: purchase.snapshot.expiresAt?.rfc3339,
                owner: claim.owner?.rawValue,
                reason: claim.reason.rawValue
            )
        }
        self.evidence = report.snapshots.map(Evidence.init)
        self.transfers = report.transfers.map { TransferBody($0) }
    }
}

extension TransactionReportBody {
    /// Its schema.
    static let schema = APISchema.named(
        "TransactionReport",
        .object(
            .required("transaction", .transaction),
            .required("originalTransaction", .transaction),
            .required("environment", .environment),
            .optional("owner", .customer, "The owner; absent if there is none."),
            .required("reason", .string(), "The rule of ownership that decided."),
            .optional("appAccountToken", .string(), "The token in the transaction, even if it is not a UUID."),
            .optional("appTransaction", .string(), "The Apple Account's `appTransactionId` for this app."),
            .optional("purchase", PurchaseLineBody.schema),
            .optional("subscription", SubscriptionBody.schema),
            .required(
                "chain",
                .array(
                    of: .object(
                        .required("transactions", .array(of: .transaction)),
                        .required("product", .product),
                        .required("purchasedAt", .instant),
                        .optional("endsAt", .instant),
                        .optional("owner", .customer),
                        .required("reason", .string())
                    )
                ),
                "Every purchase of the chain with its owner, earliest first."
            ),
            .required(
                "evidence",
                .array(
                    of: .object(
                        .required("signedAt", .instant),
                        .required("payloadDigest", .string(), "The first eight bytes of the payload's SHA-256."),
                        .optional("revokedAt", .instant),
                        .required("reversal", .boolean)
                    )
                ),
                "The documents that Apple signed about it and that still count, oldest first."
            ),
            .required("transfers", .array(of: TransferBody.schema), "The transfers of the chain, newest first.")
        )
    )
}
