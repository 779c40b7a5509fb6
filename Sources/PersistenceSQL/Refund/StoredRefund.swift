import Ledger

/// Everything of a refund case except its owner and the Apple Account that paid, as JSON; the signed refunds are a set,
/// and are written in order.
struct StoredRefund: Codable {
    /// A signed refund message of Apple.
    private struct StoredSignedRefund: Codable {
        let id: String
        let kind: String
        let reason: String?
        let share: Int64?
        let at: Int64
    }

    /// The case's part in the trial of a policy.
    private struct Entry: Codable {
        let version: Int64
        let arm: String
        let kept: Int64?
        let price: Int64?
        let currency: String?
    }

    private let original: String
    private let product: String
    private let purchasedAt: Int64
    private let price: Int64?
    private let currency: String?
    private let first: Bool?
    private let signedRefunds: [StoredSignedRefund]
    private let answers: [StoredRefundAnswer]?
    private let counted: [Entry]?
    private let noted: String?

    /// Creates the stored form of a case.
    init(_ record: RefundRecord) {
        self.original = record.subject.originalTransactionID.rawValue
        self.product = record.subject.productID.rawValue
        self.purchasedAt = record.subject.purchasedAt.milliseconds
        self.price = record.subject.price?.amountMilliunits
        self.currency = record.subject.price?.currency
        self.first = record.wantsFirstVersion ? true : nil
        self.signedRefunds = record.refundCase.signedRefunds.map { signedRefund in
            var reason: String?
            var share: Int64?
            let kind: String
            switch signedRefund.kind {
            case .requested(let stated): (kind, reason) = ("requested", stated)
            case .refunded(let part): (kind, share) = ("refunded", part)
            case .declined: kind = "declined"
            case .reversed: kind = "reversed"
            case .revoked: kind = "revoked"
            }
            return StoredSignedRefund(
                id: signedRefund.id,
                kind: kind,
                reason: reason,
                share: share,
                at: signedRefund.signedAt.milliseconds
            )
        }
        self.answers = record.answers.isEmpty ? nil : record.answers.map(StoredRefundAnswer.init)
        self.noted = record.noted
        let counted = record.counted.map { entry in
            Entry(
                version: entry.version,
                arm: entry.arm.rawValue,
                kept: entry.keptShare,
                price: entry.price?.amountMilliunits,
                currency: entry.price?.currency
            )
        }
        self.counted = counted.isEmpty ? nil : counted
    }

    /// Returns the case.
    func record(
        _ transactionID: TransactionID,
        app: AppName,
        environment: StoreEnvironment,
        customer: CustomerID?,
        account: AppTransactionID?,
        purchase: PurchaseKey?
    ) throws(RepositoryError) -> RefundRecord {
        var signedRefunds: [SignedRefund] = []
        for signedRefund in self.signedRefunds {
            let kind: SignedRefund.Kind
            switch signedRefund.kind {
            case "requested": kind = .requested(reason: signedRefund.reason)
            case "refunded": kind = .refunded(share: signedRefund.share ?? 0)
            case "declined": kind = .declined
            case "reversed": kind = .reversed
            case "revoked": kind = .revoked
            default: throw .corrupt
            }
            signedRefunds.append(
                SignedRefund(id: signedRefund.id, kind: kind, signedAt: Instant(milliseconds: signedRefund.at))
            )
        }
        var answers: [RefundAnswer] = []
        for answer in self.answers ?? [] { answers.append(try answer.answer()) }
        let record = RefundRecord(
            app: app,
            environment: environment,
            transactionID: transactionID,
            subject: RefundSubject(
                originalTransactionID: OriginalTransactionID(self.original),
                productID: ProductID(self.product),
                purchasedAt: Instant(milliseconds: self.purchasedAt),
                price: self.price.flatMap { amount in
                    self.currency.map { Money(amountMilliunits: amount, currency: $0) }
                },
                account: account,
                purchase: purchase
            ),
            customer: customer,
            wantsFirstVersion: self.first ?? false,
            signedRefunds: signedRefunds,
            answers: answers,
            counted: try self.entries(),
            noted: self.noted
        )
        guard let record else { throw .corrupt }
        return record
    }

    private func entries() throws(RepositoryError) -> [RefundTrialEntry] {
        var entries: [RefundTrialEntry] = []
        for entry in self.counted ?? [] {
            guard let arm = RefundExperiment.Arm(rawValue: entry.arm) else { throw .corrupt }
            var price: Money?
            if let amount = entry.price, let currency = entry.currency {
                price = Money(amountMilliunits: amount, currency: currency)
            }
            entries.append(
                RefundTrialEntry(version: entry.version, arm: arm, keptShare: entry.kept, price: price)
            )
        }
        return entries
    }
}

extension RefundStatus: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .requested: 0
        case .held: 1
        case .answered: 2
        case .withheld: 3
        case .missed: 4
        case .refunded: 5
        case .declined: 6
        case .reversed: 7
        case .revoked: 8
        case .doubtful: 9
        }
    }
}
