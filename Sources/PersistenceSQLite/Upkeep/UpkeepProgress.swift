/// How far a long piece of upkeep has come.
package struct UpkeepProgress: Hashable, Sendable {
    /// What is being done.
    package enum Stage: String, Hashable, Sendable {
        /// Pages are copied.
        case copying
        /// Tables are looked through.
        case checking
        /// Parts of evidence are looked up.
        case parts
    }

    /// What is being done.
    package let stage: Stage
    /// How much of it is done.
    package let done: Int64
    /// How much there is.
    package let total: Int64
}
