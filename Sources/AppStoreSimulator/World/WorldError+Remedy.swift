import AppStore

extension WorldError {
    /// What to write instead, as a sentence; empty where the message says all there is.
    var remedy: String {
        switch self {
        case .unknownAction(let name):
            Self.meant(name, among: WorldVerb.allCases.map(\.rawValue))
                ?? "The page simulator-actions.md lists them, and so does GET /_sim/v1/openapi.json."
        case .unknownField(let field, let action):
            Self.meant(field, among: Self.fields(of: action, like: field))
                ?? "It takes \(Self.fields(of: action, like: field).joined(separator: ", "))."
        case .missingField("by", "advance"): Self.duration
        case .invalidValue("by", _): Self.duration
        case .invalidValue("storefront", let code):
            Self.meant(code, among: WorldStorefront.all.map(\.code)) ?? "Write three letters: USA, DEU, CHN."
        case .invalidValue("token", _): "Write a UUID."
        case .invalidValue("days", _): "Write 1 to 90."
        case .invalidValue("rate", _): "Write how many times as fast as a wall clock it runs: 0 to 100000000."
        case .invalidValue("reason", let word):
            Self.meant(word, among: Self.reasons) ?? "The page simulator-actions.md says what each action takes."
        case .unknownProduct(_, let nearest): nearest.map { "Did you mean \($0)?" } ?? ""
        case .invalidValue(let field, let value):
            Self.words(of: field).map { words in
                Self.meant(value, among: words) ?? "Write one of \(words.joined(separator: ", "))."
            } ?? ""
        case .unknownSwitch(let name):
            Self.meant(name, among: (Array(WorldBehavior.switches.keys) + WorldBehavior.durations.keys).sorted())
                ?? "The page simulator-conduct.md lists them."
        default: ""
        }
    }

    /// Why a refund is asked for, and what a token for a purchase elsewhere is for.
    private static let reasons =
        ConsumptionRequestReason.allKnown.map(\.rawValue) + ExternalPurchaseTokenType.allKnown.map(\.rawValue)

    private static let duration = "Write P1M for a month, P3D for three days, PT1H for an hour, or next or quiet."

    private static func meant(_ word: String, among known: [String]) -> String? {
        Spelling.meant(by: word, among: known).map { "Did you mean \($0)?" }
    }

    /// The words that a field takes, where they are the same for every action.
    private static func words(of field: String) -> [String]? {
        switch field {
        case "profile": WorldProfile.allCases.map(\.rawValue)
        case "digest": ["sha1", "sha256"]
        case "kind": JournalRecord.Kind.allCases.map(\.rawValue)
        case "fault.effect": WorldFault.Effect.allCases.map(\.rawValue)
        default: nil
        }
    }

    /// The fields that an action takes, or those of the fault in it.
    private static func fields(of action: String, like field: String) -> [String] {
        if field.hasPrefix("fault.") { return WorldFault.CodingKeys.allCases.map { "fault.\($0.rawValue)" } }
        guard let verb = WorldVerb(rawValue: action) else { return [] }
        return verb.requiredFields.union(verb.optionalFields).map(\.rawValue).sorted()
    }
}
