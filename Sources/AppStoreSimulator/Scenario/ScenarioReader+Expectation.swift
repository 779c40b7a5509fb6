import AppStore

extension ScenarioReader {
    /// Returns the notifications of a key; `nil` when it is absent.
    mutating func expectations(_ key: String, of fields: CatalogFields) -> [ScenarioExpectation]? {
        guard fields[key] != nil else { return nil }
        // `expect` uses the names of version 2, even if the app receives version 1.
        let isSent = key == "received"
        return fields.list(key, &self.notes).compactMap { node in
            if let elements = node.elements {
                return .inAnyOrder(elements.compactMap { self.notification($0, isSent: isSent) })
            }
            return self.notification(node, isSent: isSent).map { .one($0) }
        }
    }

    private mutating func notification(_ node: CatalogNode, isSent: Bool) -> ExpectedNotification? {
        guard let text = self.text(node) else { return nil }
        do throws(ExpectedNotification.Mistake) {
            let notification = try ExpectedNotification(text)
            let old = notification.names.first { !ExpectedNotification.known.contains($0) }
            if let old, !isSent { throw .name(old) }
            return notification
        } catch {
            switch error {
            case .spelling:
                self.notes.refuse(
                    node,
                    "is \"\(CatalogIssue.shown(text))\", which is not a notification",
                    "Write for example: \"DID_RENEW/-\", \"@bob REVOKE/-\" or \"DID_RENEW/- x3\""
                )
            case .name(let name): self.notes.refuseValue(node, name, known: ExpectedNotification.known)
            }
            return nil
        }
    }

    /// Returns the assertions of a step.
    mutating func assertions(_ fields: CatalogFields) -> [ScenarioAssertion] {
        guard let node = fields["assertions"], let members = node.members else {
            if let node = fields["assertions"] { self.notes.refuseType(node, wanted: "an object") }
            return []
        }
        return members.compactMap { key, value in
            let assertion = ScenarioAssertion(key, ScenarioValue(value.value))
            guard assertion.parsed != nil else {
                let words = key.split(separator: ".").map(String.init)
                let root = words.first { $0 != "*" && !$0.hasPrefix("#") } ?? ""
                let nearest = Spelling.nearest(to: root, among: ScenarioAssertion.roots)
                self.notes.refuse(
                    value,
                    "is not a part of a step",
                    nearest.map { "Did you mean \"\($0).\" in front?" }
                        ?? "Begin with one of: \(ScenarioAssertion.roots.joined(separator: ", "))."
                )
                return nil
            }
            self.checkReferences(in: value)
            return assertion
        }
    }

    /// Returns the responses of the app's server.
    mutating func receiver(_ fields: CatalogFields) -> [WorldDelivery.Outcome]? {
        guard let node = fields["receiver"] else { return nil }
        let nodes = node.elements ?? [node]
        let outcomes = nodes.compactMap { self.outcome($0) }
        if nodes.isEmpty { self.notes.refuse(node, "is empty", "Write a status such as 500.") }
        return outcomes
    }

    private mutating func outcome(_ node: CatalogNode) -> WorldDelivery.Outcome? {
        switch node.value {
        case .number(let text):
            guard let status = Int(text), (100...599).contains(status) else { break }
            return .answered(status: status)
        case .string(let text):
            let known = SendAttemptResult.allKnown.filter { $0 != .success }
            let result = SendAttemptResult(rawValue: text)
            if known.contains(result) { return .failed(result) }
            self.notes.refuseValue(node, text, known: known.map(\.rawValue))
            return nil
        default: break
        }
        self.notes.refuse(
            node,
            "is not a response",
            "Write an HTTP status such as 500, or a result such as \"TIMED_OUT\"."
        )
        return nil
    }

    // MARK: References

    /// Records a mistake for each text in a value that refers to no earlier step.
    mutating func checkReferences(in node: CatalogNode) {
        if case .string(let text) = node.value { self.checkReference(text, at: node) }
        for element in node.elements ?? [] { self.checkReferences(in: element) }
        for (_, member) in node.members ?? [] { self.checkReferences(in: member) }
    }

    /// Records a mistake for a text that looks like a reference but refers to no earlier step.
    mutating func checkReference(_ text: String, at node: CatalogNode) {
        guard text.hasPrefix("$") else { return }
        let shown = CatalogIssue.shown(text)
        guard let (name, form) = ScenarioContext.parsed(text), ScenarioContext.forms.contains(form) else {
            let forms = ScenarioContext.forms.joined(separator: ", ")
            self.notes.refuse(
                node,
                "is \"\(shown)\", which is not a valid reference",
                "Write $name. and one of: \(forms)."
            )
            return
        }
        guard !name.hasPrefix("@"), !self.names.contains(name) else { return }
        let nearest = Spelling.nearest(to: name, among: self.names)
        self.notes.refuse(
            node,
            "is \"\(shown)\", but no earlier step has this name",
            nearest.map { "Did you mean \"$\($0).\(form)\"?" } ?? "Name the step with \"as\"."
        )
    }
}
