import Hummingbird
import NIOCore

/// What the simulated App Store knows of a request besides itself: where it came from.
struct AppleDeskContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The address of whoever asks.
    let source: String

    /// The context of a request on a connection.
    init(source: ApplicationRequestContextSource) {
        self.coreContext = .init(source: source)
        self.source = source.channel.remoteAddress?.ipAddress ?? "-"
    }
}
