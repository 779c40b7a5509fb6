import HTTPTypes
import Hummingbird
import NIOCore

/// Writes a body to memory.
struct CollectingWriter: ResponseBodyWriter {
    /// Takes what is written.
    let collected: CollectedBody

    /// Takes the next part.
    mutating func write(_ buffer: ByteBuffer) async throws {
        self.collected.append(buffer)
    }

    /// Does nothing: the end of a body adds nothing to it.
    consuming func finish(_: HTTPFields?) async throws {}
}
