package import AppStore
import Crypto
package import Ledger

/// Apple's answer about a customer's purchases as it came: signed objects, not yet verified, and the unsigned statuses
/// of subscriptions.
package struct AnsweredEvidence: Sendable {
    /// One subscription in the answer.
    package struct Subscription: Sendable {
        /// The original transaction id of the subscription.
        package let originalTransactionID: OriginalTransactionID
        /// The status; `nil` for one that this version does not know.
        package let status: StatusEvidence.Status?
        /// The newest transaction in compact form.
        package let transaction: [UInt8]?
        /// The renewal info in compact form.
        package let renewal: [UInt8]?

        /// Creates a subscription of these parts.
        package init(
            originalTransactionID: OriginalTransactionID,
            status: StatusEvidence.Status?,
            transaction: [UInt8]?,
            renewal: [UInt8]?
        ) {
            self.originalTransactionID = originalTransactionID
            self.status = status
            self.transaction = transaction
            self.renewal = renewal
        }
    }

    /// Transactions in compact form.
    package let transactions: [[UInt8]]
    /// Subscriptions.
    package let subscriptions: [Subscription]
    /// The instant of the request, which dates the unsigned parts.
    package let askedAt: Instant

    /// Creates an answer of these parts.
    package init(transactions: [[UInt8]] = [], subscriptions: [Subscription] = [], askedAt: Instant) {
        self.transactions = transactions
        self.subscriptions = subscriptions
        self.askedAt = askedAt
    }

    /// Creates the answer of Get All Subscription Statuses.
    package init(_ response: StatusResponse, askedAt: Instant) {
        let items = (response.data ?? []).flatMap { $0.lastTransactions ?? [] }
        self.init(
            subscriptions: items.compactMap { item in
                guard let original = item.originalTransactionId else { return nil }
                return Subscription(
                    originalTransactionID: OriginalTransactionID(original),
                    status: item.status.flatMap { StatusEvidence.Status(rawValue: Int($0.rawValue)) },
                    transaction: item.signedTransactionInfo?.bytes,
                    renewal: item.signedRenewalInfo?.bytes
                )
            },
            askedAt: askedAt
        )
    }
}

/// The result of ingesting an answer of Apple's.
package struct AnswerOutcome: Hashable, Sendable {
    /// The transactions in the answer that are recorded now.
    package var transactions: [TransactionID] = []
    /// The environments of the transactions.
    package var environments: Set<StoreEnvironment> = []
    /// Whether any of the evidence was new.
    package var isNew = false
    /// The number of objects that were held.
    package var heldCount = 0

    /// Creates an empty result.
    package init() {}
}

extension EvidenceDigest {
    /// Computes the digest under which an object of Apple's answer is held: over its signer and its contents except the
    /// date.
    ///
    /// Apple signs an object anew, with the current date, in each answer. Under the digest of its bytes the same state
    /// would be held again with each answer. A different state has another digest, so that none is lost, and so has the
    /// same state under another certificate. The line break distinguishes the digest from that of any compact form. For
    /// bytes that are not a signed object, the digest covers all of them.
    init(answered compact: [UInt8], kind: SignedEvidence.Kind) {
        var hash = SHA256()
        let parts = compact.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        if parts.count == 3, let json = Base64URL.decode(parts[1]), let payload = try? JSONValue(json: json),
            case .object(let members) = payload
        {
            let said = members.filter { !$0.key.utf8.elementsEqual("signedDate".utf8) }
                .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            hash.update(data: Array("\(kind.rawValue)\n".utf8))
            hash.update(data: Array(parts[0]))
            hash.update(data: JSONValue.object(said).json())
        } else {
            hash.update(data: compact)
        }
        self.init(sha256: Array(hash.finalize()))
    }
}
