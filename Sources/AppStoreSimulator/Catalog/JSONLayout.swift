import AppStore

/// A writer of JSON in Xcode's layout: one member on each line, two spaces for each level, a space before each colon.
///
/// An empty array or object is written as its brackets with an empty line between them.
struct JSONLayout {
    /// Whether members are sorted by key, ignoring case.
    let sortsKeys: Bool
    private var text: [UInt8] = []

    /// Returns the value's text, with a line feed at its end.
    static func text(_ value: JSONValue, sortsKeys: Bool) -> [UInt8] {
        var layout = JSONLayout(sortsKeys: sortsKeys)
        layout.write(value, indent: 0)
        layout.text.append(UInt8(ascii: "\n"))
        return layout.text
    }

    private init(sortsKeys: Bool) {
        self.sortsKeys = sortsKeys
    }

    private mutating func write(_ value: JSONValue, indent: Int) {
        switch value {
        case .array(let values):
            self.writeParts("[", "]", count: values.count, indent: indent) { layout, index in
                layout.write(values[index], indent: indent + 2)
            }
        case .object(let unsorted):
            let members = self.sortsKeys ? Self.sorted(unsorted) : unsorted
            self.writeParts("{", "}", count: members.count, indent: indent) { layout, index in
                layout.text += JSONValue.string(members[index].key).json()
                layout.text += Array(" : ".utf8)
                layout.write(members[index].value, indent: indent + 2)
            }
        default: self.text += value.json()
        }
    }

    private mutating func writeParts(
        _ opening: Unicode.Scalar,
        _ closing: Unicode.Scalar,
        count: Int,
        indent: Int,
        _ part: (inout JSONLayout, Int) -> Void
    ) {
        self.text.append(UInt8(ascii: opening))
        for index in 0..<count {
            self.text += index == 0 ? [0x0A] : [0x2C, 0x0A]
            self.text += Array(repeating: 0x20, count: indent + 2)
            part(&self, index)
        }
        self.text += count == 0 ? [0x0A, 0x0A] : [0x0A]
        self.text += Array(repeating: 0x20, count: indent)
        self.text.append(UInt8(ascii: closing))
    }

    private static func sorted(_ members: [JSONMember]) -> [JSONMember] {
        members.sorted { left, right in
            let (leftKey, rightKey) = (left.key.lowercased(), right.key.lowercased())
            if leftKey.utf8.elementsEqual(rightKey.utf8) {
                return left.key.utf8.lexicographicallyPrecedes(right.key.utf8)
            }
            return leftKey.utf8.lexicographicallyPrecedes(rightKey.utf8)
        }
    }
}
