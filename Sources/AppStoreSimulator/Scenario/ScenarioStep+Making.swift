import AppStore

/// The short forms in which the built-in scenarios are written: what is done, then what must be told of it.
extension ScenarioStep {
    /// Any action, whose fields a closure sets.
    static func act(
        _ verb: WorldVerb,
        _ expected: [ScenarioExpectation],
        _ fill: (inout WorldAction) -> Void = { _ in }
    ) -> ScenarioStep {
        var action = WorldAction(verb)
        fill(&action)
        var step = ScenarioStep(.action(action))
        step.expected = expected
        return step
    }

    /// A customer buys.
    static func buy(
        _ customer: String,
        _ product: String,
        offer: String? = nil,
        plan: String? = nil,
        quantity: Int? = nil,
        storefront: String? = nil,
        _ expected: ScenarioExpectation...
    ) -> ScenarioStep {
        .act(.buy, expected) { action in
            action.customer = customer
            action.product = product
            action.offer = offer
            action.plan = plan
            action.quantity = quantity
            action.storefront = storefront
        }
    }

    /// A customer redeems a code.
    static func redeem(
        _ customer: String,
        _ code: String,
        product: String? = nil,
        _ expected: ScenarioExpectation...
    ) -> ScenarioStep {
        .act(.redeem, expected) { action in
            action.customer = customer
            action.code = code
            action.product = product
        }
    }

    /// A customer does something that needs no product.
    static func customer(
        _ customer: String,
        _ verb: WorldVerb,
        name: String? = nil,
        enabled: Bool? = nil,
        scope: String? = nil,
        reason: String? = nil,
        _ expected: ScenarioExpectation...
    ) -> ScenarioStep {
        .act(verb, expected) { action in
            action.customer = customer
            action.name = name
            action.enabled = enabled
            action.scope = scope
            action.reason = reason
        }
    }

    /// A customer does something with a subscription, or it happens to one.
    static func subscription(
        _ customer: String,
        _ verb: WorldVerb,
        _ product: String,
        milliseconds: Int64? = nil,
        _ expected: ScenarioExpectation...
    ) -> ScenarioStep {
        .act(verb, expected) { action in
            action.customer = customer
            action.product = product
            action.milliseconds = milliseconds
        }
    }

    /// A customer turns auto-renew off.
    static func cancel(_ customer: String, _ product: String, _ expected: ScenarioExpectation...) -> ScenarioStep {
        .act(.cancel, expected) { action in
            action.customer = customer
            action.product = product
        }
    }

    /// Something happens to a transaction.
    static func transaction(
        _ transaction: String,
        _ verb: WorldVerb,
        percentage: Int? = nil,
        reason: String? = nil,
        text: String? = nil,
        preference: String? = nil,
        days: Int? = nil,
        token: String? = nil,
        _ expected: ScenarioExpectation...
    ) -> ScenarioStep {
        .act(verb, expected) { action in
            action.transaction = transaction
            action.percentage = percentage
            action.reason = reason
            action.text = text
            action.preference = preference
            action.days = days
            action.token = token
        }
    }

    /// The developer changes a price.
    static func changePrice(
        _ product: String,
        _ price: Int64,
        consent: String? = nil,
        enabled: Bool? = nil,
        _ expected: ScenarioExpectation...
    ) -> ScenarioStep {
        .act(.changePrice, expected) { action in
            action.product = product
            action.price = price
            action.consent = consent
            action.enabled = enabled
        }
    }

    /// The developer grants billing grace, or no longer.
    static func grace(days: Int?, scope: String? = nil) -> ScenarioStep {
        .act(.setGracePeriod, []) { action in
            action.days = days
            action.scope = scope
        }
    }

    /// The tester turns a switch.
    static func turn(_ name: String, _ isOn: Bool) -> ScenarioStep {
        .act(.setSwitch, []) { action in
            action.name = name
            action.enabled = isOn
        }
    }

    /// The tester turns the clock.
    static func advance(_ duration: String, _ expected: ScenarioExpectation...) -> ScenarioStep {
        .act(.advance, expected) { $0.by = duration }
    }

    /// The app's server calls one of Apple's interfaces.
    static func call(
        _ method: String,
        _ path: String,
        body: ScenarioValue? = nil,
        status: Int = 200,
        _ expected: ScenarioExpectation...
    ) -> ScenarioStep {
        var step = ScenarioStep(.call(ScenarioCall(method, path, body: body?.json, status: status)))
        step.expected = expected
        return step
    }

    /// The tester lets the store misbehave.
    static func fault(_ effect: WorldFault.Effect, _ fill: (inout WorldFault) -> Void = { _ in }) -> ScenarioStep {
        var fault = WorldFault(effect)
        fill(&fault)
        return .act(.addFault, []) { $0.fault = fault }
    }

    /// The step with this name, by which later ones refer to it.
    func named(_ name: String) -> ScenarioStep {
        var step = self
        step.name = name
        return step
    }

    /// The step with what must be so after it.
    func facts(_ facts: KeyValuePairs<String, ScenarioValue>) -> ScenarioStep {
        var step = self
        step.facts += facts.map { ScenarioFact($0.key, $0.value) }
        return step
    }

    /// The step with the error by which it must be refused.
    func fails(_ code: String) -> ScenarioStep {
        var step = self
        step.failure = code
        return step
    }

    /// The step with what the app's server answers to deliveries.
    func answered(_ statuses: Int...) -> ScenarioStep {
        var step = self
        step.receiver = statuses.map { .answered(status: $0) }
        return step
    }

    /// The step with what must reach the app's server.
    func receiving(_ received: ScenarioExpectation...) -> ScenarioStep {
        var step = self
        step.received = received
        return step
    }

    /// The step with the code by which everything that arrives must be refused.
    func refused(_ code: String) -> ScenarioStep {
        var step = self
        step.rejection = code
        return step
    }
}
