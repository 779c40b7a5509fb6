import Notation

/// A past refund request as an export contains it: what a dry run needs, and nothing that identifies a customer.
package struct ExportedRefund: Hashable, Sendable {
    /// The instant at which the case was opened.
    package let openedAt: Instant
    /// The request as a policy evaluates it.
    package let pastRequest: PastRefundRequest

    /// Creates the exported request of a case that was opened at an instant.
    package init(_ pastRequest: PastRefundRequest, openedAt: Instant) {
        self.openedAt = openedAt
        self.pastRequest = pastRequest
    }

    /// The line of the export, without a line break.
    package var line: [UInt8] {
        var json = JSONText()
        json.add("request", self.pastRequest.id)
        json.add("openedAt", self.openedAt)
        let circumstances = self.pastRequest.circumstances
        json.add("kind", circumstances.kind.rawValue)
        json.add("ownership", circumstances.ownership.rawValue)
        json.add("deliveryStatus", circumstances.deliveryStatus.rawValue)
        json.add("consumedMilliunits", circumstances.share)
        json.add("sentBeforeMilliunits", circumstances.shareSentBefore)
        json.add("sampleOffered", circumstances.isSampleOffered)
        json.add("consent", circumstances.hasConsent)
        json.add("price", self.pastRequest.price)
        json.add("sent", self.pastRequest.sent.map { $0.preference?.rawValue ?? "none" })
        switch self.pastRequest.outcome {
        case .refunded(let share)?:
            json.add("outcome", "refunded")
            json.add("refundedMilliunits", share)
        case .declined?: json.add("outcome", "declined")
        case .requested?, .reversed?, .revoked?, nil: break
        }
        let evidence = self.pastRequest.evidence.sorted { $0.key < $1.key }
        json.add("evidence", evidence) { json, piece in
            json.add("name", piece.key)
            switch piece.value {
            case .text(let text): json.add("text", text)
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
    /// The requests of the record as lines of an export.
    package var exported: [ExportedRefund] {
        self.pastRequests.map { ExportedRefund($0, openedAt: self.refundCase.openedAt) }
    }
}
