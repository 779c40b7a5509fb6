import PurserService

/// How far one stage of a move has come.
struct RelocationCounter {
    /// What is being done, in a word.
    let stage: String
    /// How much of it is done.
    var done: Int64
    /// How much there is.
    let total: Int64
    /// What is counted.
    let unit: String

    /// The beginning of a stage.
    init(_ stage: String, done: Int = 0, total: some BinaryInteger, unit: String = "rows") {
        self.stage = stage
        self.done = Int64(done)
        self.total = Int64(total)
        self.unit = unit
    }

    /// The event that tells it.
    var progress: OperationEvent {
        .progress(OperationProgress(stage: self.stage, done: self.done, total: self.total, unit: self.unit))
    }
}
