public import Notation

/// The writer of compact JSON into bytes that each ``WireValue`` uses.
public typealias JSONWriter = Notation.JSONWriter

extension JSONWriter {
    /// Writes a member of the open object.
    package mutating func write(_ member: JSONMember) {
        self.key(member.key)
        self.write(member.value)
    }

    /// Writes any value.
    package mutating func write(_ value: JSONValue) {
        switch value {
        case .null: self.writeNull()
        case .bool(let flag): self.write(flag)
        case .number(let text): self.write(number: text)
        case .string(let text): self.write(text)
        case .array(let values):
            self.beginArray()
            for value in values { self.write(value) }
            self.endArray()
        case .object(let members):
            self.beginObject()
            for member in members { self.write(member) }
            self.endObject()
        }
    }
}
