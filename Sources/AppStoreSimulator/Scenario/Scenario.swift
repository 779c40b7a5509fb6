/// A scenario of the App Store: a sequence of steps, each with exactly the notifications that it must cause.
///
/// The built-in scenarios (``Scenario/builtIn``) follow a catalog of 112 sequences of server notifications; other
/// scenarios are read from files (``ScenarioFile``). A scenario is a value: it names customers and products, never an
/// identifier that a world creates, so it can run in any world.
public struct Scenario: Hashable, Sendable {
    /// The source of the knowledge that Apple sends this sequence.
    public enum Confidence: String, Hashable, Sendable, CaseIterable {
        /// Apple's documentation states it.
        case documented
        /// Apple's open-source library shows it.
        case library
        /// Users of the store have observed it.
        case field
        /// It is inferred from other sequences and unconfirmed.
        case inferred
    }

    /// The part of a scenario before its steps.
    public struct Heading: Hashable, Sendable {
        /// The scenario's name: lower-case words joined by hyphens.
        public let id: String
        /// Its number in the catalog, from 1 to 112; variants of one sequence share it.
        public let number: Int?
        /// The title: a sentence without a full stop.
        public let title: String
        /// The sources of its parts.
        public let confidence: [Confidence]
        /// The setup of its world.
        public let setup: ScenarioSetup
        /// The number of steps.
        public let stepCount: Int
    }

    /// The scenario's name: lower-case words joined by hyphens.
    public let id: String
    /// Its number in the catalog, from 1 to 112; variants of one sequence share it.
    public let number: Int?
    /// The title: a sentence without a full stop.
    public let title: String
    /// The sources of its parts.
    public let confidence: [Confidence]
    /// The setup of its world.
    public let setup: ScenarioSetup
    /// The steps, in their order; their names are unique.
    public let steps: [ScenarioStep]

    /// Creates a scenario; steps without a name are named after their action: `buy`, then `buy2`.
    public init(
        id: String,
        number: Int? = nil,
        title: String,
        confidence: [Confidence] = [],
        setup: ScenarioSetup = ScenarioSetup(),
        steps: [ScenarioStep]
    ) {
        self.id = id
        self.number = number
        self.title = title
        self.confidence = confidence
        self.setup = setup
        self.steps = Self.named(steps)
    }

    /// Returns the scenario up to and including a step.
    public func prefix(through index: Int) -> Scenario {
        Scenario(
            id: self.id,
            number: self.number,
            title: self.title,
            confidence: self.confidence,
            setup: self.setup,
            steps: Array(self.steps.prefix(index + 1))
        )
    }

    /// Returns the steps with a unique name for each step that has none.
    private static func named(_ steps: [ScenarioStep]) -> [ScenarioStep] {
        var taken = Set(steps.map(\.name))
        return steps.map { step in
            guard step.name.isEmpty else { return step }
            var step = step
            var count = 1
            repeat {
                step.name = count == 1 ? step.action.word : "\(step.action.word)\(count)"
                count += 1
            } while !taken.insert(step.name).inserted
            return step
        }
    }
}
