import Ledger
import PersistenceSQL
import PersistenceSQLite

/// A repository's answers about all data of one database, as text with one fact per line.
///
/// Each field is named here one by one, so that a field which a later version adds changes nothing in the text of an
/// earlier one.
struct ReleasedAnswers {
    /// The transactions to ask about.
    let transactions: [(app: String, environment: StoreEnvironment, id: String)]
    /// The customers to ask about.
    let customers: [(app: String, name: String)]

    /// The text.
    func text(of repository: some Repository) async throws -> String {
        var lines: [String] = []
        for (position, app, evidence) in try await repository.read({ view in try view.evidence(after: 0, limit: 100_000)
        }) {
            lines.append("evidence \(position) \(app) \(Self.line(evidence))")
            let again = try await repository.read { view in try view.evidence(evidence.digest, app: app) }
            if again != evidence { lines.append("  and by its digest something else") }
        }
        for held in try await repository.read({ view in
            try view.dueHeldEvidence(at: Instant(milliseconds: .max), limit: 1000)
        }) {
            lines.append("held \(Self.line(held))")
        }
        for (reason, count) in try await repository.read({ view in try view.heldCounts() }).sorted(by: {
            $0.key.rawValue < $1.key.rawValue
        }) {
            lines.append("held \(reason.rawValue) \(count)")
        }
        for (app, environment, id) in self.transactions {
            let owned = try await repository.read { view in
                try view.chain(of: TransactionID(id), app: AppName(app), environment: environment)
            }
            guard let owned else {
                lines.append("transaction \(app) \(environment.rawValue) \(id): unknown")
                continue
            }
            lines.append("transaction \(app) \(environment.rawValue) \(id): in \(Self.name(of: owned))")
            // Once for each chain, with the first of its transactions.
            if Self.name(of: owned) == id { lines += Self.lines(owned) }
        }
        for (app, name) in self.customers {
            guard let customer = CustomerID(name) else { continue }
            let tokens = try await repository.read { view in try view.accountTokens(of: customer, app: AppName(app)) }
            lines.append("tokens \(app) \(name): \(tokens.map(\.description).joined(separator: " "))")
            for token in tokens {
                let known = try await repository.read { view in try view.customer(of: token, app: AppName(app)) }
                if known != customer { lines.append("  and by \(token) it is another customer") }
            }
            for environment in StoreEnvironment.allCases {
                let ledger = try await repository.read { view in
                    try view.ledger(of: customer, app: AppName(app), environment: environment)
                }
                guard !ledger.chains.isEmpty else { continue }
                let chains = ledger.chains.map(Self.name).joined(separator: " ")
                lines.append("customer \(app) \(environment.rawValue) \(name): \(chains)")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func name(of owned: OwnedChain) -> String {
        owned.chain.transactions.first?.transactionID.rawValue ?? "nothing"
    }

    private static func line(_ evidence: SignedEvidence) -> String {
        let parts = evidence.parts.map { "\($0.offset):\(Self.hex($0.digest))" }.joined(separator: " ")
        return """
            \(evidence.kind.rawValue) \(Self.hex(evidence.digest)) header \(Self.hex(evidence.headerDigest)) \
            \(Self.sum(evidence.header)) payload \(Self.sum(evidence.payload)) signature \
            \(Self.sum(evidence.signature)) at \(evidence.signedAt.milliseconds) [\(parts)]
            """
    }

    private static func line(_ held: HeldEvidence) -> String {
        let submission = held.submission.map(Self.line) ?? "nobody"
        return """
            \(Self.hex(held.digest)) \(held.app) \(held.reason.rawValue) \(held.code) \(held.kind.rawValue) \
            \(Self.sum(held.body)) by \(submission) at \(held.receivedAt.milliseconds) due \(Self.text(held.dueAt))
            """
    }

    private static func line(_ submission: Submission) -> String {
        """
        \(submission.customer) \(submission.transactionID) \(submission.intent.rawValue) \
        \(submission.submittedAt.milliseconds)
        """
    }

    private static func lines(_ owned: OwnedChain) -> [String] {
        let chain = owned.chain
        var lines: [String] = []
        for record in chain.transactions {
            let claim = owned.claims[record.transactionID] ?? .unclaimed
            lines.append(
                "  \(record.transactionID) of \(claim.owner?.rawValue ?? "nobody") by \(claim.reason.rawValue)"
            )
            lines += record.snapshots.map { "    " + Self.line($0) }
        }
        lines += chain.renewals.map { "  renewal " + Self.line($0) }
        for status in chain.statuses {
            lines.append(
                "  status \(status.originalTransactionID) \(status.status.rawValue) \(status.statedAt.milliseconds)"
            )
        }
        let requests = chain.refundRequests.map { request in
            "  refund request \(request.transactionID) \(request.kind) \(request.signedAt.milliseconds)"
        }
        return lines + requests.sorted()
    }

    private static func line(_ snapshot: TransactionSnapshot) -> String {
        """
        \(snapshot.transactionID) \(snapshot.originalTransactionID) from \
        \(snapshot.previousOriginalTransactionID?.rawValue ?? "-") line \(snapshot.webOrderLineItemID?.rawValue ?? "-") \
        account \(snapshot.appTransactionID?.rawValue ?? "-") \(snapshot.productID) \(snapshot.kind.rawValue) \
        \(snapshot.purchaseAt.milliseconds)...\(Self.text(snapshot.expiresAt)) x\(snapshot.quantity) \
        \(snapshot.ownership.rawValue) token \(snapshot.accountToken?.description ?? "-") \
        \(snapshot.malformedAccountToken ?? "-") upgraded \(snapshot.isUpgraded) \(Self.text(snapshot.revocation)) \
        \(snapshot.reason?.rawValue ?? "-") \(Self.text(snapshot.offer)) \(Self.text(snapshot.price)) \
        \(snapshot.storefront ?? "-") reversal \(snapshot.isReversal) \(snapshot.signedAt.milliseconds) \
        \(Self.hex(snapshot.digest))
        """
    }

    private static func line(_ renewal: RenewalSnapshot) -> String {
        """
        \(renewal.originalTransactionID) \(renewal.productID) \(renewal.autoRenewProductID?.rawValue ?? "-") \
        \(renewal.autoRenew.map { "\($0)" } ?? "-") \(Self.text(renewal.renewalAt)) grace \
        \(Self.text(renewal.gracePeriodExpiresAt)) retry \(renewal.isInBillingRetry) intent \
        \(renewal.expirationIntent ?? -1) increase \(renewal.priceIncreaseStatus ?? -1) \(Self.text(renewal.offer)) \
        \(Self.text(renewal.price)) \(renewal.accountToken?.description ?? "-") \
        \(renewal.appTransactionID?.rawValue ?? "-") \(renewal.signedAt.milliseconds) \(Self.hex(renewal.digest))
        """
    }

    private static func text(_ instant: Instant?) -> String {
        instant.map { "\($0.milliseconds)" } ?? "-"
    }

    private static func text(_ revocation: Revocation?) -> String {
        guard let revocation else { return "kept" }
        return """
            revoked \(revocation.revokedAt.milliseconds) \(revocation.reason ?? -1) \(revocation.type ?? "-") \
            \(revocation.percentageMilliunits ?? -1)
            """
    }

    private static func text(_ offer: Offer?) -> String {
        guard let offer else { return "-" }
        return "\(offer.type)/\(offer.identifier ?? "-")/\(offer.discountType ?? "-")/\(offer.period ?? "-")"
    }

    private static func text(_ price: Money?) -> String {
        price.map { "\($0.amountMilliunits) \($0.currency)" } ?? "-"
    }

    private static func hex(_ digest: EvidenceDigest) -> String { Self.hex(digest.bytes) }

    private static func hex(_ digest: PayloadDigest) -> String {
        Self.hex((0..<8).map { UInt8(truncatingIfNeeded: digest.rawValue >> (56 - $0 * 8)) })
    }

    /// The number of bytes and their FNV-1a sum.
    private static func sum(_ bytes: [UInt8]) -> String {
        let sum = bytes.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return "\(bytes.count):\(String(sum, radix: 16))"
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
