import AppStore

/// The members of one object of a catalog file, read by key; every mistake is recorded with its location.
struct CatalogFields {
    /// The maximum number of unknown keys of one object that are examined; more warnings would not help.
    private static let unknownLimit = 100

    /// The object.
    let node: CatalogNode
    private let members: [(key: String, node: CatalogNode)]

    /// Reads the members of an object; records a mistake and returns `nil` for any other value.
    init?(_ node: CatalogNode, _ notes: inout CatalogNotes) {
        guard let members = node.members else {
            notes.refuseType(node, wanted: "an object")
            return nil
        }
        self.node = node
        self.members = members
    }

    /// The present keys, in their order.
    var keys: [String] { self.members.map(\.key) }

    /// Returns the value of a key; `nil` when it is absent or null.
    subscript(_ key: String) -> CatalogNode? {
        guard let found = self.members.first(where: { $0.key.utf8.elementsEqual(key.utf8) })?.node else { return nil }
        if case .null = found.value { return nil }
        return found
    }

    /// Returns the value of a required key.
    func required(_ key: String, for example: String, _ notes: inout CatalogNotes) -> CatalogNode? {
        if let found = self[key] { return found }
        notes.refuse(self.node, "has no \(key)", "Add for example: \"\(key)\": \(example)")
        return nil
    }

    /// Returns the text of a key.
    func text(_ key: String, _ notes: inout CatalogNotes) -> String? {
        guard let found = self[key] else { return nil }
        guard case .string(let text) = found.value else {
            notes.refuseType(found, wanted: "text")
            return nil
        }
        return text
    }

    /// Returns the text of a required key, which must not be blank.
    func requiredText(_ key: String, for example: String, _ notes: inout CatalogNotes) -> String? {
        guard let found = self.required(key, for: "\"\(example)\"", &notes),
            let text = self.text(key, &notes)
        else { return nil }
        guard !text.isEmpty else {
            notes.refuse(found, "is empty", "Write for example: \"\(example)\"")
            return nil
        }
        return text
    }

    /// Returns the Boolean value of a key.
    func flag(_ key: String, _ notes: inout CatalogNotes) -> Bool? {
        guard let found = self[key] else { return nil }
        guard case .bool(let flag) = found.value else {
            notes.refuseType(found, wanted: "true or false")
            return nil
        }
        return flag
    }

    /// Returns the whole number of a key, which must be in a range.
    func number(_ key: String, in range: ClosedRange<Int64>, _ notes: inout CatalogNotes) -> Int64? {
        guard let found = self[key] else { return nil }
        guard case .number(let spelling) = found.value else {
            notes.refuseType(found, wanted: "a whole number")
            return nil
        }
        guard let number = Int64(spelling), range.contains(number) else {
            notes.refuse(
                found,
                "is \(CatalogIssue.shown(spelling))",
                "Write a whole number from \(range.lowerBound) to \(range.upperBound)."
            )
            return nil
        }
        return number
    }

    /// Returns the elements of a key; none when it is absent.
    func list(_ key: String, _ notes: inout CatalogNotes) -> [CatalogNode] {
        guard let found = self[key] else { return [] }
        guard let elements = found.elements else {
            notes.refuseType(found, wanted: "an array")
            return []
        }
        return elements
    }

    /// Returns the elements of a key, all of which must be objects.
    func objects(_ key: String, _ notes: inout CatalogNotes) -> [CatalogFields] {
        self.list(key, &notes).compactMap { CatalogFields($0, &notes) }
    }

    /// Returns the enumerated value of a key.
    func word<Word: RawRepresentable & CaseIterable>(
        _ key: String,
        _ type: Word.Type,
        _ notes: inout CatalogNotes
    ) -> Word? where Word.RawValue == String {
        guard let found = self[key], let text = self.text(key, &notes) else { return nil }
        if let word = Word(rawValue: text) { return word }
        notes.refuseValue(found, text, known: Word.allCases.map(\.rawValue))
        return nil
    }

    /// Returns the enumerated values in the list of a key; `nil` when the key is absent.
    func words<Word: RawRepresentable & CaseIterable & Hashable>(
        _ key: String,
        _ notes: inout CatalogNotes
    ) -> Set<Word>? where Word.RawValue == String {
        guard self[key] != nil else { return nil }
        var words: Set<Word> = []
        for node in self.list(key, &notes) {
            guard case .string(let text) = node.value else {
                notes.refuseType(node, wanted: "text")
                continue
            }
            guard let word = Word(rawValue: text) else {
                notes.refuseValue(node, text, known: Word.allCases.map(\.rawValue))
                continue
            }
            words.insert(word)
        }
        return words
    }

    /// Returns the period of a key: an ISO 8601 duration of at most ten years.
    func period(_ key: String, _ notes: inout CatalogNotes) -> SubscriptionPeriod? {
        guard let found = self[key], let text = self.text(key, &notes) else { return nil }
        guard let period = SubscriptionPeriod(text), period.months <= 120, period.days <= 3660 else {
            notes.refuse(
                found,
                "is \"\(CatalogIssue.shown(text))\", which is not a duration",
                "Write an ISO 8601 duration such as P1W, P1M, P3M or P1Y."
            )
            return nil
        }
        return period
    }

    /// Records a mistake for every other key.
    func refuseUnknown(besides known: [String], _ notes: inout CatalogNotes) {
        for (key, node) in self.members where !notes.isFull && !known.contains(key) {
            if let nearest = Spelling.nearest(to: key, among: known) {
                notes.refuse(node, "is not known here", "Did you mean \"\(nearest)\"?")
            } else {
                notes.refuse(node, "is not known here", "Known keys are: \(known.joined(separator: ", ")).")
            }
        }
    }

    /// Records a warning for every other key, once for each key of a kind of object.
    func warnOfUnknown(besides known: [String], of kind: String, _ notes: inout CatalogNotes) {
        for (key, node) in self.members.lazy.filter({ !known.contains($0.key) }).prefix(Self.unknownLimit) {
            let meant = Spelling.nearest(to: key, among: known).map { "Did you mean \"\($0)\"? " } ?? ""
            notes.warn(
                node,
                about: "\(kind).\(key)",
                "is not known and was ignored",
                meant + "It is kept when the file is written again."
            )
        }
    }
}
