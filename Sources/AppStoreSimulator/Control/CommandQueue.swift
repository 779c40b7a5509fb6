/// Lets commands run one after the other, in the order they came, each to its end.
///
/// A command turns a world's clock and waits for deliveries on the way; two at once would mix their notifications.
actor CommandQueue {
    private var last: Task<Void, Never>?

    /// Runs a command when all before it have ended.
    func run<Answer: Sendable>(_ command: @escaping @Sendable () async throws -> Answer) async throws -> Answer {
        let previous = self.last
        let task = Task {
            await previous?.value
            return try await command()
        }
        self.last = Task { _ = await task.result }
        return try await task.value
    }
}
