package import Notation

/// The customers that the bodies of events name.
extension JSONText {
    /// The fields that contain a customer's ID.
    private static let naming: [StaticString] = ["customer", "from", "to", "owner"]

    /// Returns a body with another ID wherever it names a customer; `nil` where it does not name them.
    ///
    /// The method searches for the bytes in which this type writes a field. A quote inside a string is always escaped,
    /// so the ID is not replaced elsewhere.
    package static func naming(_ other: CustomerID, insteadOf customer: CustomerID, in body: [UInt8]) -> [UInt8]? {
        var changed: [UInt8]?
        for field in Self.naming {
            let old = Self.member(field, customer)
            let new = Self.member(field, other)
            if let found = Self.replacing(old, with: new, in: changed ?? body) { changed = found }
        }
        return changed
    }

    /// Returns an ID as a body contains it, with quotes.
    package static func quoted(_ customer: CustomerID) -> [UInt8] {
        Array(Self.member("", customer).dropFirst(3))
    }

    private static func member(_ field: StaticString, _ customer: CustomerID) -> [UInt8] {
        var json = JSONText()
        json.add(field, customer.rawValue)
        return Array(json.bytes.dropFirst().dropLast())
    }

    private static func replacing(_ old: [UInt8], with new: [UInt8], in body: [UInt8]) -> [UInt8]? {
        var result: [UInt8] = []
        var isChanged = false
        var place = 0
        while place < body.count {
            if body[place] == old[0], body[place...].starts(with: old) {
                result += new
                place += old.count
                isChanged = true
            } else {
                result.append(body[place])
                place += 1
            }
        }
        return isChanged ? result : nil
    }
}
