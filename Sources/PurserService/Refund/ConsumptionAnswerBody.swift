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
    ) -> ConsumptionAsking.Outcome {
        guard let json = try? JSONValue(json: body), case .object = json else { return .nonsense }
        var share: Int64?
        var minutes: Int64?
        var isOffered: Bool?
        switch json["consumedMilliunits"] {
        case nil, .null?: break
        case .number(let text)?:
            guard let number = Int64(text) else { return .nonsense }
            // Of a subscription Apple computes it itself.
            share = kind == .autoRenewable ? nil : number
        default: return .nonsense
        }
        switch json["playTimeMinutes"] {
        case nil, .null?: break
        case .number(let text)?:
            guard let number = Int64(text) else { return .nonsense }
            minutes = number
        default: return .nonsense
        }
        switch json["sampleOffered"] {
        case nil, .null?: break
        case .bool(let flag)?: isOffered = flag
        default: return .nonsense
        }
        guard share != nil || minutes != nil || isOffered != nil else { return .nothing }
        let word = ConsumptionWord(
            share: share,
            playTimeMinutes: minutes,
            isSampleOffered: isOffered,
            statedAt: now,
            statedBy: ConsumptionWord.asked
        )
        return word.map { .said($0) } ?? .nonsense
    }
}
