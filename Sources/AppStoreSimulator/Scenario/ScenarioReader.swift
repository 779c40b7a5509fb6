import AppStore

/// A reader of one scenario file.
struct ScenarioReader {
    /// The recorded mistakes and warnings.
    var notes: CatalogNotes
    /// The names of the steps so far, including default names.
    var names: [String] = []

    /// Creates a reader of a file with this name.
    init(file: String) {
        self.notes = CatalogNotes(file: file)
    }

    /// Parses the file's value: one scenario, or an array of scenarios.
    mutating func read(_ node: CatalogNode) -> [Scenario] {
        guard let elements = node.elements else { return self.scenario(node).map { [$0] } ?? [] }
        if elements.isEmpty {
            self.notes.refuse(node, "is empty", "Write a scenario: an object with scenario and steps.")
        }
        return elements.compactMap { self.scenario($0) }
    }

    /// Parses one scenario.
    mutating func scenario(_ node: CatalogNode) -> Scenario? {
        guard let fields = CatalogFields(node, &self.notes) else { return nil }
        fields.refuseUnknown(besides: ScenarioFile.keys, &self.notes)
        let heading = self.heading(fields)
        guard let steps = fields.required("steps", for: "[]", &self.notes) else { return nil }
        let nodes = fields.list("steps", &self.notes)
        if nodes.isEmpty, case .array = steps.value {
            self.notes.refuse(steps, "is empty", "Add for example: { \"action\": \"advance\", \"by\": \"P1M\" }")
        }
        self.names = []
        let read = nodes.compactMap { self.step($0) }
        guard let heading else { return nil }
        return Scenario(
            id: heading.id,
            number: heading.number,
            title: heading.title,
            confidence: heading.confidence,
            setup: heading.setup,
            steps: read
        )
    }

    /// Parses the heading of a scenario.
    mutating func heading(of node: CatalogNode) -> Scenario.Heading? {
        CatalogFields(node, &self.notes).flatMap { self.heading($0) }
    }

    private mutating func heading(_ fields: CatalogFields) -> Scenario.Heading? {
        let id = fields.requiredText("scenario", for: "my-scenario", &self.notes)
        if let id, !Self.isName(id), let node = fields["scenario"] {
            self.notes.refuse(
                node,
                "is \"\(CatalogIssue.shown(id))\", which is not a name",
                "Write letters, digits, hyphens and underscores."
            )
        }
        let title = fields.text("title", &self.notes) ?? id ?? ""
        let number = fields.number("number", in: 1...112, &self.notes).map { Int($0) }
        let confidence = self.confidence(fields)
        let setup = self.setup(fields)
        guard let id else { return nil }
        var stepCount = 0
        if case .array(let steps)? = fields["steps"]?.value { stepCount = steps.count }
        return Scenario.Heading(
            id: id,
            number: number,
            title: title,
            confidence: confidence,
            setup: setup,
            stepCount: stepCount
        )
    }

    private mutating func confidence(_ fields: CatalogFields) -> [Scenario.Confidence] {
        fields.list("confidence", &self.notes).compactMap { node in
            guard let text = self.text(node) else { return nil }
            if let confidence = Scenario.Confidence(rawValue: text) { return confidence }
            self.notes.refuseValue(node, text, known: Scenario.Confidence.allCases.map(\.rawValue))
            return nil
        }
    }

    private mutating func setup(_ fields: CatalogFields) -> ScenarioSetup {
        var setup = ScenarioSetup()
        setup.profile = fields.word("profile", WorldProfile.self, &self.notes) ?? .production
        if let node = fields["start"], let text = fields.text("start", &self.notes) {
            if let start = ScenarioInstant.instant(text) {
                setup.start = start
            } else {
                self.notes.refuse(
                    node,
                    "is \"\(CatalogIssue.shown(text))\", which is not an instant",
                    "Write for example: \"2026-01-15T09:00:00Z\""
                )
            }
        }
        if let node = fields["switches"], let switches = CatalogFields(node, &self.notes) {
            for key in switches.keys {
                guard let setting = self.setting(key, of: switches) else { continue }
                setup.switches[key] = setting
            }
        }
        if let node = fields["catalog"], let catalog = CatalogFields(node, &self.notes) {
            var reading = WorldCatalogReader()
            reading.notes = self.notes
            catalog.refuseUnknown(besides: ["products"], &reading.notes)
            if catalog.required("products", for: "[]", &reading.notes) != nil {
                setup.catalog = WorldCatalog(reading.readProducts(catalog.list("products", &reading.notes)))
            }
            self.notes = reading.notes
        }
        return setup
    }

    private mutating func setting(_ key: String, of switches: CatalogFields) -> ScenarioSetup.Setting? {
        if WorldBehavior.switches[key] != nil {
            return switches.flag(key, &self.notes).map { .flag($0) }
        }
        if WorldBehavior.durations[key] != nil {
            return switches.number(key, in: 0...Int64.max, &self.notes).map { .milliseconds($0) }
        }
        guard let node = switches[key] else { return nil }
        let known = (Array(WorldBehavior.switches.keys) + WorldBehavior.durations.keys).sorted()
        let nearest = Spelling.nearest(to: key, among: known)
        self.notes.refuse(
            node,
            "is not a switch",
            nearest.map { "Did you mean \"\($0)\"?" } ?? "The page simulator-behavior.md lists the switches."
        )
        return nil
    }

    /// Returns the text of a value.
    mutating func text(_ node: CatalogNode) -> String? {
        guard case .string(let text) = node.value else {
            self.notes.refuseType(node, wanted: "text")
            return nil
        }
        return text
    }

    /// Returns whether a text is a valid name of a scenario or a step.
    static func isName(_ text: String) -> Bool {
        (1...100).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
            }
    }
}
