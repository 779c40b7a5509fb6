import Notation

/// A field of a wire object, reduced to a name, an offset in memory, and the functions that read and write it.
///
/// Access through key paths takes longer than parsing, so the offset of the stored property is determined once, when
/// the table of fields is built. All unsafe code for this is in this file and in the two loops that call it.
@safe
struct WireSlot: Sendable {
    /// The JSON name, which needs no escapes.
    let name: StaticString
    /// The offset of the property in its object, in bytes.
    private let offset: Int
    private let reading: @Sendable (inout JSONReader, UnsafeMutableRawPointer) throws(JSONError) -> Void
    private let writing: @Sendable (inout JSONWriter, UnsafeRawPointer, StaticString) -> Void

    /// Creates a field whose property has the type `Value?` and lies at an offset of its object.
    @inline(__always)
    init<Value: WireValue>(_ name: StaticString, offset: Int, of type: Value.Type, isWritten: Bool = true) {
        self.name = name
        self.offset = offset
        unsafe self.reading = { reader, property throws(JSONError) in
            if reader.readNull() { return }
            guard let value = try Value.read(from: &reader) else { return }
            unsafe property.assumingMemoryBound(to: Value?.self).pointee = value
        }
        guard isWritten else {
            unsafe self.writing = { _, _, _ in }
            return
        }
        unsafe self.writing = { writer, property, name in
            guard let value = unsafe property.assumingMemoryBound(to: Value?.self).pointee else { return }
            writer.key(plain: name)
            value.write(to: &writer)
        }
    }

    /// Reads the next value into the property of the object at an address.
    @inline(__always)
    func read(from reader: inout JSONReader, into object: UnsafeMutableRawPointer) throws(JSONError) {
        do throws(JSONError) {
            try unsafe self.reading(&reader, object + self.offset)
        } catch {
            throw error.inside(self.name)
        }
    }

    /// Writes the property of the object at an address, unless it is `nil`.
    @inline(__always)
    func write(to writer: inout JSONWriter, from object: UnsafeRawPointer) {
        unsafe self.writing(&writer, object + self.offset, self.name)
    }
}
