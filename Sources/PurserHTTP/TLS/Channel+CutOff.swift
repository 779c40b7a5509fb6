import NIOCore
import NIOSSL

extension Channel {
    /// Closes the connection at once, from any thread.
    ///
    /// `close` lets TLS send its farewell and wait up to five seconds for the client's. A client that is cut off would
    /// keep its memory and its file for so long, so this closes what is below TLS.
    package func cutOff() {
        guard self.eventLoop.inEventLoop else {
            self.eventLoop.execute { self.cutOff() }
            return
        }
        if let tls = try? self.pipeline.syncOperations.context(handlerType: NIOSSLServerHandler.self) {
            tls.close(promise: nil)
        } else {
            self.close(promise: nil)
        }
    }
}
