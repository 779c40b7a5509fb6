/// A value that is mostly missing, and kept elsewhere, so that it takes the room of a pointer.
@propertyWrapper
struct Boxed<Value: Sendable>: Sendable {
    private indirect enum Box: Sendable {
        case value(Value)
    }

    private var box: Box?

    /// A value, or none.
    init(wrappedValue: Value?) {
        self.box = wrappedValue.map { .value($0) }
    }

    /// The value, or none.
    var wrappedValue: Value? {
        get {
            guard case .value(let value)? = self.box else { return nil }
            return value
        }
        set { self.box = newValue.map { .value($0) } }
    }
}

extension Boxed: Hashable, Equatable where Value: Hashable {
    static func == (left: Boxed, right: Boxed) -> Bool {
        left.wrappedValue == right.wrappedValue
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(self.wrappedValue)
    }
}
