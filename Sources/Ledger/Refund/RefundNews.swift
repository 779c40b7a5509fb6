/// What one unit of evidence says of the refund of one transaction.
package struct RefundNews: Hashable, Sendable {
    /// The transaction.
    package let transactionID: TransactionID
    /// What the case is about.
    package let subject: RefundSubject
    /// Apple's words.
    package private(set) var words: [RefundWord]
    /// Whether Apple takes only the first version of an answer about it, as for purchases of Advanced Commerce.
    package let wantsFirstVersion: Bool

    /// News of these values.
    package init(
        transactionID: TransactionID,
        subject: RefundSubject,
        words: [RefundWord],
        wantsFirstVersion: Bool = false
    ) {
        self.transactionID = transactionID
        self.subject = subject
        self.words = words
        self.wantsFirstVersion = wantsFirstVersion
    }

    /// What a snapshot says of a refund by itself; `nil` where it states none.
    ///
    /// It has the date of the refund, not of the signature: whoever is asked later repeats what was decided then.
    package init?(_ snapshot: TransactionSnapshot) {
        guard let revocation = snapshot.revocation else { return nil }
        let kind: RefundWord.Kind
        if snapshot.ownership != .purchased || revocation.type == "FAMILY_REVOKE" {
            kind = .revoked
        } else {
            let whole = RuleValue.wholeShare
            let share = revocation.percentageMilliunits.map { min(max(Int64($0), 0), whole) } ?? whole
            kind = .refunded(share: share)
        }
        let name = "revocation/\(revocation.revokedAt.milliseconds)"
        self.init(
            transactionID: snapshot.transactionID,
            subject: RefundSubject(snapshot),
            words: [RefundWord(id: name, kind: kind, signedAt: revocation.revokedAt)]
        )
    }

    /// Takes in another word about the same transaction.
    mutating func add(_ words: [RefundWord]) { self.words += words }
}

extension Intake {
    /// What it says of refunds, each transaction once: what its notification asks or decides, and what snapshots state.
    package var refundNews: [RefundNews] {
        var news: [TransactionID: RefundNews] = [:]
        if let refund = self.refund { news[refund.transactionID] = refund }
        for snapshot in self.transactions {
            guard let stated = RefundNews(snapshot) else { continue }
            if news[snapshot.transactionID] == nil {
                news[snapshot.transactionID] = stated
            } else {
                news[snapshot.transactionID]?.add(stated.words)
            }
        }
        return news.values.sorted { $0.transactionID < $1.transactionID }
    }
}
