/// The fields of a wire object, in the order in which Apple writes them.
///
/// The order is the order of output, and on input a forecast: the reader looks first for the field behind the last one.
public struct WireFields<Root>: Sendable, ExpressibleByArrayLiteral {
    /// How many fields one object can have: duplicates are found with one bit for each.
    static var limit: Int { 64 }

    /// The fields without the type of their object.
    let slots: [WireSlot]

    /// Fields in this order.
    public init(arrayLiteral elements: WireField<Root>...) {
        precondition(elements.count <= Self.limit, "A wire object has at most 64 fields.")
        self.slots = elements.map(\.slot)
    }

    /// The JSON names of the fields, in order.
    package var names: [String] { self.slots.map { "\($0.name)" } }
}

/// One field of a wire object: its JSON name and the property that holds it.
public struct WireField<Root>: Sendable {
    /// The field without the type of its object.
    let slot: WireSlot

    /// A field that a stored property holds.
    package init<Value: WireValue>(_ name: StaticString, _ property: WritableKeyPath<Root, Value?>) {
        guard let offset = MemoryLayout<Root>.offset(of: property) else {
            preconditionFailure("A wire field is held by a stored property.")
        }
        self.slot = WireSlot(name, offset: offset, of: Value.self)
    }
}
