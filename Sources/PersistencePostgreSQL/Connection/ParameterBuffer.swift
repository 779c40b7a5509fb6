import CLibPQ

/// The parameters of one run of a statement, in the server's binary format.
///
/// A connection keeps one buffer and fills it again for each run, so that a run allocates no memory.
struct ParameterBuffer {
    /// The largest capacity in bytes that stays reserved between runs.
    private static let keptByteCount = 1 << 20

    // The first byte is unused, so that even an empty value has an address.
    private var bytes: [UInt8] = [0]
    private var starts: [Int] = []
    private var counts: [CInt] = []
    private var formats: [CInt] = []

    /// The number of bytes of the values.
    var byteCount: Int { self.bytes.count }

    /// Fills the buffer with the values of a run; throws `misuse` for a value that its parameter's type cannot hold.
    mutating func fill(
        _ values: [PostgreSQLValue],
        as types: [Oid],
        of statement: PostgreSQLStatement
    ) throws(PostgreSQLFailure) {
        guard values.count == types.count else {
            throw .misuse("The statement has \(types.count) parameters, not \(values.count).", statement)
        }
        self.bytes.removeAll(keepingCapacity: self.bytes.capacity <= Self.keptByteCount)
        self.bytes.append(0)
        self.starts.removeAll(keepingCapacity: true)
        self.counts.removeAll(keepingCapacity: true)
        for (index, value) in values.enumerated() {
            guard value != .null else {
                self.starts.append(0)
                self.counts.append(-1)
                continue
            }
            let start = self.bytes.count
            guard let type = PostgreSQLType(rawValue: types[index]), self.append(value, as: type),
                let count = CInt(exactly: self.bytes.count - start)
            else {
                throw .misuse("Parameter \(index + 1), of type \(types[index]), cannot take its value.", statement)
            }
            self.starts.append(start)
            self.counts.append(count)
        }
        while self.formats.count < values.count { self.formats.append(1) }
    }

    /// Calls the closure with the values in libpq's form: their count, addresses, lengths and formats.
    func withPointers<Answer>(
        _ body: (
            CInt, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<CInt>?, UnsafePointer<CInt>?
        ) -> Answer
    ) -> Answer {
        unsafe self.bytes.withUnsafeBytes { bytes in
            unsafe withUnsafeTemporaryAllocation(of: UnsafePointer<CChar>?.self, capacity: self.starts.count) {
                places in
                for (index, start) in self.starts.enumerated() {
                    let place =
                        self.counts[index] < 0
                        ? nil : unsafe bytes.baseAddress?.advanced(by: start).assumingMemoryBound(to: CChar.self)
                    unsafe places.initializeElement(at: index, to: place)
                }
                return unsafe self.counts.withUnsafeBufferPointer { counts in
                    unsafe self.formats.withUnsafeBufferPointer { formats in
                        unsafe body(
                            CInt(self.starts.count),
                            UnsafePointer(places.baseAddress),
                            counts.baseAddress,
                            formats.baseAddress
                        )
                    }
                }
            }
        }
    }

    /// Appends a value; returns whether the type can hold it.
    private mutating func append(_ value: PostgreSQLValue, as type: PostgreSQLType) -> Bool {
        switch value {
        case .null: false
        case .integer(let integer): self.append(integer, as: type)
        case .text(let text): self.append(text, as: type)
        case .bytes(let bytes): self.append(bytes, as: type)
        case .integers(let integers): self.append(array: integers, as: type) { $0.append($1, as: $2) }
        case .optionalIntegers(let integers):
            self.append(array: integers, as: type) { buffer, integer, type in
                integer.map { buffer.append($0, as: type) }
            }
        case .texts(let texts):
            self.append(array: texts, as: type) { buffer, text, type in text.map { buffer.append($0, as: type) } }
        case .byteStrings(let strings):
            self.append(array: strings, as: type) { buffer, bytes, type in bytes.map { buffer.append($0, as: type) } }
        case .array(let values):
            self.append(array: values, as: type) { buffer, value, type in
                if case .null = value { nil } else { buffer.append(value, as: type) }
            }
        }
    }

    private mutating func append(_ integer: Int64, as type: PostgreSQLType) -> Bool {
        switch type {
        case .int8: self.append(bigEndian: integer)
        case .int4:
            guard let integer = Int32(exactly: integer) else { return false }
            self.append(bigEndian: integer)
        case .int2:
            guard let integer = Int16(exactly: integer) else { return false }
            self.append(bigEndian: integer)
        case .oid:
            guard let integer = UInt32(exactly: integer) else { return false }
            self.append(bigEndian: integer)
        case .boolean:
            guard integer == 0 || integer == 1 else { return false }
            self.bytes.append(UInt8(integer))
        case .text, .variableText, .paddedText, .name: self.bytes.append(contentsOf: String(integer).utf8)
        default: return false
        }
        return true
    }

    private mutating func append(_ text: String, as type: PostgreSQLType) -> Bool {
        switch type {
        case .text, .variableText, .paddedText, .name, .json:
            PostgreSQLText.append(text, to: &self.bytes)
            return true
        // A key that is mostly a UUID's 16 bytes may also come as a text.
        case .bytes:
            self.bytes.append(contentsOf: text.utf8)
            return true
        default: return false
        }
    }

    private mutating func append(_ bytes: [UInt8], as type: PostgreSQLType) -> Bool {
        switch type {
        case .bytes: break
        case .uuid: guard bytes.count == 16 else { return false }
        // Empty bytes mark a value that is stored elsewhere, whatever the type of the column.
        case .text: guard bytes.isEmpty else { return false }
        default: return false
        }
        self.bytes.append(contentsOf: bytes)
        return true
    }

    /// Appends an array; the closure appends one element and returns whether the type can hold it, or `nil` for a null.
    private mutating func append<Element>(
        array: [Element],
        as type: PostgreSQLType,
        appending: (inout Self, Element, PostgreSQLType) -> Bool?
    ) -> Bool {
        guard let elementType = type.element, let count = Int32(exactly: array.count) else { return false }
        self.append(bigEndian: Int32(count == 0 ? 0 : 1))
        // The flag for null elements; the server checks for itself.
        self.append(bigEndian: Int32(1))
        self.append(bigEndian: elementType.rawValue)
        guard count > 0 else { return true }
        self.append(bigEndian: count)
        self.append(bigEndian: Int32(1))
        for element in array {
            let place = self.bytes.count
            self.append(bigEndian: Int32(-1))
            guard let isTaken = appending(&self, element, elementType) else { continue }
            guard isTaken, let length = Int32(exactly: self.bytes.count - place - 4) else { return false }
            for byte in 0..<4 { self.bytes[place + byte] = UInt8(truncatingIfNeeded: length >> (24 - 8 * byte)) }
        }
        return true
    }

    private mutating func append<Integer: FixedWidthInteger>(bigEndian integer: Integer) {
        unsafe withUnsafeBytes(of: integer.bigEndian) { unsafe self.bytes.append(contentsOf: $0) }
    }
}
