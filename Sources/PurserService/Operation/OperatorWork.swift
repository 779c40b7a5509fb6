/// What operators may do of one kind, wherever they do it from: through the server's socket, or on books that nobody
/// serves.
package protocol OperatorWork<Task>: Sendable {
    /// What they may want.
    associatedtype Task: OperatorTask

    /// Does a task, or with `isPreview` says only what it would do; the last thing reported is a result or a failure.
    func run(
        _ task: Task,
        isPreview: Bool,
        by operatorName: String,
        reason: String?,
        report: Operations.Report
    ) async
}
