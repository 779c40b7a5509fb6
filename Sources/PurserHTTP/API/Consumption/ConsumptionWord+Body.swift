import AppStore
import HTTPTypes
import Ledger

extension ConsumptionWord {
    /// The fields of the body.
    static let fields = ["consumedMilliunits", "playTimeMinutes", "sampleOffered", "statedAt"]

    /// Reads the body of `PUT /v1/transactions/{transaction}/consumption`.
    init(json: [UInt8], now: Instant, by name: String) throws {
        let fields = try RequestFields(json: json, fields: Self.fields)
        let statedAt = try fields.instant("statedAt") ?? now
        guard statedAt <= now + ConsentRequest.tolerance else {
            throw RequestFields.invalid("statedAt", "This lies in the future. Leave it out to say it now.")
        }
        let share = try Self.number("consumedMilliunits", upTo: RuleValue.wholeShare, in: fields)
        let minutes = try Self.number("playTimeMinutes", upTo: Self.longestPlayTimeMinutes, in: fields)
        let isOffered = fields["sampleOffered"] == nil ? nil : try fields.flag("sampleOffered")
        guard share != nil || minutes != nil || isOffered != nil else {
            throw RequestFields.missing("consumedMilliunits")
        }
        let word = Self(
            share: share,
            playTimeMinutes: minutes,
            isSampleOffered: isOffered,
            statedAt: statedAt,
            statedBy: name
        )
        guard let word else { throw RequestFields.invalid("consumedMilliunits", "This is out of its bounds.") }
        self = word
    }

    private static func number(_ name: String, upTo limit: Int64, in fields: RequestFields) throws -> Int64? {
        guard let value = fields[name] else { return nil }
        guard case .number(let text) = value, let number = Int64(text) else {
            throw RequestFields.wrongType(name, "This must be a whole number.")
        }
        guard (0...limit).contains(number) else {
            throw RequestFields.invalid(name, "This is a whole number from 0 to \(limit).")
        }
        return number
    }
}
