import AppStore
import Ledger

/// A fulfiller's answer about how a purchase was used, with the same fields that a shop may state in advance.
enum ConsumptionAnswerBody {
    /// Returns the evidence in a body; `nil` where it is malformed.
    ///
    /// Unknown members are ignored; a known member with an invalid value makes the whole body malformed.
    static func reading(
        _ body: [UInt8],
        _ kind: TransactionSnapshot.Kind,
        at now: Instant
    ) -> ConsumptionRequester.Outcome {
        guard let json = try? JSONValue(json: body), case .object = json else { return .malformed }
        var share: Int64?
        var minutes: Int64?
        var isAvailable: Bool?
        switch json["consumedMilliunits"] {
        case nil, .null?: break
        case .number(let text)?:
            guard let number = Int64(text) else { return .malformed }
            // Apple computes the share of a subscription itself.
            share = kind == .autoRenewable ? nil : number
        default: return .malformed
        }
        switch json["playTimeMinutes"] {
        case nil, .null?: break
        case .number(let text)?:
            guard let number = Int64(text) else { return .malformed }
            minutes = number
        default: return .malformed
        }
        switch json["sampleOffered"] {
        case nil, .null?: break
        case .bool(let flag)?: isAvailable = flag
        default: return .malformed
        }
        guard share != nil || minutes != nil || isAvailable != nil else { return .nothing }
        let evidence = ConsumptionEvidence(
            share: share,
            playTimeMinutes: minutes,
            isSampleOffered: isAvailable,
            statedAt: now,
            statedBy: ConsumptionEvidence.asked
        )
        return evidence.map { .answered($0) } ?? .malformed
    }
}
