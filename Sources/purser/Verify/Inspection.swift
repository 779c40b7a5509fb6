import AppStore

/// Verifies one compact JWS of a kind that is given or guessed, and says what it found as one line of JSON.
struct Inspection {
    /// Who may sign, and whose it must be.
    let verifier: SignedDataVerifier
    /// What it is said to be.
    let kind: Verify.Kind

    /// What was found.
    struct Verdict {
        /// Whether everything holds.
        let isValid: Bool
        /// The line to print.
        let json: [UInt8]
    }

    /// The verdict on one compact JWS.
    func verdict(on compact: [UInt8]) -> Verdict {
        let kind = self.kind == .auto ? Self.guess(compact) : self.kind
        do {
            let payload: JSONValue
            switch kind {
            case .notification: payload = try self.notification(compact)
            case .renewal: payload = try Self.value(self.verifier.renewalInfo(compact))
            case .appTransaction: payload = try Self.value(self.verifier.appTransaction(compact))
            case .transaction, .auto: payload = try Self.value(self.verifier.transaction(compact))
            }
            return Verdict(
                isValid: true,
                json: JSONValue.object([
                    JSONMember(key: "valid", value: .bool(true)),
                    JSONMember(key: "kind", value: .string(kind.rawValue)),
                    JSONMember(key: "payload", value: payload),
                ]).json()
            )
        } catch {
            return Verdict(
                isValid: false,
                json: JSONValue.object([
                    JSONMember(key: "valid", value: .bool(false)),
                    JSONMember(key: "code", value: .string(error.code.rawValue)),
                    JSONMember(key: "detail", value: .string(error.detail)),
                ]).json()
            )
        }
    }

    /// What a compact JWS seems to be, from the names of its fields.
    ///
    /// Nothing is believed by that: it is then verified as exactly this kind.
    private static func guess(_ compact: [UInt8]) -> Verify.Kind {
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
