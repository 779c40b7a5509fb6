import AppStore
package import Ledger

extension ExportedRefund {
    /// The reason why a line of an export cannot be used.
    package struct Wrong: Error, Hashable, Sendable {
        /// The reason, as a sentence.
        package let reason: String
    }

    /// Reads a line without its line end.
    ///
    /// Unknown fields are ignored, because a later version may have written them.
    package init(line: [UInt8]) throws(Wrong) {
        guard let json = try? JSONValue(json: line), case .object = json else {
            throw Wrong(reason: "The line is not a JSON object.")
        }
        guard let id = try json.text("request") else { throw .missing("request") }
        guard let instant = try json.text("openedAt") else { throw .missing("openedAt") }
        guard let openedAt = Instant(rfc3339: instant) else {
            throw Wrong(reason: "openedAt must be an instant by RFC 3339.")
        }
        let circumstances = RefundCircumstances(
            kind: try json.coded("kind"),
            ownership: try json.coded("ownership"),
            deliveryStatus: try json.coded("deliveryStatus"),
            share: try json.share("consumedMilliunits"),
            shareSentBefore: try json.share("sentBeforeMilliunits"),
            isSampleOffered: try json.flag("sampleOffered"),
            hasConsent: try json.flag("consent")
        )
        var price: Money?
        if let member = json["price"] { price = try member.money("price") }
        self.init(
            PastRefundRequest(
                id: id,
                evidence: try Self.evidence(json["evidence"]),
                circumstances: circumstances,
                sent: try Self.sent(json.text("sent")),
                outcome: try Self.outcome(json),
                price: price
            ),
            openedAt: openedAt
        )
    }

    private static func sent(_ word: String?) throws(Wrong) -> PastRefundRequest.SentAnswer? {
        guard let word else { return nil }
        if word == "none" { return PastRefundRequest.SentAnswer(nil) }
        guard let preference = Ledger.RefundPreference(rawValue: word) else {
            throw Wrong(reason: "sent must be DECLINE, GRANT_FULL, GRANT_PRORATED or none.")
        }
        return PastRefundRequest.SentAnswer(preference)
    }

    private static func outcome(_ json: JSONValue) throws(Wrong) -> RefundCase.State? {
        switch try json.text("outcome") {
        case nil: return nil
        case "declined": return .declined
        case "refunded":
            guard let share = try json.share("refundedMilliunits") else { throw .missing("refundedMilliunits") }
            return .refunded(share: share)
        default: throw Wrong(reason: "outcome must be refunded or declined.")
        }
    }

    private static func evidence(_ value: JSONValue?) throws(Wrong) -> [String: RuleValue] {
        guard case .array(let pieces)? = value else { throw .missing("evidence") }
        var evidence: [String: RuleValue] = [:]
        for piece in pieces {
            guard let name = try piece.text("name") else { throw .missing("evidence.name") }
            // No rule of this version can name evidence that it does not know.
            guard let term = RefundEvidence(rawValue: name)?.term else { continue }
            guard let value = try piece.evidence(name), term.kind.admits(value) else {
                throw Wrong(reason: "evidence \(name) has no value of its kind.")
            }
            evidence[name] = value
        }
        return evidence
    }
}

extension ExportedRefund.Wrong {
    /// Returns the error for a missing field.
    fileprivate static func missing(_ field: String) -> Self { Self(reason: "\(field) is missing.") }
}

extension JSONValue {
    fileprivate typealias Wrong = ExportedRefund.Wrong

    fileprivate func text(_ field: String) throws(Wrong) -> String? {
        switch self[field] {
        case nil: return nil
        case .string(let text)?: return text
        default: throw Wrong(reason: "\(field) must be a text.")
        }
    }

    fileprivate func flag(_ field: String) throws(Wrong) -> Bool {
        guard case .bool(let flag)? = self[field] else { throw Wrong(reason: "\(field) must be true or false.") }
        return flag
    }

    fileprivate func number(_ field: String) throws(Wrong) -> Int64? {
        guard let value = self[field] else { return nil }
        guard case .number(let digits) = value, let number = Int64(digits) else {
            throw Wrong(reason: "\(field) must be a whole number.")
        }
        return number
    }

    fileprivate func share(_ field: String) throws(Wrong) -> Int64? {
        guard let share = try self.number(field) else { return nil }
        guard (0...RuleValue.wholeShare).contains(share) else {
            throw Wrong(reason: "\(field) must be from 0 to \(RuleValue.wholeShare).")
        }
        return share
    }

    fileprivate func coded<Value: RawRepresentable>(_ field: String) throws(Wrong) -> Value
    where Value.RawValue == String {
        guard let word = try self.text(field) else { throw .missing(field) }
        guard let value = Value(rawValue: word) else { throw Wrong(reason: "\(field) cannot be \(word).") }
        return value
    }

    fileprivate func money(_ field: String) throws(Wrong) -> Money {
        guard let amount = try self.number("amountMilliunits"), let currency = try self.text("currency") else {
            throw Wrong(reason: "\(field) must have amountMilliunits and currency.")
        }
        return Money(amountMilliunits: amount, currency: currency)
    }

    fileprivate func evidence(_ name: String) throws(Wrong) -> RuleValue? {
        if let text = try self.text("text") { return .text(text) }
        if let count = try self.number("count") { return .count(count) }
        if let share = try self.share("milliunits") { return .share(share) }
        if let length = try self.number("milliseconds") { return .span(Span(milliseconds: length)) }
        if self["flag"] != nil { return .flag(try self.flag("flag")) }
        return self["amountMilliunits"] == nil ? nil : .money(try self.money("evidence \(name)"))
    }
}
