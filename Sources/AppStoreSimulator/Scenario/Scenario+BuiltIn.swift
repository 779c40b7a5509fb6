extension Scenario {
    /// Every scenario of the catalogue, in the order of its numbers, and those without one.
    ///
    /// They follow the catalogue of server notification sequences that `docs/reference/simulator-scenarios.md` prints.
    public static let builtIn: [Scenario] = Self.chapters.joined().enumerated().sorted { left, right in
        (left.element.number ?? Int.max, left.offset) < (right.element.number ?? Int.max, right.offset)
    }.map(\.element)

    private static let chapters = [
        Self.start, Self.cancellation, Self.planChange, Self.offer, Self.billing, Self.price, Self.refund, Self.family,
        Self.oneTime, Self.developer, Self.external, Self.advancedCommerce, Self.commitment, Self.delivery, Self.legacy,
    ]

    /// The built-in scenarios of a name, or of a number of the catalogue.
    public static func builtIn(_ idOrNumber: String) -> [Scenario] {
        Self.builtIn.filter { scenario in
            scenario.id == idOrNumber || scenario.number.map { String($0) } == idOrNumber
        }
    }

    /// A built-in scenario in production.
    static func make(
        _ number: Int,
        _ id: String,
        _ title: String,
        _ confidence: [Confidence],
        setup: ScenarioSetup = ScenarioSetup(),
        _ steps: [ScenarioStep]
    ) -> Scenario {
        Scenario(id: id, number: number, title: title, confidence: confidence, setup: setup, steps: steps)
    }
}
