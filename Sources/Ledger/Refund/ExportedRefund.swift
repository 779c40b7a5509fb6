import Notation

/// One request of the past as it stands in an export: what a dry run needs, and nothing that names a person.
package struct ExportedRefund: Hashable, Sendable {
    /// When its case was opened.
    package let openedAt: Instant
    /// The request as a policy meets it.
    package let past: RefundPast

    /// A request of a case that was opened at an instant.
    package init(_ past: RefundPast, openedAt: Instant) {
        self.openedAt = openedAt
        self.past = past
    }

    /// Its line, without an end.
    package var line: [UInt8] {
        var json = JSONText()
        json.add("request", self.past.id)
        json.add("openedAt", self.openedAt)
        let circumstances = self.past.circumstances
        json.add("kind", circumstances.kind.rawValue)
        json.add("ownership", circumstances.ownership.rawValue)
        json.add("delivery", circumstances.delivery.rawValue)
        json.add("consumedMilliunits", circumstances.share)
        json.add("toldBeforeMilliunits", circumstances.shareToldBefore)
        json.add("sampleOffered", circumstances.isSampleOffered)
        json.add("consent", circumstances.hasConsent)
        json.add("price", self.past.price)
        json.add("told", self.past.told.map { $0.preference?.rawValue ?? "none" })
        switch self.past.outcome {
        case .refunded(let share)?:
            json.add("outcome", "refunded")
            json.add("refundedMilliunits", share)
        case .declined?: json.add("outcome", "declined")
        case .requested?, .reversed?, .revoked?, nil: break
        }
        let evidence = self.past.evidence.sorted { $0.key < $1.key }
        json.add("evidence", evidence) { json, piece in
            json.add("name", piece.key)
            switch piece.value {
            case .word(let word): json.add("word", word)
            case .count(let count): json.add("count", count)
            case .share(let share): json.add("milliunits", share)
            case .span(let span): json.add("milliseconds", span.milliseconds)
            case .money(let money): json.describe(money)
            case .flag(let flag): json.add("flag", flag)
            }
        }
        return json.bytes
    }
}

extension RefundRecord {
    /// Its requests as lines of an export.
    package var exported: [ExportedRefund] {
        self.pasts.map { ExportedRefund($0, openedAt: self.refundCase.openedAt) }
    }
}
