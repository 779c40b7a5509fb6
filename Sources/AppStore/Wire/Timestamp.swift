public import Notation

/// An instant as Apple writes it: milliseconds since the Unix epoch, UTC.
public struct Timestamp: Hashable, Comparable, Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z; negative before it.
    public var milliseconds: Int64

    /// An instant from milliseconds since the Unix epoch.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// Earlier instants come first.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.milliseconds < right.milliseconds
    }
}

extension Timestamp: WireValue {
    /// Reads a number; Xcode writes fractions of a millisecond, which are cut off.
    public static func read(from reader: inout JSONReader) throws(JSONError) -> Timestamp? {
        Timestamp(milliseconds: try reader.readInt64())
    }

    /// Writes a whole number.
    public func write(to writer: inout JSONWriter) {
        writer.write(self.milliseconds)
    }
}
