import AppStore

/// A JSON file of scenarios, built-in or custom.
///
/// `docs/reference/simulator-scenarios.md` describes the format. Parsing is strict: an unknown key, verb or
/// notification is a mistake, reported with its line and the nearest known name.
public struct ScenarioFile: Hashable, Sendable {
    /// The scenarios; a file that was read has at least one.
    public let scenarios: [Scenario]

    /// Creates a file of these scenarios.
    public init(_ scenarios: [Scenario]) {
        self.scenarios = scenarios
    }

    /// Parses a file with one scenario or an array of scenarios; `name` is its name in messages.
    ///
    /// Throws all mistakes in one error.
    public init(_ bytes: [UInt8], file name: String) throws(CatalogError) {
        var reading = ScenarioReader(file: name)
        let scenarios = reading.read(try CatalogNode(bytes, file: name))
        try reading.notes.requireNone()
        self.scenarios = scenarios
    }

    /// The keys of a scenario, in the order of writing.
    static let keys = [
        "scenario", "number", "title", "confidence", "profile", "start", "switches", "catalog", "steps",
    ]

    /// The keys of a step that are not fields of its action.
    static let stepKeys = [
        "note", "as", "action", "call", "body", "status", "expect", "fails", "assertions", "receiver", "received",
        "rejected",
    ]
}

extension ScenarioFile {
    /// Returns the file's text: one member of a scenario on each line, and each step on its own lines.
    public func json() -> [UInt8] {
        var layout = ScenarioLayout()
        if self.scenarios.count == 1 {
            layout.write(Self.members(of: self.scenarios[0]))
        } else {
            layout.put("[")
            for (index, scenario) in self.scenarios.enumerated() {
                if index > 0 { layout.put(",") }
                layout.breakLine(0)
                layout.write(Self.members(of: scenario))
            }
            layout.breakLine(0)
            layout.put("]")
        }
        layout.breakLine(0)
        return layout.text
    }

    private static func members(of scenario: Scenario) -> [JSONMember] {
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
        if let catalog = setup.catalog {
            let products = catalog.products.map(WorldCatalogWriter.product)
            let value = JSONValue.object([JSONMember(key: "products", value: .array(products))])
            members.append(JSONMember(key: "catalog", value: value))
        }
        members.append(JSONMember(key: "steps", value: .array(scenario.steps.map(Self.value))))
        return members
    }

    private static func value(of step: ScenarioStep) -> JSONValue {
        var members = step.note.map { [JSONMember(key: "note", value: .string($0))] } ?? []
        members.append(JSONMember(key: "as", value: .string(step.name)))
        switch step.action {
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
        if !step.assertions.isEmpty {
            let assertions = step.assertions.map { JSONMember(key: $0.path, value: $0.value.json) }
            members.append(JSONMember(key: "assertions", value: .object(assertions)))
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

/// A JSON layout for people: a value that fits is on one line; otherwise each line has as many parts as fit, all below
/// the first.
private struct ScenarioLayout {
    /// The maximum number of bytes on a line, unless a single text is longer.
    private static let width = 120

    /// The text so far.
    private(set) var text: [UInt8] = []
    private var column = 0

    /// Appends a text without line feeds.
    mutating func put(_ text: String) {
        self.text += Array(text.utf8)
        self.column += text.utf8.count
    }

    /// Begins a line with an indentation of this many spaces.
    mutating func breakLine(_ indent: Int) {
        self.text += [0x0A] + Array(repeating: 0x20, count: indent)
        self.column = indent
    }

    /// Writes the members of a scenario.
    mutating func write(_ members: [JSONMember]) {
        self.put("{")
        for (index, member) in members.enumerated() {
            let tail = index < members.count - 1 ? "," : ""
            self.breakLine(2)
            self.put(Self.key(member))
            if member.key == "steps", case .array(let steps) = member.value {
                self.writeSteps(steps)
            } else {
                self.write(member.value, tail: tail.utf8.count)
            }
            self.put(tail)
        }
        self.breakLine(0)
        self.put("}")
    }

    private mutating func writeSteps(_ steps: [JSONValue]) {
        self.put("[")
        for (index, step) in steps.enumerated() {
            let tail = index < steps.count - 1 ? "," : ""
            self.breakLine(4)
            self.write(step, tail: tail.utf8.count)
            self.put(tail)
        }
        self.breakLine(2)
        self.put("]")
    }

    /// Writes a value; `tail` more bytes must fit on its last line.
    private mutating func write(_ value: JSONValue, tail: Int) {
        let flat = Self.flat(value)
        if self.column + flat.utf8.count + tail <= Self.width { return self.put(flat) }
        switch value {
        case .array(let values): self.fill("[", "]", values.map { (key: "", value: $0) }, tail: tail)
        case .object(let members):
            self.fill("{ ", " }", members.map { (key: Self.key($0), value: $0.value) }, tail: tail)
        default: self.put(flat)
        }
    }

    private mutating func fill(
        _ opening: String,
        _ closing: String,
        _ parts: [(key: String, value: JSONValue)],
        tail: Int
    ) {
        self.put(opening)
        let indent = self.column
        var isBroken = false
        for (index, part) in parts.enumerated() {
            let isLast = index == parts.count - 1
            let tail = isLast ? closing.utf8.count + tail : 1
            let length = part.key.utf8.count + Self.flat(part.value).utf8.count + tail
            if index > 0 {
                if isBroken || self.column + 1 + length > Self.width {
                    self.breakLine(indent)
                } else {
                    self.put(" ")
                }
            }
            isBroken = self.column + length > Self.width
            self.put(part.key)
            self.write(part.value, tail: tail)
            if !isLast { self.put(",") }
        }
        self.put(closing)
    }

    /// Returns a value on one line.
    private static func flat(_ value: JSONValue) -> String {
        switch value {
        case .array(let values): "[" + values.map { Self.flat($0) }.joined(separator: ", ") + "]"
        case .object(let members) where !members.isEmpty:
            "{ " + members.map { Self.key($0) + Self.flat($0.value) }.joined(separator: ", ") + " }"
        default: String(decoding: value.json(), as: UTF8.self)
        }
    }

    private static func key(_ member: JSONMember) -> String {
        Self.flat(.string(member.key)) + ": "
    }
}
