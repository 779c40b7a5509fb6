import Ledger
import PurserTesting

/// A subscription chain set up in days, for tests that read like the table.
struct Scene {
    static let gracePolicy = GracePolicy()

    var chain = Chain()
    private var words: UInt64 = 0

    /// The instant so many days after the story's beginning.
    static func day(_ days: Double) -> Instant {
        Instant(milliseconds: 1_700_000_000_000 + Int64(days * 86_400_000))
    }

    static func snapshot(
        _ id: String,
        product: String = "pro",
        kind: TransactionSnapshot.Kind = .autoRenewable,
        from: Double,
        to: Double? = nil,
        signed: Double? = nil,
        digest: UInt64 = 1,
        _ change: (inout TransactionSnapshot) -> Void = { _ in }
    ) -> TransactionSnapshot {
        var snapshot = TransactionSnapshot(
            transactionID: TransactionID(id),
            originalTransactionID: OriginalTransactionID(kind == .autoRenewable ? "1" : id),
            productID: ProductID(product),
            kind: kind,
            purchaseAt: Self.day(from),
            expiresAt: to.map(Self.day),
            signedAt: Self.day(signed ?? from),
            digest: .number(digest)
        )
        change(&snapshot)
        return snapshot
    }

    /// Adds a period, or another word on one that is there.
    func period(
        _ id: String,
        product: String = "pro",
        from: Double,
        to: Double,
        signed: Double? = nil,
        _ change: (inout TransactionSnapshot) -> Void = { _ in }
    ) -> Self {
        var scene = self
        scene.words += 1
        let snapshot = Self.snapshot(
            id,
            product: product,
            from: from,
            to: to,
            signed: signed,
            digest: scene.words,
            change
        )
        if let index = scene.chain.transactions.firstIndex(where: { $0.transactionID == snapshot.transactionID }) {
            _ = scene.chain.transactions[index].merge(snapshot)
        } else {
            scene.chain.transactions.append(TransactionRecord(snapshot))
        }
        return scene
    }

    /// Adds renewal information.
    func renewal(
        _ end: Double,
        autoRenew: Bool? = true,
        signed: Double,
        _ change: (inout RenewalSnapshot) -> Void = { _ in }
    ) -> Self {
        var scene = self
        var renewal = RenewalSnapshot(
            originalTransactionID: OriginalTransactionID("1"),
            productID: ProductID("pro"),
            autoRenew: autoRenew,
            renewalAt: Self.day(end),
            signedAt: Self.day(signed),
            digest: .number(1000)
        )
        change(&renewal)
        scene.chain.renewals = [renewal]
        return scene
    }

    /// Adds a subscription status.
    func status(_ status: StatusEvidence.Status, at day: Double) -> Self {
        var scene = self
        let original = OriginalTransactionID("1")
        scene.chain.statuses = [
            StatusEvidence(originalTransactionID: original, status: status, statedAt: Self.day(day))
        ]
        return scene
    }

    /// Adds a refund request for a transaction, or its end.
    func refundRequest(_ kind: RefundRequestEvidence.Kind, of id: String, at day: Double) -> Self {
        var scene = self
        let statement = RefundRequestEvidence(
            originalTransactionID: OriginalTransactionID("1"),
            transactionID: TransactionID(id),
            kind: kind,
            signedAt: Self.day(day)
        )
        scene.chain.refundRequests.append(statement)
        return scene
    }

    /// The answer on a day, in production.
    func state(on day: Double, gracePolicy: GracePolicy = Self.gracePolicy) -> SubscriptionState {
        self.chain.state(at: Self.day(day), environment: .production, gracePolicy: gracePolicy)
    }
}

extension TransactionSnapshot {
    /// States a refund decided on a day.
    mutating func refund(on day: Double, type: String? = "REFUND_FULL", percentageMilliunits: Int? = nil) {
        self.revocation = Revocation(
            revokedAt: Scene.day(day),
            reason: 0,
            type: type,
            percentageMilliunits: percentageMilliunits
        )
    }
}
