import AppStore
import Ledger

extension Intake {
    /// Creates the unit of work of a verified notification.
    ///
    /// The facts come from the signed states in it; the type only adds what no state contains: that a refund was
    /// reversed, requested, or decided.
    init(_ verified: VerifiedNotification, app: AppName, receivedAt: Instant) throws(MissingPartError) {
        let payload = verified.notification.payload
        guard let environment = StoreEnvironment(rawValue: verified.environment.rawValue) else {
            throw .notificationObject("environment")
        }
        guard let type = payload.notificationType, let uuid = payload.notificationUUID else {
            throw .notificationObject("notificationType")
        }
        self.init(app: app, environment: environment, receivedAt: receivedAt)
        let signedAt = Instant(verified.notification.signedAt)

        var parts: [(compact: [UInt8], evidence: SignedEvidence)] = []
        if let transaction = verified.transaction, let signed = payload.data?.signedTransactionInfo {
            parts.append((signed.bytes, SignedEvidence(transaction, kind: .transaction)))
            self.transactions.append(try TransactionSnapshot(transaction, isReversal: type == .refundReversed))
        }
        if let renewalInfo = verified.renewalInfo, let signed = payload.data?.signedRenewalInfo {
            parts.append((signed.bytes, SignedEvidence(renewalInfo, kind: .renewal)))
            self.renewals.append(try RenewalSnapshot(renewalInfo))
        }
        if let appTransaction = verified.appTransaction, let signed = payload.appData?.signedAppTransactionInfo {
            parts.append((signed.bytes, SignedEvidence(appTransaction, kind: .appTransaction)))
        }
        let whole = SignedEvidence(verified.notification, kind: .notification, parts: parts)
        self.evidence = parts.map(\.evidence) + [whole]

        let transaction = self.transactions.first
        if let originalID = transaction?.originalTransactionID ?? self.renewals.first?.originalTransactionID,
            let number = payload.data?.status, let status = StatusEvidence.Status(rawValue: Int(number.rawValue))
        {
            self.statuses.append(
                StatusEvidence(originalTransactionID: originalID, status: status, statedAt: signedAt)
            )
        }
        if let transaction, let kind = Self.refundRequest(type) {
            self.refundRequests.append(
                RefundRequestEvidence(
                    originalTransactionID: transaction.originalTransactionID,
                    transactionID: transaction.transactionID,
                    kind: kind,
                    signedAt: signedAt
                )
            )
        }
        if type == .rescindConsent,
            let account = verified.appTransaction?.payload.appTransactionId.flatMap(TransactionSnapshot.identifier)
        {
            self.rescission = ConsentRescission(account: AppTransactionID(account), signedAt: signedAt)
        }
        if type == .unclaimSeats, let ids = payload.unclaimInfo?.unclaimSeatIds {
            self.unclaim = SeatUnclaim(claims: ids.map(SeatClaimID.init(stated:)), at: signedAt)
        }
        if let transaction,
            let kind = Self.signedRefund(
                type,
                payload,
                states: RefundUpdate(transaction)?.signedRefunds.first,
                seats: transaction.refundedSeatShare
            )
        {
            let isStated = type == .refund || type == .revoke
            let stated = isStated ? RefundUpdate(transaction)?.signedRefunds.first : nil
            self.refund = RefundUpdate(
                transactionID: transaction.transactionID,
                subject: RefundSubject(transaction),
                signedRefunds: [SignedRefund(id: stated?.id ?? uuid, kind: kind, signedAt: signedAt)],
                wantsFirstVersion: verified.transaction?.payload.advancedCommerceInfo != nil
            )
        }
        self.notification = NotificationEvidence(
            uuid: uuid,
            type: type.rawValue,
            subtype: payload.subtype?.rawValue,
            signedAt: signedAt,
            evidence: whole.digest,
            transactionID: transaction?.transactionID
        )
    }

    /// Creates the unit of work of a verified transaction.
    init(
        _ verified: VerifiedObject<TransactionPayload>,
        app: AppName,
        receivedAt: Instant
    ) throws(MissingPartError) {
        guard let environment = verified.payload.environment.flatMap({ StoreEnvironment(rawValue: $0.rawValue) })
        else {
            throw .transactionField("environment")
        }
        self.init(
            app: app,
            environment: environment,
            receivedAt: receivedAt,
            evidence: [SignedEvidence(verified, kind: .transaction)],
            transactions: [try TransactionSnapshot(verified, isReversal: false)]
        )
    }

    /// Creates the unit of work of a verified renewal info by itself.
    init(
        _ verified: VerifiedObject<RenewalInfoPayload>,
        app: AppName,
        receivedAt: Instant
    ) throws(MissingPartError) {
        guard let environment = verified.payload.environment.flatMap({ StoreEnvironment(rawValue: $0.rawValue) })
        else {
            throw .renewalField("environment")
        }
        self.init(
            app: app,
            environment: environment,
            receivedAt: receivedAt,
            evidence: [SignedEvidence(verified, kind: .renewal)]
        )
        self.renewals = [try RenewalSnapshot(verified)]
    }

    private static func refundRequest(_ type: NotificationType) -> RefundRequestEvidence.Kind? {
        switch type {
        case .consumptionRequest: .requested
        case .refund, .refundDeclined, .revoke: .closed
        default: nil
        }
    }

    /// Returns what a notification states about a refund.
    private static func signedRefund(
        _ type: NotificationType,
        _ payload: NotificationPayload,
        states signedRefund: SignedRefund?,
        seats refundedSeatShare: Int64
    ) -> SignedRefund.Kind? {
        switch type {
        case .consumptionRequest: .requested(reason: payload.data?.consumptionRequestReason?.rawValue)
        case .refundDeclined: .declined
        case .refundReversed: .reversed
        // Some seats may be refunded and the rest not; the same goes for the items of an Advanced Commerce purchase.
        case .refund: signedRefund?.kind ?? .refunded(share: refundedSeatShare)
        case .revoke: signedRefund?.kind ?? .revoked
        default: nil
        }
    }
}
