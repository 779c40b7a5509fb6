/// An encoder of DER elements (ITU-T X.690), and of BER where Xcode uses it.
package enum DEREncoder {
    /// Returns an element of definite length.
    package static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        var element = [tag]
        element.reserveCapacity(content.count + 6)
        if content.count < 0x80 {
            element.append(UInt8(content.count))
        } else {
            let octets = Self.octets(of: Int64(content.count)).drop { $0 == 0 }
            element.append(0x80 | UInt8(octets.count))
            element += octets
        }
        return element + content
    }

    /// Returns an element of indefinite length, which only BER allows.
    package static func open(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] { [tag, 0x80] + content + [0, 0] }

    /// Returns a sequence of elements.
    package static func sequence(_ elements: [[UInt8]]) -> [UInt8] { Self.element(0x30, elements.flatMap(\.self)) }

    /// Returns a set of elements, in the given order.
    package static func set(_ elements: [[UInt8]]) -> [UInt8] { Self.element(0x31, elements.flatMap(\.self)) }

    /// Returns an integer.
    package static func integer(_ value: Int64) -> [UInt8] {
        var octets = Self.octets(of: value)[...]
        while octets.count > 1, octets[octets.startIndex] == (octets[octets.startIndex + 1] < 0x80 ? 0 : 0xFF) {
            octets.removeFirst()
        }
        return Self.element(0x02, Array(octets))
    }

    /// Returns a non-negative integer of any size, from its octets.
    package static func integer(octets: [UInt8]) -> [UInt8] {
        let trimmed = Array(octets.drop { $0 == 0 })
        guard let first = trimmed.first else { return Self.integer(0) }
        return Self.element(0x02, first < 0x80 ? trimmed : [0] + trimmed)
    }

    /// Returns a UTF-8 string.
    package static func utf8(_ text: String) -> [UInt8] { Self.element(0x0C, Array(text.utf8)) }

    /// Returns an ASCII string.
    package static func ia5(_ text: String) -> [UInt8] { Self.element(0x16, Array(text.utf8)) }

    /// Returns an octet string.
    package static func octetString(_ octets: [UInt8]) -> [UInt8] { Self.element(0x04, octets) }

    /// Returns an object identifier from its encoded components.
    package static func object(_ octets: [UInt8]) -> [UInt8] { Self.element(0x06, octets) }

    /// Returns an algorithm identifier with NULL parameters.
    package static func algorithm(_ object: [UInt8]) -> [UInt8] { Self.sequence([Self.object(object), [0x05, 0x00]]) }

    /// Returns the eight octets of a number, the highest first.
    private static func octets(of value: Int64) -> [UInt8] {
        stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> Int64($0)) }
    }
}
