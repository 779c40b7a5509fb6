/// Posts a body to a realtime endpoint, and says what came back.
public typealias RealtimeSender = @Sendable (_ url: String, _ body: [UInt8]) async -> RealtimeReply
