/// One thing that happens in a scenario, with everything that must and may be told of it.
public struct ScenarioStep: Hashable, Sendable {
    /// What is done.
    public enum Deed: Hashable, Sendable {
        /// Something in the world; its text may refer to earlier steps.
        case action(WorldAction)
        /// A request to Apple's server interfaces, as the app's server makes it.
        case call(ScenarioCall)
    }

    /// Its name, unique in the scenario, by which later steps refer to it.
    public var name: String
    /// What is done.
    public var deed: Deed
    /// The notifications it must cause; there may be no others.
    public var expected: [ScenarioExpectation] = []
    /// The error code by which it must be refused, with Apple's code behind a colon where there is one:
    /// `extension_refused:4030005`.
    public var failure: String?
    /// What must be so afterwards.
    public var facts: [ScenarioFact] = []
    /// What the app's server answers to each delivery in this step, the last again and again; it takes everything when
    /// this is absent.
    public var receiver: [WorldDelivery.Outcome]?
    /// What must reach the app's server in this step, where that is not just what the step caused.
    public var received: [ScenarioExpectation]?
    /// The code with which everything that arrives in this step must be refused.
    public var rejection: String?

    /// A step that must cause nothing.
    public init(_ deed: Deed, name: String = "") {
        self.deed = deed
        self.name = name
    }
}

extension ScenarioStep.Deed {
    /// The word for it, after which steps are named.
    var word: String {
        switch self {
        case .action(let action): action.verb.rawValue
        case .call: "call"
        }
    }
}

extension ScenarioStep {
    /// What is done, on one line: `buy anna pro.monthly offer=promo`.
    public var words: String {
        switch self.deed {
        case .action(let action): action.words
        case .call(let call): "call \(call.method) \(call.path)"
        }
    }
}
