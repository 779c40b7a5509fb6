package import AppStore

/// One JSON object as people read it: a line for each field, aligned, and a table for each list in it.
package enum ObjectText {
    /// Returns the lines of an object.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - tables: How lists in it are shown, by the name of their field; the others name their columns themselves.
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

    /// Writes an object: for a program as it is; for people its lines, and to standard error which tables are empty.
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
            // What a list without anything in it would say, its absence says too.
            if case .array(let elements) = member.value, elements.isEmpty { return [] }
            return [(name, member.value)]
        }
    }
}

/// Numbers with what they are numbers of, as people read them.
package enum Counted {
    /// A number and its noun, of which there is one or more: `1 event`, `2 events`.
    package static func text(_ number: String, _ one: String, _ several: String) -> String {
        "\(number) \(number == "1" ? one : several)"
    }

    /// A number and its noun, of which there is one or more.
    package static func text(_ number: Int, _ one: String, _ several: String) -> String {
        Self.text(String(number), one, several)
    }
}
