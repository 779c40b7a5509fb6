package import AppStore

/// One JSON object for people: an aligned line for each field, and a table for each list in it.
package enum ObjectText {
    /// Returns the lines of an object.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - tables: The tables of lists in it, by the name of their field; other lists use their members as columns.
    ///   - language: The language of headings.
    /// - Returns: The lines.
    package static func lines(
        _ object: JSONValue,
        tables: [String: Listing] = [:],
        in language: Language = .english
    ) -> [String] {
        var fields: [[String]] = []
        var lists: [String] = []
        for (name, value) in self.members(object, below: "") {
            guard case .array(let elements) = value, case .object? = elements.first else {
                fields.append([name, TextColumns.cell(value.plain)])
                continue
            }
            let table = tables[name]?.lines(elements, in: language) ?? Listing.derivedLines(elements)
            lists += ["", "\(name):"] + table.map { "  " + $0 }
        }
        let lines = TextColumns.lines(fields)
        return lines + (lines.isEmpty ? Array(lists.dropFirst()) : lists)
    }

    /// Writes an object: for a program as JSON; for people as lines, and to standard error which tables are empty.
    static func write(
        _ object: JSONValue,
        isJSON: Bool,
        tables: [String: Listing] = [:],
        in language: Language = .english,
        to stream: StandardStream = .output
    ) {
        guard !isJSON else { return stream.write(json: object) }
        for line in self.lines(object, tables: tables, in: language) { stream.write(line: line) }
        for (name, listing) in tables where object[name] == .array([]) { listing.writeNone(in: language) }
    }

    private static func members(_ object: JSONValue, below prefix: String) -> [(name: String, value: JSONValue)] {
        guard case .object(let members) = object else { return [] }
        return members.flatMap { member -> [(name: String, value: JSONValue)] in
            let name = prefix + member.key
            if case .object = member.value { return self.members(member.value, below: name + ".") }
            // An empty list is left out, which says the same.
            if case .array(let elements) = member.value, elements.isEmpty { return [] }
            return [(name, member.value)]
        }
    }
}

/// Numbers with their nouns, for people.
package enum Counted {
    /// Returns a number and its noun in the singular or plural: `1 event`, `2 events`.
    package static func text(_ number: String, _ one: String, _ several: String) -> String {
        "\(number) \(number == "1" ? one : several)"
    }

    /// Returns a number and its noun in the singular or plural.
    package static func text(_ number: Int, _ one: String, _ several: String) -> String {
        Self.text(String(number), one, several)
    }
}
