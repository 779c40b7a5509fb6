public import Notation

/// An instant in Apple's form: milliseconds since the Unix epoch in UTC.
public struct Timestamp: Hashable, Comparable, Sendable {
    /// The milliseconds since 1970-01-01T00:00:00Z; negative before it.
    public var milliseconds: Int64

    /// Creates an instant from the milliseconds since the Unix epoch.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// Returns whether the first instant is earlier than the second.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.milliseconds < right.milliseconds
    }
}

extension Timestamp: WireValue {
    /// Reads a number; a fraction of a millisecond, which Xcode writes, is truncated.
    public static func read(from reader: inout JSONReader) throws(JSONError) -> Timestamp? {
        Timestamp(milliseconds: try reader.readInt64())
    }

    /// Writes an integer.
    public func write(to writer: inout JSONWriter) {
        writer.write(self.milliseconds)
    }
}
