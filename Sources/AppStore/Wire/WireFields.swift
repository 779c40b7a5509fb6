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
