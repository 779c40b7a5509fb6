/// The fields of a wire object, in the order in which Apple writes them.
///
/// The writer writes the fields in this order. The reader accepts any order, and is fastest in this one: it first tries
/// the field that follows the one it read last.
public struct WireFields<Root>: Sendable, ExpressibleByArrayLiteral {
    /// The maximum number of fields of an object; the reader uses one bit for each to find duplicates.
    static var limit: Int { 64 }

    /// The fields without the type of their object.
    let slots: [WireSlot]

    /// Creates a table of fields in this order.
    public init(arrayLiteral elements: WireField<Root>...) {
        precondition(elements.count <= Self.limit, "A wire object has at most 64 fields.")
        self.slots = elements.map(\.slot)
    }

    /// The JSON names of the fields, in order.
    package var names: [String] { self.slots.map { "\($0.name)" } }
}

/// A field of a wire object: its JSON name and the property that stores it.
public struct WireField<Root>: Sendable {
    /// The field without the type of its object.
    let slot: WireSlot

    /// Creates a field from its name and a stored property.
    package init<Value: WireValue>(_ name: StaticString, _ property: WritableKeyPath<Root, Value?>) {
        self.slot = WireSlot(name, offset: Self.offset(of: property), of: Value.self)
    }

    /// Creates another name by which the property of a field is read, but not written.
    ///
    /// It is for fields whose spelling Apple has not documented yet.
    package init<Value: WireValue>(_ name: StaticString, alsoFor property: WritableKeyPath<Root, Value?>) {
        self.slot = WireSlot(name, offset: Self.offset(of: property), of: Value.self, isWritten: false)
    }

    private static func offset<Value>(of property: WritableKeyPath<Root, Value?>) -> Int {
        guard let offset = MemoryLayout<Root>.offset(of: property) else {
            preconditionFailure("A wire field needs a stored property.")
        }
        return offset
    }
}
