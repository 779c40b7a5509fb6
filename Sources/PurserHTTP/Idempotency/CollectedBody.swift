import NIOCore
import Synchronization

/// Takes what is written of a body.
final class CollectedBody: Sendable {
    private let buffer = Mutex(ByteBuffer())

    /// Everything so far.
    var bytes: ByteBuffer { self.buffer.withLock { $0 } }

    /// Takes the next part.
    func append(_ part: ByteBuffer) {
        self.buffer.withLock { buffer in
            if buffer.readableBytes == 0 { buffer = part } else { buffer.writeImmutableBuffer(part) }
        }
    }
}
