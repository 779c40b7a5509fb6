import AppStore

extension WorldError {
    /// A sentence that says what to write instead; empty where the message is sufficient.
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
        case .invalidValue("rate", _): "Write the speed as a multiple of the wall clock: 0 to 100000000."
        case .invalidValue("reason", let word):
            Self.meant(word, among: Self.reasons) ?? "The page simulator-actions.md says what each action takes."
        case .unknownProduct(_, let nearest): nearest.map { "Did you mean \($0)?" } ?? ""
        case .invalidValue(let field, let value):
            Self.words(of: field).map { words in
                Self.meant(value, among: words) ?? "Write one of \(words.joined(separator: ", "))."
            } ?? ""
        case .unknownSwitch(let name):
            Self.meant(name, among: (Array(WorldBehavior.switches.keys) + WorldBehavior.durations.keys).sorted())
                ?? "The page simulator-behavior.md lists them."
        default: ""
        }
    }

    /// The reasons of refund requests and the types of external purchase tokens.
    private static let reasons =
        ConsumptionRequestReason.allKnown.map(\.rawValue) + ExternalPurchaseTokenType.allKnown.map(\.rawValue)

    private static let duration = "Write P1M for a month, P3D for three days, PT1H for an hour, or next or quiet."

    private static func meant(_ word: String, among known: [String]) -> String? {
        Spelling.meant(by: word, among: known).map { "Did you mean \($0)?" }
    }

    /// Returns the values of a field, where they are the same for every action.
    private static func words(of field: String) -> [String]? {
        switch field {
        case "profile": WorldProfile.allCases.map(\.rawValue)
        case "digest": ["sha1", "sha256"]
        case "kind": JournalRecord.Kind.allCases.map(\.rawValue)
        case "fault.effect": WorldFault.Effect.allCases.map(\.rawValue)
        default: nil
        }
    }

    /// Returns the fields of an action, or those of its fault.
    private static func fields(of action: String, like field: String) -> [String] {
        if field.hasPrefix("fault.") { return WorldFault.CodingKeys.allCases.map { "fault.\($0.rawValue)" } }
        guard let verb = WorldVerb(rawValue: action) else { return [] }
        return verb.requiredFields.union(verb.optionalFields).map(\.rawValue).sorted()
    }
}
