package import Ledger
package import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// A probe that sends hosts a request without a key, with one connection each, and measures every step.
package struct LinkProbe: Sendable {
    /// The timeouts of a probe.
    package struct Limits: Sendable {
        /// The timeout of each step up to TLS: the connect timeout of the client of Apple's interfaces.
        package var step: TimeAmount
        /// The timeout of all steps together; together with the spread of the hosts it is shorter than the 20 seconds
        /// that monitoring gives its gauges.
        package var total: TimeAmount
        /// The time after which a resolver that does not answer is asked for the same name again.
        package var lookup: TimeAmount

        /// Creates timeouts; the default values are those of a server.
        package init(
            step: TimeAmount = .seconds(5),
            total: TimeAmount = .seconds(16),
            lookup: TimeAmount = .seconds(60)
        ) {
            self.step = step
            self.total = total
            self.lookup = lookup
        }
    }

    private let lookup: LinkLookup
    private let limits: Limits
    private let wall: Ambient
    private let tls: NIOSSLContext
    private let group = MultiThreadedEventLoopGroup.singleton

    /// Creates a probe.
    ///
    /// - Parameters:
    ///   - wall: Real time, which is compared with the hosts' dates.
    ///   - resolver: Resolves names.
    ///   - limits: The timeouts of the probe.
    ///   - additionalRoots: Certificates (DER) that are trusted in addition to the system's.
    /// - Throws: An error if one of those is not a certificate, or if TLS cannot be set up.
    package init(
        wall: Ambient,
        resolver: HostResolver = .system(),
        limits: Limits = Limits(),
        additionalRoots: [[UInt8]] = []
    ) throws {
        self.lookup = LinkLookup(resolver, patience: limits.lookup)
        self.limits = limits
        self.wall = wall
        self.tls = try NIOSSLContext(configuration: try OutboundClient.tls(additionalRoots: additionalRoots))
    }

    /// Probes a host; returns `nil` if the task was canceled and nothing is known.
    package func run(_ target: LinkTarget) async -> LinkResult? {
        let deadline = NIODeadline.now() + self.limits.total
        var result = LinkResult(host: target.host)
        do throws(LinkFailure) {
            let addresses = try await self.addresses(target, &result, by: deadline)
            let channel = try await self.channel(target, addresses, &result)
            try await self.exchange(target, on: channel, &result, by: deadline)
        } catch {
            result.failure = error
        }
        return Task.isCancelled ? nil : result
    }

    private func addresses(
        _ target: LinkTarget,
        _ result: inout LinkResult,
        by deadline: NIODeadline
    ) async throws(LinkFailure) -> [NetworkAddress] {
        if let address = target.url.address { return [address] }
        let began = NIODeadline.now()
        let limit = min(began + self.limits.step, deadline)
        let found = await self.lookup.addresses(of: target.url.host, by: limit, on: self.group.any())
        guard let found else { throw LinkFailure(.dns, .timeout) }
        guard !found.isEmpty else { throw LinkFailure(.dns, .noAddress) }
        result.steps[.dns] = Duration(NIODeadline.now() - began)
        return found
    }

    private func channel(
        _ target: LinkTarget,
        _ addresses: [NetworkAddress],
        _ result: inout LinkResult
    ) async throws(LinkFailure) -> any Channel {
        let loop = self.group.any()
        let began = NIODeadline.now()
        do {
            // The channel reads nothing before its handler is in place.
            let channel = try await ClientBootstrap(group: loop)
                .channelOption(ChannelOptions.autoRead, value: false)
                .connectTimeout(self.limits.step)
                .resolver(LinkResolver(addresses, port: target.url.port, loop: loop))
                .connect(host: target.url.host, port: target.url.port)
                .get()
            result.steps[.tcp] = Duration(NIODeadline.now() - began)
            return channel
        } catch {
            throw LinkFailure(.tcp, Self.cause(of: error))
        }
    }

    private func exchange(
        _ target: LinkTarget,
        on channel: any Channel,
        _ result: inout LinkResult,
        by deadline: NIODeadline
    ) async throws(LinkFailure) {
        let began = NIODeadline.now()
        let outcome = await self.outcome(target, on: channel, by: deadline)
        if target.url.isSecure {
            guard let askedAt = outcome.askedAt else { throw LinkFailure(.tls, outcome.failure ?? .closed) }
            result.steps[.tls] = Duration(askedAt - began)
            result.certificateEnds = outcome.certificateEnds.map { Instant(milliseconds: $0 * 1000) }
        }
        guard let status = outcome.status, let answeredAt = outcome.answeredAt else {
            throw LinkFailure(.firstByte, outcome.failure ?? .closed)
        }
        result.steps[.firstByte] = Duration(answeredAt - (outcome.askedAt ?? began))
        result.clockAheadMilliseconds = Self.clockAhead(outcome)
        if let cause = outcome.failure { throw LinkFailure(.body, cause, status: status) }
    }

    private func outcome(
        _ target: LinkTarget,
        on channel: any Channel,
        by deadline: NIODeadline
    ) async -> LinkProbeHandler.Outcome {
        let done = channel.eventLoop.makePromise(of: LinkProbeHandler.Outcome.self)
        let (tls, limits, wall) = (self.tls, self.limits, self.wall)
        let isReady: EventLoopFuture<Void> = channel.eventLoop.submit {
            let pipeline = channel.pipeline.syncOperations
            if target.url.isSecure {
                let name = target.url.address == nil ? target.url.host : nil
                try pipeline.addHandler(NIOSSLClientHandler(context: tls, serverHostname: name))
            }
            try pipeline.addHTTPClientHandlers()
            try pipeline.addHandler(
                LinkProbeHandler(
                    target,
                    nonce: wall.randomBytes(32),
                    limits: limits,
                    by: deadline,
                    wallNow: { wall.now().milliseconds },
                    done: done
                )
            )
        }
        // A connection that has ended meanwhile accepts no handlers.
        isReady.whenFailure { error in
            var outcome = LinkProbeHandler.Outcome()
            outcome.failure = Self.cause(of: error)
            done.succeed(outcome)
        }
        return await withTaskCancellationHandler {
            try? await isReady.get()
            try? await channel.setOption(ChannelOptions.autoRead, value: true).get()
            let outcome = try? await done.futureResult.get()
            channel.close(promise: nil)
            return outcome ?? LinkProbeHandler.Outcome()
        } onCancel: {
            channel.close(promise: nil)
        }
    }

    /// Returns how far the host's clock is ahead: its date, which is truncated to the second, compared with the middle
    /// of the round trip.
    private static func clockAhead(_ outcome: LinkProbeHandler.Outcome) -> Int64? {
        guard let date = outcome.date.flatMap(HTTPDate.init), outcome.askedAt != nil else { return nil }
        return date.seconds * 1000 + 500 - (outcome.wall.asked + outcome.wall.answered) / 2
    }

    /// Returns the cause that an error means for a step.
    static func cause(of error: any Error) -> LinkFailure.Cause {
        switch error {
        case let error as NIOConnectionError:
            let causes = error.connectionErrors.map { Self.cause(of: $0.error) }
            // A rejection by one address is more specific than a missing route to another.
            return [.refused, .timeout, .closed].first(where: causes.contains) ?? .unreachable
        case ChannelError.connectTimeout: return .timeout
        default: return Self.cause(of: OutboundFailure.code(of: error))
        }
    }

    private static func cause(of code: OutboundFailure.Code) -> LinkFailure.Cause {
        switch code {
        case .addressForbidden, .plainForbidden, .connectionFailed: .unreachable
        case .hostUnknown: .noAddress
        case .connectionRefused: .refused
        case .certificateUntrusted, .certificateName: .certificate
        case .tlsFailed: .handshake
        case .timedOut: .timeout
        case .closedEarly, .canceled: .closed
        case .answerMalformed: .form
        }
    }
}
