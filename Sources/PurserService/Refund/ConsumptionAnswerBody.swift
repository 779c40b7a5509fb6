import AppStore
import Ledger

/// What a fulfiller answers who is asked how a purchase was used: the fields that a shop states beforehand, too.
enum ConsumptionAnswerBody {
    /// What a body says.
    ///
    /// Members that are not known are passed over; one that is known and wrong makes nonsense of all.
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
            // Of a subscription Apple computes it itself.
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
