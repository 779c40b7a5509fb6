import Ledger

extension RepositoryContract {
    static let recording = [
        Behavior("A notification recorded twice changes nothing the second time") { subject in
            let intake = Sample.notification(1, about: Sample.period("100", of: "100"))
            let first = try await subject.repository.record(intake)
            let before = try await subject.repository.read { view in
                try view.chain(
                    of: TransactionID("100"),
                    app: Sample.app,
                    environment: .production
                )
            }
            let second = try await subject.repository.record(intake)
            let after = try await subject.repository.read { view in
                try view.chain(
                    of: TransactionID("100"),
                    app: Sample.app,
                    environment: .production
                )
            }
            try Self.require(first.isNew, "The first time is new.")
            try Self.require(!second.isNew, "The second time is not.")
            try Self.require(after, is: before, "The chain stays as it was.")
            try Self.require(after != nil, "The transaction is known.")
            let evidence = try await subject.repository.read { view in try view.evidence(after: 0, limit: 100) }
            try Self.require(evidence.count, is: 3, "Each object is kept once.")
        },
        Behavior("A unit says which notification, transactions and revocations became known with it, each once") {
            subject in
            let repository = subject.repository
            let period = Sample.period("100", of: "100")
            let intake = Sample.notification(1, about: period)
            let first = try await repository.record(intake)
            try Self.require(first.isNotificationNew, "The notification is new.")
            try Self.require(first.transactions, is: [TransactionID("100")], "Its transaction is.")
            try Self.require(first.revoked, is: [], "Nothing is revoked.")
            let second = try await repository.record(intake)
            try Self.require(!second.isNotificationNew && second.transactions.isEmpty, "All of it is known now.")

            var refunded = Sample.period("100", of: "100", signedAt: Sample.beginning + .hours(2), number: 2)
            refunded.revocation = Revocation(
                revokedAt: Sample.beginning + .hours(1),
                reason: nil,
                type: nil,
                percentageMilliunits: nil
            )
            let refund = try await repository.record(Sample.facts([refunded]))
            try Self.require(refund.transactions, is: [], "The transaction was known.")
            try Self.require(refund.revoked, is: [TransactionID("100")], "Its refund was not.")
            // A receipt knows the second alone.
            refunded.revocation = Revocation(
                revokedAt: Instant(milliseconds: Sample.beginning.milliseconds + 3_600_999),
                reason: 0,
                type: nil,
                percentageMilliunits: nil
            )
            refunded.signedAt = Sample.beginning + .hours(3)
            refunded.digest = .number(3)
            let again = try await repository.record(Sample.facts([refunded]))
            try Self.require(again.isNew && again.revoked.isEmpty, "The same refund is known from any source.")

            var other = Sample.gems("200", number: 4)
            other.revocation = refunded.revocation
            let both = try await repository.record(Sample.facts([other, Sample.gems("201", number: 5)]))
            try Self.require(both.transactions, is: [TransactionID("200"), TransactionID("201")], "Both are new.")
            try Self.require(both.revoked, is: [TransactionID("200")], "One is refunded.")
            try Self.require(!both.isNotificationNew, "There was none.")
        },
        Behavior("A newer snapshot is new, an older one changes nothing") { subject in
            let newer = Sample.period("100", of: "100", signedAt: Sample.beginning + .hours(2), number: 2)
            let older = Sample.period("100", of: "100", signedAt: Sample.beginning + .hours(1), number: 1)
            let first = try await subject.repository.record(Sample.facts([newer]))
            let second = try await subject.repository.record(Sample.facts([older]))
            try Self.require(first.isNew && !second.isNew, "Only the newer snapshot is new.")
            let chain = try await subject.repository.read { view in
                try view.chain(
                    of: TransactionID("100"),
                    app: Sample.app,
                    environment: .production
                )
            }
            try Self.require(chain?.chain.transactions.map(\.current) ?? [], is: [newer], "The newer one speaks.")
        },
        Behavior("A unit of work that refers to unknown evidence is refused as a whole") { subject in
            let missing = SignedEvidence.Part(offset: 3, digest: .number(99))
            var intake = Sample.facts([Sample.period("100", of: "100")])
            intake.evidence = [
                Sample.evidence(1, kind: .transaction),
                Sample.evidence(2, kind: .notification, parts: [missing]),
            ]
            do {
                _ = try await subject.repository.record(intake)
                throw ContractViolation("The unit is refused.", line: #line)
            } catch let error as RepositoryError {
                try Self.require(error, is: .corrupt, "The error says why.")
            }
            let evidence = try await subject.repository.read { view in try view.evidence(after: 0, limit: 10) }
            let chain = try await subject.repository.read { view in
                try view.chain(
                    of: TransactionID("100"),
                    app: Sample.app,
                    environment: .production
                )
            }
            try Self.require(evidence.isEmpty && chain == nil, "Nothing of it is kept.")
            intake.evidence.removeLast()
            let outcome = try await subject.repository.record(intake)
            try Self.require(outcome.isNew, "Without the reference it is taken.")
        },
        Behavior("Every value of a transaction, a renewal, a status and a refund request comes back") { subject in
            let intake = Self.everything
            _ = try await subject.repository.record(intake)
            let found = try await subject.repository.read { view in
                try view.chain(
                    of: TransactionID("100"),
                    app: Sample.app,
                    environment: .production
                )
            }
            let chain = try Self.unwrap(found, "The chain is known.").chain
            try Self.require(chain.transactions.flatMap(\.snapshots), is: intake.transactions, "The transactions.")
            try Self.require(chain.renewals, is: intake.renewals, "The renewals.")
            try Self.require(chain.statuses, is: intake.statuses, "The statuses.")
            try Self.require(chain.refundRequests, is: intake.refundRequests, "The refund requests.")
        },
        Behavior("Recorded evidence is there after reopening") { subject in
            guard let reopen = subject.reopen else { return }
            let intake = Self.everything
            _ = try await subject.repository.record(intake)
            let period = Sample.period("900", of: "900", token: Sample.token(9))
            _ = try await subject.repository.record(Sample.notification(7, about: period))
            _ = try await subject.repository.record(
                Sample.facts(submission: Sample.submission("ada", "100"), tokens: [Sample.token(9)])
            )
            let before = try await subject.repository.read { view in
                try view.ledger(
                    of: Sample.customer("ada"),
                    app: Sample.app,
                    environment: .production
                )
            }
            let evidence = try await subject.repository.read { view in try view.evidence(after: 0, limit: 10) }.map(
                \.evidence
            )
            let reopened = try await reopen()
            let after = try await reopened.read { view in
                try view.ledger(
                    of: Sample.customer("ada"),
                    app: Sample.app,
                    environment: .production
                )
            }
            let evidenceAfter = try await reopened.read { view in try view.evidence(after: 0, limit: 10) }.map(
                \.evidence
            )
            try Self.require(after, is: before, "The ledger is the same.")
            try Self.require(after.chains.count, is: 2, "Both chains are there.")
            try Self.require(evidenceAfter, is: evidence, "The evidence is the same.")
            let again = try await reopened.record(intake)
            try Self.require(!again.isNew, "It is still known.")
        },
        Behavior("A closed repository takes nothing and answers nothing") { subject in
            try await subject.repository.write { unit in try unit.probe() }
            await subject.repository.close()
            do {
                _ = try await subject.repository.record(Sample.facts([Sample.period("1", of: "1")]))
                throw ContractViolation("A closed repository records nothing.", line: #line)
            } catch let error as RepositoryError {
                try Self.require(error, is: .unavailable, "It is unavailable.")
            }
            do {
                _ = try await subject.repository.read { view in try view.nextHeldDueAt() }
                throw ContractViolation("A closed repository answers nothing.", line: #line)
            } catch let error as RepositoryError {
                try Self.require(error, is: .unavailable, "It is unavailable.")
            }
            await subject.repository.close()
        },
    ]

    /// A unit in which every value that facts can have has one.
    private static var everything: Intake {
        var first = Sample.period("100", of: "100", token: Sample.token(5))
        first.appTransactionID = AppTransactionID("704123456789012345")
        first.offer = Offer(type: 1, identifier: nil, discountType: "FREE_TRIAL", period: "P1W")
        first.commitment = TransactionSnapshot.Commitment(
            periodNumber: 3,
            periodCount: 12,
            expiresAt: Sample.beginning + .days(365)
        )
        var second = Sample.period("0101", of: "101", at: Sample.beginning + .days(30), reason: .renewal)
        second.previousOriginalTransactionID = OriginalTransactionID("100")
        second.malformedAccountToken = "player-7"
        second.isUpgraded = true
        second.isReversal = true
        second.quantity = 3
        second.ownership = .assigned
        second.offer = Offer(type: 3, identifier: "WINTER", discountType: nil, period: nil)
        second.price = Money(amountMilliunits: -1, currency: "EUR")
        second.storefront = nil
        second.webOrderLineItemID = nil
        second.commitment = TransactionSnapshot.Commitment(periodNumber: nil, periodCount: nil, expiresAt: nil)
        var third = Sample.period("102", of: "100", at: Sample.beginning + .days(60))
        third.revocation = Revocation(
            revokedAt: Sample.beginning + .days(61),
            reason: 1,
            type: "REFUND_PRORATED",
            percentageMilliunits: 50000
        )
        third.kind = .nonRenewing
        third.ownership = .familyShared
        third.reason = nil
        third.price = nil
        third.expiresAt = nil
        var renewal = Sample.renewal(of: first)
        renewal.gracePeriodExpiresAt = Sample.beginning + .days(46)
        renewal.isInBillingRetry = true
        renewal.expirationIntent = 2
        renewal.priceIncreaseStatus = 0
        renewal.renewStatusChange = RenewalSnapshot.StatusChange(
            changedAt: Sample.beginning + .days(40),
            autoRenew: true
        )
        renewal.offer = Offer(type: 2, identifier: "STAY", discountType: "PAY_AS_YOU_GO", period: "P1M")
        renewal.commitment = RenewalSnapshot.Commitment(
            willRenew: false,
            renewalAt: Sample.beginning + .days(365),
            productID: ProductID("com.example/plus")
        )
        var other = Sample.renewal(of: second, number: 8)
        other.autoRenew = nil
        other.autoRenewProductID = nil
        other.renewalAt = nil
        other.commitment = RenewalSnapshot.Commitment(willRenew: nil, renewalAt: nil, productID: nil)
        var intake = Sample.facts([second, first, third], renewals: [renewal, other])
        intake.statuses = [
            StatusEvidence(
                originalTransactionID: OriginalTransactionID("100"),
                status: .gracePeriod,
                statedAt: Sample.beginning
            ),
            StatusEvidence(
                originalTransactionID: OriginalTransactionID("101"),
                status: .revoked,
                statedAt: Sample.beginning
            ),
        ]
        intake.refundRequests = [
            RefundRequestEvidence(
                originalTransactionID: OriginalTransactionID("101"),
                transactionID: TransactionID("0101"),
                kind: .closed,
                signedAt: Sample.beginning + .days(2)
            ),
            RefundRequestEvidence(
                originalTransactionID: OriginalTransactionID("101"),
                transactionID: TransactionID("0101"),
                kind: .requested,
                signedAt: Sample.beginning + .days(1)
            ),
        ]
        return intake
    }
}
