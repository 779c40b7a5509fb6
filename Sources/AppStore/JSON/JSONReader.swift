/// Reads one JSON text in a single pass over its bytes.
///
/// It is made for signed payloads of a few kilobytes: no intermediate tree, no `String` for structure, eight to
/// sixty-four bytes of a string at a time. It is also the first thing that meets a hostile body, so it is stricter than
/// most: RFC 8259 without extensions, valid UTF-8, no duplicate keys (compared after decoding), no lone surrogates,
/// nesting up to `maximumDepth`.
///
/// A reader lives only inside `read(_:_:)`. It cannot be copied, so it cannot outlive the bytes it points to.
@safe
public struct JSONReader: ~Copyable {
    /// How deep arrays and objects may nest.
    ///
    /// Apple's deepest payload has six levels; the bound keeps recursion far from the end of any thread's stack.
    package static var maximumDepth: Int { 32 }

    /// How many nodes a text may have: each element of an array is one, and each member of an object two, its key and
    /// its value.
    ///
    /// A node may take two bytes of text and a hundred of memory, so the length of a text does not bound what it costs.
    /// With this bound no text costs more than about 40 MB besides its own strings. The largest body that Apple posts,
    /// a notification of version 1, has a hundred purchases of some forty fields: eight thousand nodes.
    public static var maximumNodes: Int { 262_144 }
    /// How many nodes a text from a trusted source may have: a file of the operator's, or an answer of Apple's that
    /// lists every purchase of a receipt, ten thousand of some forty fields.
    package static var maximumTrustedNodes: Int { 1_048_576 }

    /// How many bytes the text has.
    let count: Int
    /// Where the next byte will be read.
    var position = 0
    /// Whether a known field of another form than documented is passed over, as if it were absent.
    let passesOverOtherForms: Bool
    /// How many arrays and objects are open.
    var depth = 0
    private let base: UnsafeRawPointer
    /// How many nodes may still come.
    private var nodesLeft: Int

    private init(
        _ bytes: UnsafeRawBufferPointer,
        base: UnsafeRawPointer,
        passesOverOtherForms: Bool,
        maximumNodes: Int
    ) {
        unsafe self.base = base
        self.count = bytes.count
        self.passesOverOtherForms = passesOverOtherForms
        self.nodesLeft = maximumNodes
    }

    /// Reads a whole text: whitespace, what `body` reads, whitespace, and then its end.
    package static func read<Value>(
        _ bytes: [UInt8],
        maximumNodes: Int = Self.maximumNodes,
        _ body: (inout JSONReader) throws(JSONError) -> Value
    ) throws(JSONError) -> Value {
        try Self.read(bytes, passingOverOtherForms: false, maximumNodes: maximumNodes, body)
    }

    /// Reads a whole text, if wanted without the known fields that have another form than documented.
    static func read<Value>(
        _ bytes: [UInt8],
        passingOverOtherForms: Bool,
        maximumNodes: Int = Self.maximumNodes,
        _ body: (inout JSONReader) throws(JSONError) -> Value
    ) throws(JSONError) -> Value {
        try unsafe bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
            guard let base = buffer.baseAddress, !buffer.isEmpty else { throw JSONError(.invalid, offset: 0) }
            var reader = unsafe JSONReader(
                UnsafeRawBufferPointer(buffer),
                base: UnsafeRawPointer(base),
                passesOverOtherForms: passingOverOtherForms,
                maximumNodes: maximumNodes
            )
            reader.skipWhitespace()
            let value = try body(&reader)
            reader.skipWhitespace()
            guard reader.position == reader.count else { throw reader.error(.invalid) }
            return value
        }
    }

    // MARK: Bytes

    /// The byte at an offset, or 0 behind the end: a zero byte fits nowhere in JSON, so the end needs no check of its
    /// own.
    @inline(__always)
    func byte(at offset: Int) -> UInt8 {
        offset < self.count ? unsafe self.base.load(fromByteOffset: offset, as: UInt8.self) : 0
    }

    /// The next byte, or 0 at the end.
    @inline(__always)
    var next: UInt8 { self.byte(at: self.position) }

    /// Eight bytes from an offset, the first in the lowest bits; the caller has checked that they are there.
    @inline(__always)
    func word(at offset: Int) -> UInt64 {
        assert(offset + 8 <= self.count)
        return UInt64(littleEndian: unsafe self.base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// A stretch of the text, which the caller has found to lie inside of it.
    @inline(__always)
    func withBytes<Value>(_ range: Range<Int>, _ body: (UnsafeRawBufferPointer) -> Value) -> Value {
        precondition(range.upperBound <= self.count, "A stretch of a JSON text lies inside of it.")
        return unsafe body(UnsafeRawBufferPointer(start: self.base + range.lowerBound, count: range.count))
    }

    /// Whether the text holds a name at an offset.
    @inline(__always)
    func holds(_ name: StaticString, at offset: Int) -> Bool {
        let length = name.utf8CodeUnitCount
        guard self.count - offset >= length else { return false }
        let text = unsafe self.base + offset
        let start = unsafe UnsafeRawPointer(name.utf8Start)
        guard length >= 8 else {
            for index in 0..<length {
                let left = unsafe text.load(fromByteOffset: index, as: UInt8.self)
                if unsafe left != start.load(fromByteOffset: index, as: UInt8.self) { return false }
            }
            return true
        }
        // Whole words, then the last word, which may overlap the one before it.
        var index = 0
        while index < length - 8 {
            let left = unsafe text.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            if unsafe left != start.loadUnaligned(fromByteOffset: index, as: UInt64.self) { return false }
            index += 8
        }
        let left = unsafe text.loadUnaligned(fromByteOffset: length - 8, as: UInt64.self)
        return unsafe left == start.loadUnaligned(fromByteOffset: length - 8, as: UInt64.self)
    }

    // MARK: Structure

    /// An error at the next byte.
    func error(_ code: JSONError.Code) -> JSONError {
        JSONError(code, offset: min(self.position, self.count))
    }

    /// Moves to the next byte that is not whitespace.
    @inline(__always)
    mutating func skipWhitespace() {
        if self.next > 0x20 { return }
        while true {
            switch self.next {
            case 0x20, 0x0A, 0x0D, 0x09: self.position += 1
            default: return
            }
        }
    }

    /// Moves past a byte that must come next.
    @inline(__always)
    mutating func expect(_ byte: UInt8) throws(JSONError) {
        guard self.next == byte else { throw self.error(.invalid) }
        self.position += 1
    }

    /// Counts a node before it is read, so that nothing is kept of a text with too many.
    @inline(__always)
    mutating func countNode() throws(JSONError) {
        guard self.nodesLeft > 0 else { throw self.error(.tooManyNodes) }
        self.nodesLeft -= 1
    }

    /// Moves past an opening bracket, one level deeper.
    @inline(__always)
    mutating func enter() throws(JSONError) {
        guard self.depth < Self.maximumDepth else { throw self.error(.tooDeep) }
        self.depth += 1
        self.position += 1
    }

    /// Moves past a closing bracket, one level up.
    @inline(__always)
    mutating func leave() {
        self.depth -= 1
        self.position += 1
    }

    /// The error for a value that its field cannot take: of another type, or no JSON at all.
    func mismatch() -> JSONError {
        switch self.next {
        case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "-"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            return self.error(.wrongType)
        default:
            let isWord = self.holds("true", at: self.position) || self.holds("false", at: self.position)
            return self.error(isWord || self.holds("null", at: self.position) ? .wrongType : .invalid)
        }
    }
}
