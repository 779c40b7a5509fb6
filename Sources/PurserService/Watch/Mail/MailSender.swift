import NIOCore
import NIOPosix
import NIOSSL

/// Sends emails to a mail server by SMTP (RFC 5321), behind the same address guard as webhook requests.
///
/// The sender resolves the host name, checks each address, and connects to one. One deadline covers all steps, so that
/// a hanging server delays nothing else. Each message has its own connection, because alarms are rare.
package struct MailSender: Sendable {
    /// The number of addresses of a server that are tried for one message.
    private static let attempts = 3
    /// The time limit of a connection attempt, after which the next address is tried.
    private static let connectTimeout = TimeAmount.seconds(10)

    private let settings: EmailSettings
    private let outbound: OutboundSender

    /// Creates a sender to a mail server, behind the guard of `outbound`.
    package init(settings: EmailSettings, through outbound: OutboundSender) {
        self.settings = settings
        self.outbound = outbound
    }

    /// Sends a message within a time limit.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - timeout: The time limit of all steps together.
    /// - Returns: The recipients that the server refused while it accepted the message for others.
    /// - Throws: The reason why the server did not accept the message; after the step `message` it may have accepted
    ///   it.
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
        // A password in plain text stays within private networks, even where the configuration allows other addresses.
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
