package import Ledger

extension Session {
    /// Returns the holding in a packed form, or `nil` when it has another version, is not valid at this instant, or was
    /// derived under another grace policy.
    ///
    /// Without an instant and a policy it returns the stored holding, valid or not.
    package func holding(in bytes: [UInt8], at now: Instant?, gracePolicy: GracePolicy?) throws -> Holding? {
        guard !bytes.isEmpty else { return Holding() }
        var reader = PackedReader(bytes)
        guard try reader.byte() == PackedHolding.version else { return nil }
        let parts = PackedHolding.Parts(rawValue: try reader.byte())
        let subscription = parts.contains(.subscription) ? try self.subscription(in: &reader) : nil
        if parts.contains(.policy) {
            let fingerprint = try reader.number()
            if let gracePolicy, fingerprint != UInt64(PackedHolding.fingerprint(of: gracePolicy)) { return nil }
        }
        var from: Instant?
        if parts.contains(.from) { from = try reader.instant() }
        if parts.contains(.fromBeginning) { from = subscription?.beginning }
        if let from, let now, now < from { return nil }
        var until: Instant?
        if parts.contains(.until) { until = try reader.instant() }
        if parts.contains(.untilEnd) { until = subscription?.until }
        if let until, let now, now >= until { return nil }
        var ended: [EndedPeriod] = []
        if parts.contains(.endedPeriods) {
            for _ in 0..<(try reader.count()) {
                let product = try self.product(try reader.number())
                let reason = try reader.byte()
                ended.append(
                    EndedPeriod(
                        productID: product,
                        endedAt: try reader.instant(),
                        revokedFor: reason == 0 ? nil : try PackedReader.value(reason - 1),
                        transactionIDs: try reader.transactionIDs()
                    )
                )
            }
        }
        var purchases: [HeldPurchase] = []
        if parts.contains(.purchases) {
            for _ in 0..<(try reader.count()) { purchases.append(try self.purchase(in: &reader)) }
        }
        guard reader.isAtEnd else { throw RepositoryError.corrupt }
        return Holding(subscription: subscription, endedPeriods: ended, purchases: purchases)
    }

    private func purchase(in reader: inout PackedReader) throws -> HeldPurchase {
        let head = try reader.byte()
        let kind = TransactionSnapshot.Kind.allCases.first { $0.code == Int64(head >> 1) }
        guard let kind else { throw RepositoryError.corrupt }
        let product = try self.product(try reader.number())
        let begunAt = try reader.instant()
        let reason = try reader.byte()
        var revocation: HeldRevocation?
        if reason > 0 {
            revocation = HeldRevocation(revokedAt: try reader.instant(), reason: try PackedReader.value(reason - 1))
        }
        return HeldPurchase(
            kind: kind,
            productID: product,
            begunAt: begunAt,
            revocation: revocation,
            isPaid: head & 1 == 1,
            transactionIDs: try reader.transactionIDs()
        )
    }

    private func subscription(in reader: inout PackedReader) throws -> HeldSubscription {
        let values = PackedHolding.Values(rawValue: try reader.number())
        let phase: SubscriptionPhase = try reader.coded()
        let reason: SubscriptionState.Reason = try reader.coded()
        let renewals = try reader.byte()
        let since = values.contains(.since) ? try reader.instant() : nil
        let until = values.contains(.until) ? try reader.instant() : nil
        var answer = SubscriptionDetails(
            phase: phase,
            productID: nil,
            transactionID: nil,
            renewStatus: try PackedReader.value(renewals & 3)
        )
        if values.contains(.lastRenewal) { answer.lastRenewalAt = try reader.instant() }
        if values.contains(.product) { answer.productID = try self.product(try reader.number()) }
        if values.contains(.transaction) { answer.transactionID = try reader.transactionID() }
        let transactionIDs =
            values.contains(.restsOnOne)
            ? [answer.transactionID].compactMap(\.self) : try reader.transactionIDs()
        if values.contains(.nextProduct) {
            answer.nextProductID =
                values.contains(.sameProductNext) ? answer.productID : try self.product(try reader.number())
        }
        if values.contains(.nextRenewal) {
            answer.nextRenewalAt = values.contains(.renewsAtEnd) ? until : try reader.instant()
        }
        if values.contains(.nextPrice) {
            let amount = try reader.signed()
            answer.nextPrice = Money(
                amountMilliunits: amount,
                currency: try self.internedString(Int64(bitPattern: try reader.number()))
            )
        }
        if values.contains(.offer) { answer.offer = try self.offer(Int64(bitPattern: try reader.number())) }
        if values.contains(.nextOffer) { answer.nextOffer = try self.offer(Int64(bitPattern: try reader.number())) }
        if values.contains(.intent) { answer.expirationIntent = Int(try reader.signed()) }
        if values.contains(.willRenewPeriod) { answer.willRenewPeriod = try reader.coded() }
        if values.contains(.willRenewCommitment) { answer.willRenewCommitment = try reader.coded() }
        if values.contains(.commitmentUntil) { answer.commitmentUntil = try reader.instant() }
        if values.contains(.overrides) {
            for _ in 0..<(try reader.count()) { answer.overrides.append(try reader.coded()) }
        }
        if values.contains(.asks) {
            for _ in 0..<(try reader.count()) { answer.asks.append(try reader.coded()) }
        }
        if values.contains(.renewStatusChange) { answer.renewStatusChangedAt = try reader.instant() }
        if values.contains(.seats) {
            let count = try reader.number()
            let next = try reader.signed()
            let invitations = try reader.byte()
            answer.seats = SeatCount(
                count: Int(clamping: count),
                next: next < 0 ? nil : Int(next),
                invitations: Seats.Invitations.allCases.first { $0.packed == invitations }
            )
        }
        return HeldSubscription(
            hasAccess: values.contains(.hasAccess),
            since: since,
            until: until,
            reason: reason,
            willRenew: try PackedReader.value(renewals >> 2),
            transactionIDs: transactionIDs,
            isPaid: values.contains(.isPaid),
            accessPeriod: try self.accessPeriod(values, since: since, until: until, answer.productID, in: &reader),
            answer: answer
        )
    }

    private func accessPeriod(
        _ values: PackedHolding.Values,
        since: Instant?,
        until: Instant?,
        _ product: ProductID?,
        in reader: inout PackedReader
    ) throws -> HeldSubscription.AccessPeriod? {
        guard values.contains(.accessPeriod) else { return nil }
        if values.contains(.plainAccess) {
            guard let product, let since, let until else { throw RepositoryError.corrupt }
            return HeldSubscription.AccessPeriod(
                endsAt: until,
                run: [HeldSubscription.ProductRun(productID: product, begunAt: since)],
                following: []
            )
        }
        let endsAt = try reader.instant()
        var run: [HeldSubscription.ProductRun] = []
        for _ in 0..<(try reader.count()) {
            let product = try self.product(try reader.number())
            run.append(HeldSubscription.ProductRun(productID: product, begunAt: try reader.instant()))
        }
        var following: [HeldSubscription.FollowingPeriod] = []
        for _ in 0..<(try reader.count()) {
            let head = try reader.number()
            let begunAt = try reader.instant()
            following.append(
                HeldSubscription.FollowingPeriod(
                    productID: try self.product(head >> 1),
                    isOwn: head & 1 == 1,
                    begunAt: begunAt,
                    endsAt: try reader.instant()
                )
            )
        }
        return HeldSubscription.AccessPeriod(endsAt: endsAt, run: run, following: following)
    }

    private func product(_ number: UInt64) throws -> ProductID {
        ProductID(try self.internedString(Int64(bitPattern: number)))
    }
}
