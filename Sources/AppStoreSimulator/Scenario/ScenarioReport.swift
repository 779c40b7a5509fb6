public import AppStore

/// How a scenario went.
public struct ScenarioReport: Sendable {
    /// The verdict.
    public enum Outcome: Hashable, Sendable {
        /// Everything was told as it must be.
        case passed
        /// A step did not go as it must; no step after it was played.
        case failed(step: String, complaints: [String])
    }

    /// A line of the timeline.
    public struct Line: Hashable, Sendable {
        /// When, on the world's clock.
        public let at: Timestamp
        /// The name of the step.
        public let step: String
        /// What was done; `nil` on a line for what was told.
        public let deed: String?
        /// What was told: a notification with its customer, or what became of a delivery.
        public let notification: String?
    }

    /// The scenario.
    public let scenario: Scenario
    /// The seed of its world.
    public let seed: UInt64
    /// The verdict.
    public internal(set) var outcome: Outcome
    /// What was done and told, in its order.
    public internal(set) var timeline: [Line] = []
    /// The notifications that the last step caused.
    public internal(set) var caused: [WorldNotification] = []

    /// Whether it passed.
    public var hasPassed: Bool { self.outcome == .passed }

    /// The timeline as lines of text: the instant, the step, what was done, and below it what was told.
    public var timelineText: [String] {
        self.timeline.map { line in
            let told = line.deed ?? line.notification.map { "  -> \($0)" } ?? ""
            return "\(ScenarioInstant.text(line.at))  \(told)"
        }
    }
}
