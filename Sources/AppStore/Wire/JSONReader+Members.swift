extension JSONReader {
    /// Reads an object's members into the properties that slots describe, and returns the members without a slot.
    ///
    /// Every payload uses this loop, so it is not generic: one copy serves all types.
    mutating func readMembers(
        _ slots: [WireSlot],
        into object: UnsafeMutableRawPointer
    ) throws(JSONError) -> [JSONMember] {
        var unknown = JSONMemberList()
        var seen: UInt64 = 0
        var expected = 0
        guard self.next == UInt8(ascii: "{") else { throw self.mismatch() }
        try self.enter()
        self.skipWhitespace()
        guard self.next != UInt8(ascii: "}") else {
            self.leave()
            return []
        }
        while true {
            guard self.next == UInt8(ascii: "\"") else { throw self.error(.invalid) }
            let start = self.position
            if let index = try self.readKey(slots, expected: expected, unknown: &unknown) {
                let bit: UInt64 = 1 << UInt64(index)
                guard seen & bit == 0 else { throw JSONError(.duplicateKey, offset: start) }
                seen |= bit
                try self.skipColon()
                if self.passesOverOtherForms {
                    try unsafe self.readIfOfForm(slots[index], into: object)
                } else {
                    try unsafe slots[index].read(from: &self, into: object)
                }
                expected = index + 1
            }
            self.skipWhitespace()
            if self.next == UInt8(ascii: "}") {
                self.leave()
                return unknown.members
            }
            try self.expect(UInt8(ascii: ","))
            self.skipWhitespace()
        }
    }

    /// Reads a field; a value of another form is skipped and leaves the property unchanged.
    private mutating func readIfOfForm(_ slot: WireSlot, into object: UnsafeMutableRawPointer) throws(JSONError) {
        let start = (position: self.position, depth: self.depth)
        do throws(JSONError) {
            try unsafe slot.read(from: &self, into: object)
        } catch {
            guard error.isAboutForm else { throw error }
            (self.position, self.depth) = start
            _ = try self.readValue()
        }
    }

    /// Advances past a key and returns its slot; a member without a slot is read to its end instead.
    @inline(__always)
    private mutating func readKey(
        _ slots: [WireSlot],
        expected: Int,
        unknown: inout JSONMemberList
    ) throws(JSONError) -> Int? {
        let start = self.position + 1
        if expected < slots.count {
            let name = slots[expected].name
            let end = start + name.utf8CodeUnitCount
            if self.holds(name, at: start), self.byte(at: end) == UInt8(ascii: "\"") {
                self.position = end + 1
                return expected
            }
        }
        let token = try self.scanString()
        // Absent fields are skipped in the table's order, so the search continues from the predicted field.
        for index in expected..<slots.count where self.matches(token, slots[index].name) { return index }
        for index in 0..<min(expected, slots.count) where self.matches(token, slots[index].name) { return index }
        try self.skipColon()
        try self.readMember(token, into: &unknown)
        return nil
    }
}
