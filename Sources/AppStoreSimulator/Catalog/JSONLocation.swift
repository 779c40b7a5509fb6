/// The line numbers of a JSON text, in the structure of its values.
///
/// The parts of an array are its elements and those of an object its members, in the order of the text, so that
/// locations and values can be traversed together.
struct JSONLocation: Hashable, Sendable {
    /// The line of the value, or of a member's key, counted from 1.
    let line: Int
    /// The locations of the elements or members.
    let parts: [JSONLocation]

    /// Computes the locations of a text, which a JSON reader must have accepted before.
    init(of json: [UInt8]) {
        var walk = Walk(bytes: json)
        self = walk.value()
    }

    /// Creates a location.
    private init(line: Int, parts: [JSONLocation]) {
        self.line = line
        self.parts = parts
    }

    /// Returns the line of a byte, counted from 1.
    static func line(at offset: Int, of text: [UInt8]) -> Int {
        1 + text.prefix(offset).count { $0 == UInt8(ascii: "\n") }
    }

    /// One pass over the text.
    private struct Walk {
        let bytes: [UInt8]
        var offset = 0
        var line = 1

        /// Returns the next byte that is not whitespace; 0 at the end.
        mutating func next() -> UInt8 {
            while self.offset < self.bytes.count {
                let byte = self.bytes[self.offset]
                if byte > 0x20 { return byte }
                if byte == UInt8(ascii: "\n") { self.line += 1 }
                self.offset += 1
            }
            return 0
        }

        /// Skips a value and returns its location.
        mutating func value() -> JSONLocation {
            let first = self.next()
            let line = self.line
            switch first {
            case UInt8(ascii: "{"): return JSONLocation(line: line, parts: self.parts(areMembers: true))
            case UInt8(ascii: "["): return JSONLocation(line: line, parts: self.parts(areMembers: false))
            case UInt8(ascii: "\""): self.skipString()
            default:
                while self.offset < self.bytes.count, !Self.ends.contains(self.bytes[self.offset]) {
                    self.offset += 1
                }
            }
            return JSONLocation(line: line, parts: [])
        }

        /// The bytes that can follow a number or a literal.
        private static let ends: Set<UInt8> = [0x20, 0x0A, 0x0D, 0x09, 0x2C, 0x5D, 0x7D]

        /// Skips the parts of an array or object, from its opening bracket, and returns their locations.
        private mutating func parts(areMembers: Bool) -> [JSONLocation] {
            var parts: [JSONLocation] = []
            self.offset += 1
            while true {
                switch self.next() {
                case 0: return parts
                case UInt8(ascii: "]"), UInt8(ascii: "}"):
                    self.offset += 1
                    return parts
                case UInt8(ascii: ","): self.offset += 1
                default:
                    guard areMembers else {
                        parts.append(self.value())
                        continue
                    }
                    let line = self.line
                    self.skipString()
                    if self.next() == UInt8(ascii: ":") { self.offset += 1 }
                    parts.append(JSONLocation(line: line, parts: self.value().parts))
                }
            }
        }

        /// Skips a string, from its opening quote.
        private mutating func skipString() {
            self.offset += 1
            while self.offset < self.bytes.count {
                switch self.bytes[self.offset] {
                case UInt8(ascii: "\""):
                    self.offset += 1
                    return
                case UInt8(ascii: "\\"): self.offset += 2
                default: self.offset += 1
                }
            }
        }
    }
}
