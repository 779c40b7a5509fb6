extension JSONReader {
    /// Advances past `null` if it is next, and returns whether it was.
    @inline(__always)
    package mutating func readNull() -> Bool {
        guard self.next == UInt8(ascii: "n"), self.holds("null", at: self.position) else { return false }
        self.position += 4
        return true
    }

    /// Reads `true` or `false`.
    package mutating func readBool() throws(JSONError) -> Bool {
        if self.holds("true", at: self.position) {
            self.position += 4
            return true
        }
        if self.holds("false", at: self.position) {
            self.position += 5
            return false
        }
        throw self.mismatch()
    }

    /// Advances past `{}` if it is next, with or without whitespace inside, and returns whether it was.
    ///
    /// Some logged payloads have an empty object for a field that Apple leaves out.
    @inline(__always)
    package mutating func readEmptyObject() -> Bool {
        guard self.next == UInt8(ascii: "{") else { return false }
        let start = self.position
        self.position += 1
        self.skipWhitespace()
        guard self.next == UInt8(ascii: "}") else {
            self.position = start
            return false
        }
        self.position += 1
        return true
    }

    /// Reads an array; the reader calls `element` at the start of each element, and `element` advances past it.
    package mutating func readArray(
        _ element: (inout JSONReader) throws(JSONError) -> Void
    ) throws(JSONError) {
        guard self.next == UInt8(ascii: "[") else { throw self.mismatch() }
        try self.enter()
        self.skipWhitespace()
        guard self.next != UInt8(ascii: "]") else { return self.leave() }
        while true {
            try self.countNode()
            try element(&self)
            self.skipWhitespace()
            if self.next == UInt8(ascii: "]") { return self.leave() }
            try self.expect(UInt8(ascii: ","))
            self.skipWhitespace()
        }
    }

    /// Reads an object; the reader calls `member` with each decoded key at the start of its value.
    ///
    /// The caller detects duplicate keys.
    mutating func readObject(
        _ member: (inout JSONReader, StringToken) throws(JSONError) -> Void
    ) throws(JSONError) {
        guard self.next == UInt8(ascii: "{") else { throw self.mismatch() }
        try self.enter()
        self.skipWhitespace()
        guard self.next != UInt8(ascii: "}") else { return self.leave() }
        while true {
            guard self.next == UInt8(ascii: "\"") else { throw self.error(.invalid) }
            try self.countNode()
            let key = try self.scanString()
            try self.skipColon()
            try member(&self, key)
            self.skipWhitespace()
            if self.next == UInt8(ascii: "}") { return self.leave() }
            try self.expect(UInt8(ascii: ","))
            self.skipWhitespace()
        }
    }

    /// Advances from the end of a key to its value.
    @inline(__always)
    mutating func skipColon() throws(JSONError) {
        self.skipWhitespace()
        try self.expect(UInt8(ascii: ":"))
        self.skipWhitespace()
    }

    /// Reads any value.
    package mutating func readValue() throws(JSONError) -> JSONValue {
        switch self.next {
        case UInt8(ascii: "{"):
            var list = JSONMemberList()
            try self.readObject { (reader: inout JSONReader, token) throws(JSONError) in
                try reader.readMember(token, into: &list)
            }
            return .object(list.members)
        case UInt8(ascii: "["):
            var values: [JSONValue] = []
            try self.readArray { (reader: inout JSONReader) throws(JSONError) in
                values.append(try reader.readValue())
            }
            return .array(values)
        case UInt8(ascii: "\""):
            return .string(try self.readString())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            let token = try self.scanNumber()
            return .number(unsafe self.withBytes(token.range) { unsafe String(decoding: $0, as: UTF8.self) })
        case UInt8(ascii: "t"), UInt8(ascii: "f"):
            return .bool(try self.readBool())
        default:
            guard self.readNull() else { throw self.error(.invalid) }
            return .null
        }
    }

    /// Reads the value of a scanned key and appends both to the list, unless the list already contains the key.
    mutating func readMember(_ token: StringToken, into list: inout JSONMemberList) throws(JSONError) {
        try self.countNode()
        let key = self.text(of: token)
        guard !list.contains(key) else { throw JSONError(.duplicateKey, offset: token.range.lowerBound - 1) }
        list.append(JSONMember(key: key, value: try self.readValue()))
    }

    /// Returns one string member of a text that is an object, as bytes; `nil` if it is absent or `null`.
    ///
    /// The method is for request bodies such as `{"signedPayload":"..."}`. It still reads and checks all other members.
    package static func string(_ name: StaticString, in json: [UInt8]) throws(JSONError) -> [UInt8]? {
        try Self.read(json) { (reader: inout JSONReader) throws(JSONError) in
            var found: [UInt8]?
            var isSeen = false
            var others = JSONMemberList()
            try reader.readObject { (reader: inout JSONReader, token) throws(JSONError) in
                guard reader.matches(token, name) else { return try reader.readMember(token, into: &others) }
                guard !isSeen else { throw JSONError(.duplicateKey, offset: token.range.lowerBound - 1) }
                isSeen = true
                if reader.readNull() { return }
                do throws(JSONError) {
                    found = try reader.readStringBytes()
                } catch {
                    throw error.inside(name)
                }
            }
            return found
        }
    }

    /// Returns whether a scanned string, decoded, equals this name.
    @inline(__always)
    func matches(_ token: StringToken, _ name: StaticString) -> Bool {
        if !token.isEscaped {
            return token.range.count == name.utf8CodeUnitCount && self.holds(name, at: token.range.lowerBound)
        }
        return unsafe self.bytes(of: token).elementsEqual(
            UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        )
    }
}
