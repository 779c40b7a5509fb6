package import Hummingbird
import NIOCore

/// What belongs to one request of an operator.
package struct OperatorContext: RequestContext {
    /// What the framework keeps.
    package var coreContext: CoreRequestContextStorage
    /// The connection, whose other end is asked for.
    let channel: any Channel
    /// Who asks; set before any route is reached.
    var peer: OperatorPeer?

    /// A fresh context.
    package init(source: Source) {
        self.coreContext = CoreRequestContextStorage(source: source)
        self.channel = source.channel
        self.peer = nil
    }
}
