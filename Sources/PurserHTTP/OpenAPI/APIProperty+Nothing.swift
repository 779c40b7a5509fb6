import PurserService

extension APIProperty {
    /// That an act did nothing, and why.
    static let nothing = APIProperty.optional(
        "nothing",
        .words(NothingDone.Code.allCases.map(\.rawValue)),
        "Why nothing was done: everything was so already. Absent where something was done."
    )
}
