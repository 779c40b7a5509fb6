/// A reader of a JSON text that makes a single pass over its bytes.
///
/// The reader is optimized for signed payloads of a few kilobytes: it builds no intermediate tree, creates no `String`
/// for structure, and processes eight to sixty-four bytes of a string at a time. It is also the first code that reads
/// untrusted bodies, and therefore stricter than most readers: RFC 8259 without extensions, valid UTF-8, no duplicate
/// keys (compared after decoding), no lone surrogates, and nesting up to `maximumDepth`.
///
/// A reader exists only inside `read(_:_:)`. It cannot be copied, so it cannot outlive the bytes that it points to.
@safe
public struct JSONReader: ~Copyable {
    /// The maximum nesting depth of arrays and objects.
    ///
    /// Apple's deepest payload has six levels; the bound keeps recursion far from the limit of a thread's stack.
    package static var maximumDepth: Int { 32 }

    /// The maximum number of nodes of a text: each element of an array is one, and each member of an object two, its
    /// key and its value.
    ///
    /// A node can take two bytes of text and a hundred of memory, so the length of a text does not bound its cost. With
    /// this bound a text costs at most about 40 MB in addition to its own strings. The largest body that Apple sends, a
    /// notification of version 1, has a hundred purchases with some forty fields each: eight thousand nodes.
    public static var maximumNodes: Int { 262_144 }
    /// The maximum number of nodes of a text from a trusted source: a file of the operator, or a response of Apple that
    /// lists every purchase of a receipt, ten thousand with some forty fields each.
    package static var maximumTrustedNodes: Int { 1_048_576 }

    /// The length of the text in bytes.
    let count: Int
    /// The offset of the next byte.
    var position = 0
    /// Whether the reader skips a known field whose form differs from the documentation, as if it were absent.
    let passesOverOtherForms: Bool
    /// The number of open arrays and objects.
    var depth = 0
    private let base: UnsafeRawPointer
    /// The number of nodes that may still follow.
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

    /// Reads a whole text: whitespace, the value that `body` reads, whitespace, and the end.
    package static func read<Value>(
        _ bytes: [UInt8],
        maximumNodes: Int = Self.maximumNodes,
        _ body: (inout JSONReader) throws(JSONError) -> Value
    ) throws(JSONError) -> Value {
        try Self.read(bytes, passingOverOtherForms: false, maximumNodes: maximumNodes, body)
    }

    /// Reads a whole text, optionally without the known fields whose form differs from the documentation.
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

    /// Returns the byte at an offset, or 0 after the end.
    ///
    /// A zero byte is invalid everywhere in JSON, so the end needs no separate check.
    @inline(__always)
    func byte(at offset: Int) -> UInt8 {
        offset < self.count ? unsafe self.base.load(fromByteOffset: offset, as: UInt8.self) : 0
    }

    /// The next byte, or 0 at the end.
    @inline(__always)
    var next: UInt8 { self.byte(at: self.position) }

    /// Returns eight bytes from an offset, the first in the lowest bits; the caller ensures that they exist.
    @inline(__always)
    func word(at offset: Int) -> UInt64 {
        assert(offset + 8 <= self.count)
        return UInt64(littleEndian: unsafe self.base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// Passes a range of the text to a closure; the caller ensures that it lies inside the text.
    @inline(__always)
    func withBytes<Value>(_ range: Range<Int>, _ body: (UnsafeRawBufferPointer) -> Value) -> Value {
        precondition(range.upperBound <= self.count, "The range must lie inside the JSON text.")
        return unsafe body(UnsafeRawBufferPointer(start: self.base + range.lowerBound, count: range.count))
    }

    /// Returns whether the text contains a name at an offset.
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
        // Compares whole words first, then the last word, which may overlap the one before it.
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

    /// Returns an error at the position of the next byte.
    func error(_ code: JSONError.Code) -> JSONError {
        JSONError(code, offset: min(self.position, self.count))
    }

    /// Advances to the next byte that is not whitespace.
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

    /// Advances past a byte that must be next.
    @inline(__always)
    mutating func expect(_ byte: UInt8) throws(JSONError) {
        guard self.next == byte else { throw self.error(.invalid) }
        self.position += 1
    }

    /// Counts a node before it is read, so that the reader stores nothing of a text with too many.
    @inline(__always)
    mutating func countNode() throws(JSONError) {
        guard self.nodesLeft > 0 else { throw self.error(.tooManyNodes) }
        self.nodesLeft -= 1
    }

    /// Advances past an opening bracket and increases the depth.
    @inline(__always)
    mutating func enter() throws(JSONError) {
        guard self.depth < Self.maximumDepth else { throw self.error(.tooDeep) }
        self.depth += 1
        self.position += 1
    }

    /// Advances past a closing bracket and decreases the depth.
    @inline(__always)
    mutating func leave() {
        self.depth -= 1
        self.position += 1
    }

    /// Returns the error for a value that does not fit its field: it has another type or is not JSON.
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
