/// What operators may do in the books of the apps that are served here.
package protocol AppOperations: OperatorWork {
    /// What they may want; named again so that the compiler finds it in `perform`.
    associatedtype Task
    /// Why it could not be done.
    associatedtype Refusal: OperatorRefusal

    /// The apps.
    var apps: [ServedApp] { get }

    /// Does a task and says what came of it.
    func perform(
        _ task: Task,
        in app: ServedApp,
        by origin: ActOrigin,
        report: Operations.Report
    ) async throws(Refusal) -> [OperationResult.Field]

    /// What a task that changes something is about, or would do. Without an implementation of its own it is the task in
    /// words.
    func preview(
        _ task: Task,
        in app: ServedApp,
        by origin: ActOrigin,
        report: Operations.Report
    ) async throws(Refusal) -> [OperationResult.Field]
}

extension AppOperations {
    package func run(
        _ task: Task,
        isPreview: Bool,
        by operatorName: String,
        reason: String?,
        report: Operations.Report
    ) async {
        guard let app = self.apps.first(where: { $0.name == task.app }) else {
            let detail = "No app of the name \(task.app) is configured here."
            report(.failure(OperationFailure(code: "app_unknown", detail: detail)))
            return
        }
        let origin = ActOrigin(name: operatorName, reason: reason)
        do throws(Refusal) {
            let fields =
                isPreview && task.isChange
                ? try await self.preview(task, in: app, by: origin, report: report)
                : try await self.perform(task, in: app, by: origin, report: report)
            report(.result(OperationResult(isClean: true, fields: fields)))
        } catch {
            report(.failure(OperationFailure(code: error.code, detail: error.remedy)))
        }
    }

    package func preview(
        _ task: Task,
        in _: ServedApp,
        by _: ActOrigin,
        report _: Operations.Report
    ) async throws(Refusal) -> [OperationResult.Field] {
        task.fields.map { OperationResult.Field($0.name, .text($0.value)) }
    }
}
