import AppStore

/// An inspection that verifies a compact JWS or a receipt of a given or detected kind, and reports the result as one
/// line of JSON.
struct Inspection {
    /// The verifier of signatures and of the app.
    let verifier: SignedDataVerifier
    /// The kind of the input.
    let kind: Verify.Kind
    /// The expected bundle id.
    let bundleID: String
    /// The expected environment.
    let environment: Verify.Environment
    /// The device for which a receipt must have been created; any if `nil`.
    let device: [UInt8]?
    /// The instant at which a receipt must not have expired.
    let now: Timestamp

    /// The result of an inspection.
    struct Verdict {
        /// Whether all checks succeeded.
        let isValid: Bool
        /// The line to print.
        let json: [UInt8]

        /// Creates the verdict on a valid input, with its content.
        init(valid kind: Verify.Kind, _ payload: JSONValue, further: [JSONMember] = []) {
            self.isValid = true
            let members = [
                JSONMember(key: "valid", value: .bool(true)), JSONMember(key: "kind", value: .string(kind.rawValue)),
            ]
            self.json = JSONValue.object(members + further + [JSONMember(key: "payload", value: payload)]).json()
        }

        /// Creates the verdict on an invalid input, with the reason.
        init(code: String, _ detail: String, further: [JSONMember] = []) {
            self.isValid = false
            let members = [
                JSONMember(key: "valid", value: .bool(false)), JSONMember(key: "code", value: .string(code)),
                JSONMember(key: "detail", value: .string(detail)),
            ]
            self.json = JSONValue.object(members + further).json()
        }
    }

    /// Returns the verdict on an input, with or without surrounding white space.
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

    /// Returns the verdict on an input that cannot be signed: an empty one, and JSON around a signed text.
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
            name.map { "The input is JSON around what Apple signed: use the text of \"\($0)\" alone." }
                ?? "The input is JSON, which is not a signed format: expected a compact JWS or a receipt."
        )
    }

    /// Returns the likely kind of an input: a receipt by its first bytes, a compact JWS by the names of its fields.
    ///
    /// The input is then verified as exactly this kind, so a wrong guess cannot make it valid.
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

    /// Returns a notification's payload with its parts decoded in place.
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

    /// Returns the payload exactly as it was signed, including unknown fields.
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
