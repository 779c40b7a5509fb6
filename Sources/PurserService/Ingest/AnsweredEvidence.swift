package import AppStore
import Crypto
package import Ledger

/// What Apple answered about a customer's purchases, as it came: signed objects, still closed, and its word on
/// subscriptions, which nobody signed.
package struct AnsweredEvidence: Sendable {
    /// One subscription as Apple states it.
    package struct Subscription: Sendable {
        /// Which one.
        package let originalTransactionID: OriginalTransactionID
        /// Apple's word; `nil` for one that this version does not know.
        package let status: StatusEvidence.Status?
        /// Its newest transaction in compact form.
        package let transaction: [UInt8]?
        /// Its renewal info in compact form.
        package let renewal: [UInt8]?

        /// A subscription of these parts.
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
    /// When Apple was asked: what nobody signed is as old as the question.
    package let askedAt: Instant

    /// An answer of these parts.
    package init(transactions: [[UInt8]] = [], subscriptions: [Subscription] = [], askedAt: Instant) {
        self.transactions = transactions
        self.subscriptions = subscriptions
        self.askedAt = askedAt
    }

    /// What Get All Subscription Statuses answered.
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

/// What became of an answer of Apple's.
package struct AnswerOutcome: Hashable, Sendable {
    /// The transactions in it that are recorded now, with where they belong.
    package var transactions: [TransactionID] = []
    /// The environments they belong to.
    package var environments: Set<StoreEnvironment> = []
    /// Whether any of it was new.
    package var isNew = false
    /// How many objects had to be held back.
    package var heldCount = 0

    /// Nothing yet.
    package init() {}
}

extension EvidenceDigest {
    /// The digest that an object of an answer of Apple's is held under: over its signer and all that it says but its
    /// date.
    ///
    /// Apple signs an object anew, with the date of now, each time that it is asked. Under the digest of its bytes the
    /// same state would be held again with each answer. A state that differs has a digest of its own, so that none is
    /// lost, and so does the same state under another certificate. The line break keeps it apart from the digest of any
    /// compact form. Of bytes that are no signed object, the digest is over all of them.
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
