import AppStore
import Foundation

extension ScenarioReader {
    /// Parses one step.
    mutating func step(_ node: CatalogNode) -> ScenarioStep? {
        guard let fields = CatalogFields(node, &self.notes) else { return nil }
        guard let action = self.stepAction(fields) else { return nil }
        var step = ScenarioStep(action, name: fields.text("as", &self.notes) ?? "")
        step.note = fields.text("note", &self.notes)
        self.checkName(of: step, fields)
        // The expectations of a step may refer to its own result.
        self.names.append(step.name.isEmpty ? self.defaultName(for: action) : step.name)
        step.expected = self.expectations("expect", of: fields) ?? []
        step.received = self.expectations("received", of: fields)
        step.rejection = fields.text("rejected", &self.notes)
        step.failure = fields.text("fails", &self.notes)
        step.assertions = self.assertions(fields)
        step.receiver = self.receiver(fields)
        return step
    }

    private func defaultName(for action: ScenarioStep.Action) -> String {
        guard self.names.contains(action.word) else { return action.word }
        return (2...).lazy.map { "\(action.word)\($0)" }.first { !self.names.contains($0) } ?? action.word
    }

    private mutating func checkName(of step: ScenarioStep, _ fields: CatalogFields) {
        guard !step.name.isEmpty, let node = fields["as"] else { return }
        if !Self.isName(step.name) {
            self.notes.refuse(
                node,
                "is \"\(CatalogIssue.shown(step.name))\", which is not a name",
                "Write letters, digits, hyphens and underscores."
            )
        } else if self.names.contains(step.name) {
            self.notes.refuse(node, "is \"\(step.name)\", the same as an earlier step", "Give each step a unique name.")
        }
    }

    // MARK: What is done

    private mutating func stepAction(_ fields: CatalogFields) -> ScenarioStep.Action? {
        switch (fields["action"], fields["call"]) {
        case (_?, nil): return self.action(fields).map { .action($0) }
        case (nil, let call?): return self.call(fields, at: call).map { .call($0) }
        case (let action?, _?):
            self.notes.refuse(action, "is beside a call", "A step has an action or a call: make it two steps.")
            return nil
        case (nil, nil):
            self.notes.refuse(
                fields.node,
                "does nothing",
                "Add for example: \"action\": \"buy\", or \"call\": \"POST /inApps/v1/notifications/test\""
            )
            return nil
        }
    }

    private mutating func action(_ fields: CatalogFields) -> WorldAction? {
        guard let verb = fields.word("action", WorldVerb.self, &self.notes) else { return nil }
        let allowed = verb.requiredFields.union(verb.optionalFields)
        let known = WorldAction.Field.allCases.filter { allowed.contains($0) }.map(\.rawValue)
        let own = ScenarioFile.stepKeys.filter { !["call", "body", "status"].contains($0) }
        fields.refuseUnknown(besides: own + known, &self.notes)
        var isComplete = true
        for field in WorldAction.Field.allCases
        where verb.requiredFields.contains(field) && fields[field.rawValue] == nil {
            self.notes.refuse(
                fields.node,
                "has no \(field.rawValue), which \(verb.rawValue) needs",
                "Add \"\(field.rawValue)\"."
            )
            isComplete = false
        }
        guard isComplete else { return nil }
        return self.decode(verb, known, fields)
    }

    /// Decodes the fields of an action by their types.
    private mutating func decode(_ verb: WorldVerb, _ known: [String], _ fields: CatalogFields) -> WorldAction? {
        var members = [JSONMember(key: "action", value: .string(verb.rawValue))]
        for key in known {
            guard let node = fields[key] else { continue }
            self.checkReferences(in: node)
            if key == WorldAction.Field.fault.rawValue, !self.checkFault(node) { return nil }
            members.append(JSONMember(key: key, value: node.value))
        }
        do {
            return try JSONDecoder().decode(WorldAction.self, from: Data(JSONValue.object(members).json()))
        } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
            DecodingError.dataCorrupted(let context)
        {
            let path = context.codingPath.map(\.stringValue)
            let node = path.first.flatMap { fields[$0] } ?? fields.node
            let inner = path.count > 1 ? " in \(path.dropFirst().joined(separator: "."))" : ""
            self.notes.refuse(
                node,
                "has a value of the wrong type\(inner)",
                "Write \(Self.typeName(of: path.last ?? ""))."
            )
        } catch DecodingError.keyNotFound(let key, let context) {
            let node = context.codingPath.first.flatMap { fields[$0.stringValue] } ?? fields.node
            self.notes.refuse(node, "has no \(key.stringValue)", "Add \"\(key.stringValue)\".")
        } catch {
            self.notes.refuse(fields.node, "is not an action", "Compare it with simulator-actions.md.")
        }
        return nil
    }

    private mutating func checkFault(_ node: CatalogNode) -> Bool {
        guard let fields = CatalogFields(node, &self.notes) else { return false }
        let before = self.notes.mistakes.count
        let known = Mirror(reflecting: WorldFault(.drop)).children.compactMap(\.label)
        fields.refuseUnknown(besides: known, &self.notes)
        _ = fields.word("effect", WorldFault.Effect.self, &self.notes)
        return self.notes.mistakes.count == before
    }

    private static func typeName(of field: String) -> String {
        guard let known = WorldAction.Field(rawValue: field) else { return "a whole number or text, as its page says" }
        if WorldAction.texts[known] != nil { return "text" }
        return switch known {
        case .enabled: "true or false"
        case .storefronts: "an array of texts"
        case .commerce, .fault: "an object"
        default: "a whole number"
        }
    }

    private mutating func call(_ fields: CatalogFields, at node: CatalogNode) -> ScenarioCall? {
        fields.refuseUnknown(besides: ScenarioFile.stepKeys.filter { $0 != "action" && $0 != "fails" }, &self.notes)
        guard let text = fields.text("call", &self.notes) else { return nil }
        let words = text.split(separator: " ", maxSplits: 1).map(String.init)
        guard words.count == 2, ["GET", "PUT", "POST", "DELETE"].contains(words[0]), words[1].hasPrefix("/") else {
            self.notes.refuse(
                node,
                "is \"\(CatalogIssue.shown(text))\", which is not a request",
                "Write a method and a path: \"POST /inApps/v1/notifications/test\""
            )
            return nil
        }
        for part in words[1].split(separator: "/") { self.checkReference(String(part), at: node) }
        if let body = fields["body"] { self.checkReferences(in: body) }
        let status = fields.number("status", in: 100...599, &self.notes).map { Int($0) }
        return ScenarioCall(words[0], words[1], body: fields["body"]?.value, status: status ?? 200)
    }
}
