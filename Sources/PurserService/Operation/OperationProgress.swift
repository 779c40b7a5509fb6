/// How far a long piece of work has come.
package struct OperationProgress: Hashable, Sendable {
    /// What is being done, in a word.
    package let stage: String
    /// How much of it is done.
    package let done: Int64
    /// How much there is; 0 when nobody knows.
    package let total: Int64
    /// What is counted.
    package let unit: String

    /// Progress of these values.
    package init(stage: String, done: Int64, total: Int64, unit: String) {
        self.stage = stage
        self.done = done
        self.total = total
        self.unit = unit
    }
}
