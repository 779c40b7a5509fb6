extension CoinedWordRule {
    /// The words of this project's rule, with what took their place.
    static let project = Self(
        names: [
            .init("telling", "what is derived: EventDerivation, or published"), .init("told", "published or sent"),
            .init("untold", "unpublished or unsent"), .init("lane", "an event stream"), .init("lanes", "event streams"),
            .init("desk", "a service"), .init("desks", "services"), .init("books", "the ledger or the repository"),
            .init("catalogue", "a catalog"), .init("catalogues", "catalogs"), .init("rights", "entitlements"),
            .init("parked", "suspended"), .init("park", "suspend"), .init("take back", "revocation or revoke"),
            .init("taken back", "revoked"), .init("hand in", "submit"), .init("handed in", "submitted"),
            .init("thaw", "release"), .init("foresight", "prefetch"), .init("occasion", "a context"),
            .init("deed", "an action"), .init("deeds", "actions"), .init("duty", "a leader role"),
            .init("duties", "leader roles"), .init("sweep", "a polling loop"), .init("pulse", "a heartbeat"),
            .init("upkeep", "maintenance"), .init("courier", "a sender"), .init("relocation", "a storage migration"),
            .init("moving over", "legacy usage"), .init("standing", "a status, a state or a phase"),
            .init("examination", "a validation"), .init("counsel", "an advisor"),
            .init("behaviour", "behavior"), .init("cancelled", "canceled"), .init("judgement", "judgment"),
        ],
        prose: [
            .init("nobody", "who does not, or a sentence with a subject that acts"), .init("whoever", "who it is"),
            .init("whomever", "who it is"), .init("he", "they, or who it is"), .init("his", "their, or whose it is"),
            .init("him", "them, or who it is"), .init("himself", "themselves, or who it is"),
            .init("lane", "event stream"), .init("lanes", "event streams"), .init("catalogue", "catalog"),
            .init("catalogues", "catalogs"), .init("the books", "the ledger"), .init("take-back", "revocation"),
            .init("hand in", "submit"), .init("handed in", "submitted"), .init("parked", "suspended"),
            .init("foresight", "prefetch"), .init("relocation", "storage migration"),
            .init("moving over", "legacy usage"),
            .init("upkeep", "maintenance"), .init("behaviour", "behavior"),
            .init("deliveries of goods", "fulfillments"),
        ],
        allowed: [
            "isCancelled": "Swift's name", "userCancelled": "StoreKit's name", "overlayCancelled": "StoreKit's name",
            "paymentCancelled": "StoreKit's name",
        ],
        exceptions: [
            "docs/decisions/0017-words.md": "the table of the words",
            "Tests/TidyTests/Rules/CoinedWordRule+Project.swift": "the words themselves",
        ]
    )
}
