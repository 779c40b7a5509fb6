/// An optional value that is stored out of line, so that it takes the space of one pointer; for values that are mostly
/// absent.
@propertyWrapper
struct Boxed<Value: Sendable>: Sendable {
    private indirect enum Box: Sendable {
        case value(Value)
    }

    private var box: Box?

    /// Creates a box with a value or `nil`.
    init(wrappedValue: Value?) {
        self.box = wrappedValue.map { .value($0) }
    }

    /// The value, or `nil`.
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
