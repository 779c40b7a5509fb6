import AppStore

extension ScenarioFile {
    /// The file: one member a line, and one step a line.
    public func json() -> [UInt8] {
        let members = self.members
        var text: [UInt8] = Array("{\n".utf8)
        for (place, member) in members.enumerated() {
            text += Array("  ".utf8) + JSONValue.string(member.key).json() + Array(": ".utf8)
            if member.key == "steps", case .array(let steps) = member.value {
                let lines = steps.map { Array("    ".utf8) + $0.json() }
                text += Array("[\n".utf8) + Array(lines.joined(separator: Array(",\n".utf8))) + Array("\n  ]".utf8)
            } else {
                text += member.value.json()
            }
            text += Array((place < members.count - 1 ? ",\n" : "\n").utf8)
        }
        return text + Array("}\n".utf8)
    }

    private var members: [JSONMember] {
        let scenario = self.scenario
        let setup = scenario.setup
        var members = [JSONMember(key: "scenario", value: .string(scenario.id))]
        if let number = scenario.number { members.append(JSONMember(key: "number", value: .number("\(number)"))) }
        members.append(JSONMember(key: "title", value: .string(scenario.title)))
        if !scenario.confidence.isEmpty {
            let words = scenario.confidence.map { JSONValue.string($0.rawValue) }
            members.append(JSONMember(key: "confidence", value: .array(words)))
        }
        members.append(JSONMember(key: "profile", value: .string(setup.profile.rawValue)))
        members.append(JSONMember(key: "start", value: .string(ScenarioInstant.text(setup.start))))
        if !setup.switches.isEmpty {
            let switches = setup.switches.sorted { $0.key < $1.key }.map { name, setting in
                switch setting {
                case .flag(let isOn): JSONMember(key: name, value: .bool(isOn))
                case .milliseconds(let length): JSONMember(key: name, value: .number("\(length)"))
                }
            }
            members.append(JSONMember(key: "switches", value: .object(switches)))
        }
        if let catalogue = setup.catalogue {
            let products = catalogue.products.map(WorldCatalogueWriting.product)
            let value = JSONValue.object([JSONMember(key: "products", value: .array(products))])
            members.append(JSONMember(key: "catalogue", value: value))
        }
        members.append(JSONMember(key: "steps", value: .array(scenario.steps.map(Self.value))))
        return members
    }

    private static func value(of step: ScenarioStep) -> JSONValue {
        var members = [JSONMember(key: "as", value: .string(step.name))]
        switch step.deed {
        case .action(let action):
            members.append(JSONMember(key: "action", value: .string(action.verb.rawValue)))
            members += action.members
        case .call(let call):
            members.append(JSONMember(key: "call", value: .string("\(call.method) \(call.path)")))
            if let body = call.body { members.append(JSONMember(key: "body", value: body)) }
            if call.status != 200 { members.append(JSONMember(key: "status", value: .number("\(call.status)"))) }
        }
        if !step.expected.isEmpty {
            members.append(JSONMember(key: "expect", value: .array(step.expected.map(Self.value))))
        }
        if let failure = step.failure { members.append(JSONMember(key: "fails", value: .string(failure))) }
        if !step.facts.isEmpty {
            let facts = step.facts.map { JSONMember(key: $0.path, value: $0.value.json) }
            members.append(JSONMember(key: "facts", value: .object(facts)))
        }
        if let receiver = step.receiver {
            let answers = receiver.map(Self.value)
            members.append(JSONMember(key: "receiver", value: answers.count == 1 ? answers[0] : .array(answers)))
        }
        if let received = step.received {
            members.append(JSONMember(key: "received", value: .array(received.map(Self.value))))
        }
        if let rejection = step.rejection { members.append(JSONMember(key: "rejected", value: .string(rejection))) }
        return .object(members)
    }

    private static func value(of expectation: ScenarioExpectation) -> JSONValue {
        switch expectation {
        case .one(let notification): .string(notification.description)
        case .inAnyOrder(let notifications): .array(notifications.map { .string($0.description) })
        }
    }

    private static func value(of outcome: WorldDelivery.Outcome) -> JSONValue {
        switch outcome {
        case .answered(let status): .number("\(status)")
        case .failed(let result): .string(result.rawValue)
        }
    }
}
