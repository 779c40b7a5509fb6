import NIOCore
import NIOPosix
import NIOSSL

/// Brings e-mails to a mail server by SMTP (RFC 5321), behind the same guard as calls of web servers.
///
/// The name's addresses are looked up, each is judged, and one is dialed. One deadline covers everything, so that a
/// server that hangs at any step delays nothing else. Each message has a connection of its own: alarms are rare.
package struct MailSender: Sendable {
    /// How many addresses of a server are tried for one message.
    private static let attempts = 3
    /// How long connecting may take; then the next address is tried.
    private static let connectTimeout = TimeAmount.seconds(10)

    private let settings: EmailSettings
    private let outbound: OutboundSender

    /// A sender to a mail server that goes through the guard of `outbound`.
    package init(settings: EmailSettings, through outbound: OutboundSender) {
        self.settings = settings
        self.outbound = outbound
    }

    /// Brings a message, all within a length of time.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - timeout: How long it may take in all.
    /// - Returns: The recipients that the server refused while it took the message for others.
    /// - Throws: Why the server has not taken the message; after the step `message` it may have.
    package func send(_ message: MailMessage, timeout: Duration) async throws(MailFailure) -> [MailRefusal] {
        let deadline = NIODeadline.now() + TimeAmount(timeout)
        let addresses: [NetworkAddress]
        do throws(OutboundFailure) {
            addresses = try await self.outbound.dialable(
                self.settings.host,
                port: self.settings.port,
                isSecure: self.settings.security != .plain,
                by: deadline
            )
        } catch {
            throw MailFailure(.connection, at: .connecting, outbound: error)
        }
        var failure = MailFailure(.connection, at: .connecting, outbound: OutboundFailure(.hostUnknown))
        for address in addresses.prefix(Self.attempts) {
            do throws(MailFailure) {
                return try await self.converse(message, at: address, by: deadline)
            } catch {
                failure = error
                guard error.step == .connecting, NIODeadline.now() < deadline else { break }
            }
        }
        throw failure
    }

    private func converse(
        _ message: MailMessage,
        at address: NetworkAddress,
        by deadline: NIODeadline
    ) async throws(MailFailure) -> [MailRefusal] {
        let settings = self.settings
        // A password in clear stays within networks of one's own, also where the configuration allows other addresses.
        if settings.security == .plain, settings.login != nil, AddressGuard.refusal(of: address) == nil {
            throw MailFailure(.loginInClear, at: .connecting)
        }
        let loop = self.outbound.loop
        let promise = loop.makePromise(of: [MailRefusal].self)
        do {
            let tls = try NIOSSLContext(configuration: self.outbound.tls)
            let remote = try SocketAddress(ipAddress: address.description, port: settings.port)
            let name: String? = NetworkAddress(settings.host) == nil ? settings.host : nil
            let wait = min(Self.connectTimeout, deadline - NIODeadline.now())
            let channel = try await ClientBootstrap(group: loop)
                .connectTimeout(max(wait, .milliseconds(1)))
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        let makeTLS = { try NIOSSLClientHandler(context: tls, serverHostname: name) }
                        if settings.security == .tls {
                            try channel.pipeline.syncOperations.addHandler(try makeTLS())
                        }
                        let handler = SMTPHandler(
                            SMTPDialogue(settings: settings, message: message),
                            expecting: address,
                            by: deadline,
                            promise: promise,
                            makeTLS: makeTLS
                        )
                        try channel.pipeline.syncOperations.addHandler(handler)
                    }
                }
                .connect(to: remote).get()
            return try await withTaskCancellationHandler {
                try await promise.futureResult.get()
            } onCancel: {
                channel.close(promise: nil)
            }
        } catch let failure as MailFailure {
            throw failure
        } catch {
            let failure = MailFailure(
                .connection,
                at: .connecting,
                outbound: OutboundFailure.meaning(of: error, address: address)
            )
            promise.fail(failure)
            throw failure
        }
    }
}
