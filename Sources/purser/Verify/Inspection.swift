import AppStore

/// Verifies one compact JWS or receipt of a kind that is given or guessed, and says what it found as one line of JSON.
struct Inspection {
    /// Who may sign, and whose it must be.
    let verifier: SignedDataVerifier
    /// What it is said to be.
    let kind: Verify.Kind
    /// The bundle id that it must belong to.
    let bundleID: String
    /// The environment that it must belong to.
    let environment: Verify.Environment
    /// The device that a receipt must have been made for; any where there is none.
    let device: [UInt8]?
    /// The instant at which a receipt must not have ended.
    let now: Timestamp

    /// What was found.
    struct Verdict {
        /// Whether everything holds.
        let isValid: Bool
        /// The line to print.
        let json: [UInt8]

        /// What holds, with what it says.
        init(valid kind: Verify.Kind, _ payload: JSONValue, further: [JSONMember] = []) {
            self.isValid = true
            let members = [
                JSONMember(key: "valid", value: .bool(true)), JSONMember(key: "kind", value: .string(kind.rawValue)),
            ]
            self.json = JSONValue.object(members + further + [JSONMember(key: "payload", value: payload)]).json()
        }

        /// What does not hold, with why.
        init(code: String, _ detail: String, further: [JSONMember] = []) {
            self.isValid = false
            let members = [
                JSONMember(key: "valid", value: .bool(false)), JSONMember(key: "code", value: .string(code)),
                JSONMember(key: "detail", value: .string(detail)),
            ]
            self.json = JSONValue.object(members + further).json()
        }
    }

    /// The verdict on one input, with or without white space around it.
    func verdict(on input: [UInt8]) -> Verdict {
        let compact = InputLines.trimmed(input[...])
        if let other = Self.notSigned(compact) { return other }
        let kind = self.kind == .auto ? Self.guess(input, compact) : self.kind
        do {
            let payload: JSONValue
            switch kind {
            case .receipt: return try self.receipt(input, compact)
            case .notification: payload = try self.notification(compact)
            case .renewal: payload = try Self.value(self.verifier.renewalInfo(compact))
            case .appTransaction: payload = try Self.value(self.verifier.appTransaction(compact))
            case .transaction, .auto: payload = try Self.value(self.verifier.transaction(compact))
            }
            return Verdict(valid: kind, payload)
        } catch {
            return Verdict(code: error.code.rawValue, error.detail)
        }
    }

    /// What nobody can have signed: nothing, and JSON around something that is.
    private static func notSigned(_ text: [UInt8]) -> Verdict? {
        guard let first = text.first else {
            return Verdict(code: "input_empty", "The input is empty: expected a compact JWS or a receipt.")
        }
        guard first == UInt8(ascii: "{"), case .object(let members)? = try? JSONValue(json: text) else { return nil }
        let known = [
            "signedPayload", "signedTransactionInfo", "signedTransaction", "signedRenewalInfo",
            "signedAppTransactionInfo",
            "signedAppTransaction", "receipt-data", "receipt", "latest_receipt",
        ]
        let name = known.first { name in members.contains { $0.key == name } }
        return Verdict(
            code: "input_is_json",
            name.map { "The input is JSON around what Apple signed: hand over the text of \"\($0)\" alone." }
                ?? "The input is JSON, which nobody signs: expected a compact JWS or a receipt."
        )
    }

    /// What an input seems to be: a receipt by its first bytes, a compact JWS by the names of its fields.
    ///
    /// Nothing is believed by that: it is then verified as exactly this kind.
    private static func guess(_ input: [UInt8], _ compact: [UInt8]) -> Verify.Kind {
        if Self.isReceipt(input, compact) { return .receipt }
        let segments = compact.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard segments.count == 3, let json = Base64URL.decode(segments[1]),
            case .object(let members)? = try? JSONValue(json: json)
        else { return .transaction }
        let names = Set(members.map(\.key))
        if names.contains("notificationType") || names.contains("notificationUUID") { return .notification }
        if names.contains("receiptType") { return .appTransaction }
        if names.contains("autoRenewStatus") || names.contains("autoRenewProductId") { return .renewal }
        return .transaction
    }

    /// A notification's payload with its parts decoded in place.
    private func notification(_ compact: [UInt8]) throws(VerificationError) -> JSONValue {
        let verified = try self.verifier.notification(compact)
        var parts: [String: JSONValue] = [:]
        parts["signedTransactionInfo"] = try verified.transaction.map(Self.value)
        parts["signedRenewalInfo"] = try verified.renewalInfo.map(Self.value)
        parts["signedAppTransactionInfo"] = try verified.appTransaction.map(Self.value)
        return Self.replacing(parts, in: try Self.value(verified.notification))
    }

    private static func replacing(_ parts: [String: JSONValue], in value: JSONValue) -> JSONValue {
        guard case .object(let members) = value else { return value }
        return .object(
            members.map { member in
                JSONMember(
                    key: member.key,
                    value: parts[member.key] ?? Self.replacing(parts, in: member.value)
                )
            }
        )
    }

    /// The payload exactly as it was signed, unknown fields included.
    private static func value<Payload>(
        _ verified: VerifiedObject<Payload>
    ) throws(VerificationError) -> JSONValue {
        do {
            return try JSONValue(json: verified.object.payload)
        } catch {
            throw VerificationError(.malformedJSON, in: Payload.part, expected: "JSON", found: "a fault")
        }
    }
}
