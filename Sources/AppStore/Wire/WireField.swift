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
