/// A story of the App Store in which every step says what must be told of it, and nothing else may be.
///
/// The built-in ones (``Scenario/builtIn``) follow a catalog of 112 sequences of server notifications; one's own are
/// read from files (``ScenarioFile``). A scenario is a value: it names customers and products, never an identifier that
/// a world makes, so it can be played in any world.
public struct Scenario: Hashable, Sendable {
    /// How well the sequence is known to be Apple's.
    public enum Confidence: String, Hashable, Sendable, CaseIterable {
        /// Apple's documentation states it.
        case documented
        /// Apple's open-source library shows it.
        case library
        /// It was seen by people who use the store.
        case field
        /// It follows from the rest; nobody has confirmed it.
        case inferred
    }

    /// What a file says of its scenario before the steps.
    public struct Heading: Hashable, Sendable {
        /// The scenario's name: lower-case words joined by hyphens.
        public let id: String
        /// Its number in the catalog, from 1 to 112; variants of one sequence share it.
        public let number: Int?
        /// What happens, as a sentence without a full stop.
        public let title: String
        /// How well its parts are known.
        public let confidence: [Confidence]
        /// The world it happens in.
        public let setup: ScenarioSetup
        /// How many steps there are.
        public let stepCount: Int
    }

    /// The scenario's name: lower-case words joined by hyphens.
    public let id: String
    /// Its number in the catalog, from 1 to 112; variants of one sequence share it.
    public let number: Int?
    /// What happens, as a sentence without a full stop.
    public let title: String
    /// How well its parts are known.
    public let confidence: [Confidence]
    /// The world it happens in.
    public let setup: ScenarioSetup
    /// What happens, in its order; no two steps have the same name.
    public let steps: [ScenarioStep]

    /// A scenario of these parts; steps without a name are named after what they do: `buy`, then `buy2`.
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

    /// The scenario up to a step, that one included.
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

    /// The steps with a name for each that has none, different from all others.
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
