import HummingbirdCore
import Logging
import NIOCore
import NIOSSL

/// A connection that begins with TLS, with the certificate that the server has at that moment.
struct CertificateChannel<Base: ServerChildChannel>: ServerChildChannel {
    typealias Value = Base.Value

    /// What is spoken within TLS.
    let base: Base
    /// The certificate.
    let certificate: ServerCertificate

    /// Puts TLS before what is spoken.
    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        let context = self.certificate.context
        return channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
        }.flatMap {
            self.base.setup(channel: channel, logger: logger)
        }
    }

    /// Answers the requests of a connection.
    @concurrent
    func handle(value: Value, logger: Logger) async {
        await self.base.handle(value: value, logger: logger)
    }
}
