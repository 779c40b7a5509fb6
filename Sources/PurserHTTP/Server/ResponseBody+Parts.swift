import Hummingbird
import NIOCore

extension ResponseBody {
    /// A body of parts, each of which is made when those before it are sent.
    ///
    /// - Parameters:
    ///   - beginning: From where the parts are made.
    ///   - next: Makes the next part, and moves on; `nil` after the last.
    /// - Returns: The body.
    static func parts<State: Sendable>(
        from beginning: State,
        _ next: @escaping @Sendable (inout State) async throws -> [UInt8]?
    ) -> Self {
        Self { writer in
            var state = beginning
            while let part = try await next(&state) { try await writer.write(ByteBuffer(bytes: part)) }
            try await writer.finish(nil)
        }
    }
}
