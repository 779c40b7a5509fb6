import AsyncHTTPClient
package import Ledger
package import NIOCore
import NIOHTTP1
import NIOSSL
import Synchronization

/// A sender of HTTP requests to URLs that people entered, which calls only permitted addresses.
///
/// For every call the name's addresses are looked up, each is checked, and the connection goes to exactly one of them;
/// the address of the connection's other end is checked again. The sender follows no redirects, uses no proxy of the
/// environment, decompresses nothing, reads at most 64 KB of a response and discards them unless they are requested,
/// and one deadline covers everything.
package final class OutboundSender: Sendable {
    private struct Key: Hashable {
        let caller: String
        let host: String
        let address: NetworkAddress
    }

    private struct State {
        var clients: [Key: OutboundClient] = [:]
        /// Requests without headers and body, by method and URL as entered: parsing a URL costs more than the rest.
        var templates: [String: HTTPClient.Request] = [:]
        var evictedAt: NIODeadline
        var closing: [Int: Task<Void, Never>] = [:]
        var closingCount = 0
        var isStopped = false
    }

    /// The number of addresses of a host that are tried in one call.
    private static let attempts = 3
    /// The maximum number of idle clients.
    private static let idleClientLimit = 256
    /// The maximum number of parsed URLs.
    private static let templateLimit = 1024
    /// The time for which a client without a call is kept.
    private static let clientLife: TimeAmount = .seconds(60)
    /// The interval between two removals of idle clients.
    private static let evictionInterval: TimeAmount = .seconds(10)

    private let addresses: AddressGuard
    private let ambient: Ambient
    private let now: @Sendable () -> NIODeadline
    private let hostCache: HostCache
    private let connectionLimit: Int
    /// The TLS configuration.
    let tls: TLSConfiguration
    private let group = HTTPClient.defaultEventLoopGroup
    private let state: Mutex<State>

    /// Creates a sender with a guard.
    ///
    /// - Parameters:
    ///   - addresses: The addresses that may be called.
    ///   - ambient: Real time, for dates in responses.
    ///   - resolver: Resolves names.
    ///   - connectionsPerAddress: The maximum number of concurrent connections to one address of a host; further calls
    ///     wait.
    ///   - additionalRoots: Certificates (DER) that are trusted in addition to the system's.
    /// - Throws: An error if one of those is not a certificate.
    package convenience init(
        guard addresses: AddressGuard,
        ambient: Ambient,
        resolver: HostResolver = .system(),
        connectionsPerAddress: Int = 64,
        additionalRoots: [[UInt8]] = []
    ) throws {
        try self.init(
            guard: addresses,
            ambient: ambient,
            resolver: resolver,
            connectionsPerAddress: connectionsPerAddress,
            additionalRoots: additionalRoots,
            now: { NIODeadline.now() }
        )
    }

    /// Creates a sender whose caches use another clock; deadlines always use real time.
    package init(
        guard addresses: AddressGuard,
        ambient: Ambient,
        resolver: HostResolver,
        connectionsPerAddress: Int,
        additionalRoots: [[UInt8]],
        now: @escaping @Sendable () -> NIODeadline
    ) throws {
        self.addresses = addresses
        self.ambient = ambient
        self.now = now
        self.hostCache = HostCache(resolver: resolver, now: now)
        self.connectionLimit = connectionsPerAddress
        self.tls = try OutboundClient.tls(additionalRoots: additionalRoots)
        self.state = Mutex(State(evictedAt: now()))
    }

    /// Posts a body and reads the response, with a timeout for everything.
    ///
    /// Any complete HTTP response is a response, including a redirect. Its status counts even if its body was too long
    /// to be read. Each caller has its own connections, so that slow calls of one caller do not block those of another.
    package func post(
        _ body: [UInt8],
        headers: [(String, String)],
        to url: OutboundURL,
        for caller: String = "",
        timeout: Duration
    ) async throws(OutboundFailure) -> OutboundAnswer {
        try await self.ask(body, headers: headers, to: url, for: caller, upTo: 0, timeout: timeout).answer
    }

    /// Sends a GET request without further headers and reads the response, with a timeout for everything.
    package func get(_ url: OutboundURL, timeout: Duration) async throws(OutboundFailure) -> OutboundAnswer {
        let request = try self.request(url, .GET)
        return try await self.call(request, to: url, for: "", upTo: 0, timeout: timeout).answer
    }

    /// Posts a body and reads the response with its body, with a timeout for everything; returns no body if it is
    /// longer than `limit` bytes.
    package func ask(
        _ body: [UInt8],
        headers: [(String, String)],
        to url: OutboundURL,
        for caller: String = "",
        upTo limit: Int,
        timeout: Duration
    ) async throws(OutboundFailure) -> (answer: OutboundAnswer, body: [UInt8]?) {
        var request = try self.request(url, .POST)
        for header in headers { request.headers.add(name: header.0, value: header.1) }
        request.body = .byteBuffer(ByteBuffer(bytes: body))
        return try await self.call(request, to: url, for: caller, upTo: limit, timeout: timeout)
    }

    private func call(
        _ request: HTTPClient.Request,
        to url: OutboundURL,
        for caller: String,
        upTo limit: Int,
        timeout: Duration
    ) async throws(OutboundFailure) -> (answer: OutboundAnswer, body: [UInt8]?) {
        let began = NIODeadline.now()
        let deadline = began + TimeAmount(timeout)
        let addresses = try await self.dialable(url.host, port: url.port, isSecure: url.isSecure, by: deadline)
        var failure = OutboundFailure(.hostUnknown)
        for address in addresses.prefix(Self.attempts) {
            do {
                let key = Key(caller: caller, host: url.host, address: address)
                let (head, isCut) = try await self.exchange(request, key, keeping: limit, by: deadline)
                let answer = OutboundAnswer(
                    status: head.status,
                    retryAfter: head.retryAfter.flatMap { RetryAfter.duration($0, at: self.ambient.now()) },
                    took: Duration(NIODeadline.now() - began),
                    isCut: isCut
                )
                return (answer, head.bodyByteCount > limit ? nil : head.body)
            } catch {
                failure = error
                guard error.isBeforeSending, NIODeadline.now() < deadline else { break }
            }
        }
        throw failure
    }

    /// Closes every connection; calls in progress and later ones fail.
    package func shutdown() async {
        let (clients, closing) = self.state.withLock { state in
            state.isStopped = true
            let parts = (Array(state.clients.values), Array(state.closing.values))
            state.clients = [:]
            return parts
        }
        for client in clients { try? await client.http.shutdown() }
        for task in closing { await task.value }
    }

    /// The number of hosts and addresses with current or recent connections.
    package var clientCount: Int { self.state.withLock { $0.clients.count } }

    /// Returns the addresses of a host to which a connection is permitted; throws if any of them is refused.
    ///
    /// - Parameters:
    ///   - host: A name, or an address without brackets.
    ///   - port: The port.
    ///   - isSecure: Whether the call uses TLS; otherwise all addresses must be explicitly allowed.
    ///   - deadline: The deadline of the lookup.
    /// - Returns: The addresses, at least one.
    /// - Throws: The reason why no connection is permitted.
    func dialable(
        _ host: String,
        port: Int,
        isSecure: Bool,
        by deadline: NIODeadline
    ) async throws(OutboundFailure) -> [NetworkAddress] {
        var addresses: [NetworkAddress]
        if let address = NetworkAddress(host) {
            addresses = [address]
        } else {
            addresses = try await self.hostCache.addresses(of: host, by: deadline, on: self.loop)
        }
        guard !addresses.isEmpty else { throw OutboundFailure(.hostUnknown) }
        for address in addresses {
            switch self.addresses.verdict(on: address, port: port) {
            case .allowed: continue
            case .open: if !isSecure { throw OutboundFailure(.plainForbidden, address: address) }
            case .refused(let refusal):
                throw OutboundFailure(.addressForbidden, address: address, refusal: refusal)
            }
        }
        return addresses
    }

    /// An event loop for a connection of another kind.
    var loop: any EventLoop { self.group.any() }

    private func request(_ url: OutboundURL, _ method: HTTPMethod) throws(OutboundFailure) -> HTTPClient.Request {
        let name = "\(method.rawValue) \(url.description)"
        if let known = self.state.withLock({ $0.templates[name] }) { return known }
        guard let made = try? HTTPClient.Request(url: url.description, method: method) else {
            throw OutboundFailure(.hostUnknown)
        }
        self.state.withLock { state in
            if state.templates.count >= Self.templateLimit { state.templates = [:] }
            state.templates[name] = made
        }
        return made
    }

    private func exchange(
        _ request: HTTPClient.Request,
        _ key: Key,
        keeping limit: Int,
        by deadline: NIODeadline
    ) async throws(OutboundFailure) -> (head: OutboundReply.Head, isCut: Bool) {
        let http = try self.lease(key)
        defer { self.giveBack(key) }
        let reply = OutboundReply(keeping: limit)
        let call = http.execute(request: request, delegate: reply, deadline: deadline)
        do {
            let head = try await withTaskCancellationHandler {
                try await call.futureResult.get()
            } onCancel: {
                call.cancel()
            }
            return (head, false)
        } catch is OutboundReply.Cut {
            return (reply.known, true)
        } catch {
            throw OutboundFailure.meaning(of: error, address: key.address)
        }
    }

    /// Returns the client for an address, and counts one more call in progress.
    private func lease(_ key: Key) throws(OutboundFailure) -> HTTPClient {
        let now = self.now()
        let http = self.state.withLock { state -> HTTPClient? in
            guard !state.isStopped else { return nil }
            if now - state.evictedAt >= Self.evictionInterval || state.clients[key] == nil {
                self.evictIdle(&state, now: now)
            }
            var client =
                state.clients[key]
                ?? OutboundClient(
                    http: HTTPClient(
                        // All connections of a client use one loop: a call that changes threads costs a quarter more.
                        eventLoopGroupProvider: .shared(self.group.next()),
                        configuration: OutboundClient.configuration(
                            names: key.host.contains(":") ? [:] : [key.host: key.address.description],
                            expecting: key.address,
                            connectionLimit: self.connectionLimit,
                            tls: self.tls
                        )
                    ),
                    usedAt: now
                )
            client.callCount += 1
            client.usedAt = now
            state.clients[key] = client
            return client.http
        }
        guard let http else { throw OutboundFailure(.canceled) }
        return http
    }

    private func giveBack(_ key: Key) {
        let now = self.now()
        self.state.withLock { state in
            state.clients[key]?.callCount -= 1
            state.clients[key]?.usedAt = now
        }
    }

    /// Shuts down the clients that have been idle for a while, and if there are too many, the ones idle for longest.
    private func evictIdle(_ state: inout State, now: NIODeadline) {
        state.evictedAt = now
        var idle = state.clients.filter { $0.value.callCount == 0 }.map { ($0.key, $0.value.usedAt) }
        idle.sort { $0.1 < $1.1 }
        let surplus = max(0, idle.count - Self.idleClientLimit)
        for (index, (key, usedAt)) in idle.enumerated() where index < surplus || now - usedAt >= Self.clientLife {
            guard let client = state.clients.removeValue(forKey: key) else { continue }
            state.closingCount += 1
            let number = state.closingCount
            state.closing[number] = Task {
                try? await client.http.shutdown()
                self.state.withLock { $0.closing[number] = nil }
            }
        }
    }
}
