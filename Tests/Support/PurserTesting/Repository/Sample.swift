package import Ledger

/// Makes the evidence and facts that the contract is shown with.
package enum Sample {
    /// The app of most samples.
    package static let app = AppName("shop")
    /// An instant from which the others count.
    package static let beginning = Instant(milliseconds: 1_767_225_600_000)

    /// A customer of this name, which must be a valid one.
    package static func customer(_ name: String) -> CustomerID {
        guard let customer = CustomerID(name) else { preconditionFailure("A sample has a valid name.") }
        return customer
    }

    /// A token for a number.
    package static func token(_ number: UInt64) -> AccountToken {
        var generator = SeededGenerator(seed: number)
        return AccountToken(high: generator.next(), low: generator.next())
    }

    /// An auto-renewable period as Apple mostly states it, a month long.
    package static func period(
        _ id: String,
        of original: String,
        at begunAt: Instant = Self.beginning,
        token: AccountToken? = nil,
        reason: TransactionSnapshot.Reason = .purchase,
        signedAt: Instant? = nil,
        number: UInt64? = nil
    ) -> TransactionSnapshot {
        TransactionSnapshot(
            transactionID: TransactionID(id),
            originalTransactionID: OriginalTransactionID(original),
            webOrderLineItemID: WebOrderLineItemID("7" + id),
            productID: ProductID("com.example.plus.monthly"),
            kind: .autoRenewable,
            purchaseAt: begunAt,
            expiresAt: begunAt + .days(30),
            accountToken: token,
            reason: reason,
            price: Money(amountMilliunits: 9990, currency: "USD"),
            storefront: "USA",
            signedAt: signedAt ?? begunAt,
            digest: .number(number ?? UInt64(id.utf8.reduce(0) { $0 &* 31 &+ Int($1) } & 0xFFFF_FFFF))
        )
    }

    /// A consumable purchase of the product `gems`, without a token.
    package static func gems(
        _ id: String,
        at boughtAt: Instant = Self.beginning,
        signedAt: Instant = Self.beginning,
        number: UInt64 = 1
    ) -> TransactionSnapshot {
        TransactionSnapshot(
            transactionID: TransactionID(id),
            originalTransactionID: OriginalTransactionID(id),
            productID: ProductID("gems"),
            kind: .consumable,
            purchaseAt: boughtAt,
            signedAt: signedAt,
            digest: .number(number)
        )
    }

    /// Returns renewal information for the end of a period.
    package static func renewal(
        of period: TransactionSnapshot,
        autoRenew: Bool = true,
        signedAt: Instant? = nil,
        number: UInt64 = 1
    ) -> RenewalSnapshot {
        RenewalSnapshot(
            originalTransactionID: period.originalTransactionID,
            productID: period.productID,
            autoRenewProductID: period.productID,
            autoRenew: autoRenew,
            renewalAt: period.expiresAt,
            price: period.price,
            accountToken: period.accountToken,
            appTransactionID: period.appTransactionID,
            signedAt: signedAt ?? period.signedAt,
            digest: .number(number)
        )
    }

    /// Random bytes of a seed.
    package static func bytes(_ count: Int, seed: UInt64) -> [UInt8] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    }

    /// A signed object of this number: a header that all share, a payload and a signature of their own.
    package static func evidence(
        _ number: UInt64,
        kind: SignedEvidence.Kind,
        payloadBytes: Int = 40,
        parts: [SignedEvidence.Part] = [],
        signedAt: Instant = Self.beginning
    ) -> SignedEvidence {
        SignedEvidence(
            digest: .number(number),
            kind: kind,
            headerDigest: .number(.max),
            header: Self.bytes(3300, seed: .max),
            payload: Self.bytes(payloadBytes, seed: number),
            signature: Self.bytes(64, seed: ~number),
            parts: parts,
            signedAt: signedAt
        )
    }

    /// A unit of facts alone.
    package static func facts(
        _ transactions: [TransactionSnapshot] = [],
        renewals: [RenewalSnapshot] = [],
        submission: Submission? = nil,
        tokens: [AccountToken] = [],
        app: AppName = Self.app,
        environment: StoreEnvironment = .production
    ) -> Intake {
        Intake(
            app: app,
            environment: environment,
            receivedAt: Self.beginning,
            transactions: transactions,
            renewals: renewals,
            submission: submission,
            customerTokens: tokens
        )
    }

    /// A customer's submission of a transaction.
    package static func submission(
        _ customer: String,
        _ transaction: String,
        intent: Submission.Intent = .purchase,
        at submittedAt: Instant = Self.beginning
    ) -> Submission {
        Submission(
            customer: Self.customer(customer),
            transactionID: TransactionID(transaction),
            intent: intent,
            submittedAt: submittedAt
        )
    }

    /// A whole notification about one period, with the renewal that follows it, in evidence of genuine size.
    ///
    /// Notifications of different numbers have nothing in common.
    package static func notification(
        _ number: UInt64,
        about period: TransactionSnapshot,
        app: AppName = Self.app,
        environment: StoreEnvironment = .production
    ) -> Intake {
        let transaction = Self.evidence(number &* 4 &+ 1, kind: .transaction, payloadBytes: 1100)
        let renewal = Self.evidence(number &* 4 &+ 2, kind: .renewal, payloadBytes: 800)
        let outer = Self.evidence(
            number &* 4 &+ 3,
            kind: .notification,
            payloadBytes: 500,
            parts: [
                SignedEvidence.Part(offset: 310, digest: transaction.digest),
                SignedEvidence.Part(offset: 340, digest: renewal.digest),
            ]
        )
        return Intake(
            app: app,
            environment: environment,
            receivedAt: period.signedAt + .seconds(2),
            evidence: [transaction, renewal, outer],
            notification: NotificationEvidence(
                uuid: Self.token(number &+ 0x5EED_0000).description,
                type: "DID_RENEW",
                subtype: nil,
                signedAt: period.signedAt,
                evidence: outer.digest,
                transactionID: period.transactionID
            ),
            transactions: [period],
            renewals: [Self.renewal(of: period, number: number)],
            statuses: [
                StatusEvidence(
                    originalTransactionID: period.originalTransactionID,
                    status: .active,
                    statedAt: period.signedAt
                )
            ]
        )
    }
}
