public import Notation

/// An enumeration of Apple's that may grow: it keeps every raw value, and the known ones have names.
///
/// Apple adds values without notice, and a payload with a new one is still genuine. Two values are equal if their raw
/// values are equal, strings byte for byte.
public protocol OpenEnum: RawRepresentable, WireValue where RawValue: WireValue {
    /// Creates a value, whether or not this version knows it.
    init(rawValue: RawValue)

    /// The values that this version knows, in the order of Apple's documentation.
    static var allKnown: [Self] { get }
}

extension OpenEnum {
    /// Whether this version knows the value.
    public var isKnown: Bool { Self.allKnown.contains(self) }

    /// Reads the raw value.
    public static func read(from reader: inout JSONReader) throws(JSONError) -> Self? {
        guard let rawValue = try RawValue.read(from: &reader) else { return nil }
        return Self(rawValue: rawValue)
    }

    /// Writes the raw value.
    public func write(to writer: inout JSONWriter) {
        self.rawValue.write(to: &writer)
    }
}

extension OpenEnum where RawValue == String {
    /// Returns whether the raw values are equal byte for byte.
    public static func == (left: Self, right: Self) -> Bool {
        left.rawValue.hasSameBytes(as: right.rawValue)
    }

    /// Hashes the parts that `==` compares.
    public func hash(into hasher: inout Hasher) {
        self.rawValue.hashBytes(into: &hasher)
    }
}
