internal import Ledger

extension CatalogReader {
    /// Reads what a rescission of consent sets in motion; without any row, the server only notes it.
    mutating func rescissions(_ field: DocumentField?) -> RescissionPolicy {
        let example = "consentRescissions: [{ storefronts: [USA], actions: [freeze, delete], deleteWithin: 30d }]"
        guard let field, let entries = self.validation.list(field, example: example) else { return RescissionPolicy() }
        var rows: [RescissionPolicy.Row] = []
        for entry in entries {
            guard let row = self.rescissionRow(entry) else { continue }
            if rows.contains(where: row.contradicts) {
                self.validation.note(
                    entry,
                    problem: "another row applies to the same storefront from the same instant",
                    remedy: "Join both rows, or give one of them another from."
                )
            }
            rows.append(row)
        }
        return RescissionPolicy(rows)
    }

    private mutating func rescissionRow(_ field: DocumentField) -> RescissionPolicy.Row? {
        let example = "actions: [freeze, delete, note]"
        let known = ["storefronts", "from", "until", "actions", "deleteWithin"]
        guard let parts = self.validation.map(field, known: known, example: "{ \(example) }"),
            let words = self.validation.required("actions", in: parts, example: example)
        else { return nil }
        var actions: Set<RescissionPolicy.Action> = []
        for word in self.validation.list(words, example: example) ?? [] {
            let all = RescissionPolicy.Action.allCases.map(\.rawValue)
            guard let name = self.validation.word(word, among: all, example: example),
                let action = RescissionPolicy.Action(rawValue: name)
            else { continue }
            actions.insert(action)
        }
        let storefronts = parts["storefronts"].map { self.rescissionStorefronts($0) } ?? []
        let from = parts["from"].flatMap { self.rescissionInstant($0) }
        let until = parts["until"].flatMap { self.rescissionInstant($0) }
        if let from, let until, let field = parts["until"], until <= from {
            self.validation.note(
                field,
                problem: "the row ends before it begins",
                remedy: "Write an instant after from, or leave until out."
            )
        }
        var within = Span.zero
        if let part = parts["deleteWithin"] {
            within = self.deletionTime(part) ?? .zero
            if !actions.contains(.delete) {
                self.validation.note(
                    part,
                    problem: "the row does not delete",
                    remedy: "Add delete to its actions, or leave deleteWithin out."
                )
            }
        }
        return RescissionPolicy.Row(
            storefronts: storefronts,
            from: from,
            until: until,
            actions: actions,
            deleteWithin: within
        )
    }

    /// Reads the storefronts of a row; a row that names none is left out instead of written as an empty list.
    private mutating func rescissionStorefronts(_ field: DocumentField) -> Set<String> {
        let example = "storefronts: [USA]"
        let entries = self.validation.list(field, example: example)
        if entries?.isEmpty == true { self.validation.refuse(field, expected: "one or more codes", example: example) }
        var storefronts: Set<String> = []
        for entry in entries ?? [] {
            guard let code = self.validation.string(entry, example: example) else { continue }
            guard StorefrontCode.contains(code) else {
                self.validation.note(
                    entry,
                    problem: "\"\(Validation.shortened(code))\" is not a storefront",
                    remedy: "Write an ISO 3166-1 alpha-3 code of a storefront: USA"
                )
                continue
            }
            storefronts.insert(code)
        }
        return storefronts
    }

    private mutating func rescissionInstant(_ field: DocumentField) -> Instant? {
        let example = "\(field.key): 2026-06-04T00:00:00-05:00"
        guard let text = self.validation.string(field, example: example) else { return nil }
        guard let instant = Instant(rfc3339: text) else {
            self.validation.refuse(field, expected: "an instant by RFC 3339 with its offset", example: example)
            return nil
        }
        return instant
    }

    /// Reads a time of at most ten years, so that a due date can be computed for every instant of a notification.
    private mutating func deletionTime(_ field: DocumentField) -> Span? {
        let example = "deleteWithin: 30d"
        guard let text = self.validation.string(field, example: example) else { return nil }
        guard let span = Span(spelling: text), span <= .days(3650) else {
            self.validation.refuse(field, expected: "a length of time like 36h or 30d, 3650d at most", example: example)
            return nil
        }
        return span
    }
}
