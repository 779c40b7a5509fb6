import Notation

/// A field of a wire object, reduced to what reading and writing need: a name, a place in memory, and how to fill it.
///
/// Reading through key paths costs more than parsing does, so the offset of the stored property is looked up once, when
/// the table of fields is built. Everything unsafe about that is in this file and in the two loops that call it.
@safe
struct WireSlot: Sendable {
    /// The JSON name, which needs no escapes.
    let name: StaticString
    /// Where the property lies in its object, in bytes.
    private let offset: Int
    private let reading: @Sendable (inout JSONReader, UnsafeMutableRawPointer) throws(JSONError) -> Void
    private let writing: @Sendable (inout JSONWriter, UnsafeRawPointer, StaticString) -> Void

    /// A field whose property has the type `Value?` and lies at an offset of its object.
    @inline(__always)
    init<Value: WireValue>(_ name: StaticString, offset: Int, of type: Value.Type) {
        self.name = name
        self.offset = offset
        unsafe self.reading = { reader, property throws(JSONError) in
            if reader.readNull() { return }
            guard let value = try Value.read(from: &reader) else { return }
            unsafe property.assumingMemoryBound(to: Value?.self).pointee = value
        }
        unsafe self.writing = { writer, property, name in
            guard let value = unsafe property.assumingMemoryBound(to: Value?.self).pointee else { return }
            writer.key(plain: name)
            value.write(to: &writer)
        }
    }

    /// Reads the value that comes next into the property of the object at a place in memory.
    @inline(__always)
    func read(from reader: inout JSONReader, into object: UnsafeMutableRawPointer) throws(JSONError) {
        do throws(JSONError) {
            try unsafe self.reading(&reader, object + self.offset)
        } catch {
            throw error.inside(self.name)
        }
    }

    /// Writes the property of the object at a place in memory, unless it is nil.
    @inline(__always)
    func write(to writer: inout JSONWriter, from object: UnsafeRawPointer) {
        unsafe self.writing(&writer, object + self.offset, self.name)
    }
}
