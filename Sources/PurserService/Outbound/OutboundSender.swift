import AsyncHTTPClient
package import Ledger
package import NIOCore
import NIOHTTP1
import NIOSSL
import Synchronization

/// Calls addresses that people entered, and only those that may be called.
///
/// For every call the name's addresses are looked up, each is judged, and exactly one of those is dialed; the other end
/// of the connection is compared once more. Redirects are not followed, no proxy of the environment is used, nothing is
/// unpacked, at most 64 KB of an answer are read and, unless they are asked for, thrown away, and one deadline covers
/// it all.
package final class OutboundSender: Sendable {
    private struct Key: Hashable {
        let caller: String
        let host: String
        let address: NetworkAddress
    }

    private struct State {
        var clients: [Key: OutboundClient] = [:]
        /// Calls without headers and body, by method and address as entered: taking an address apart costs more than
        /// the rest.
        var templates: [String: HTTPClient.Request] = [:]
        var evictedAt: NIODeadline
        var closing: [Int: Task<Void, Never>] = [:]
        var closingCount = 0
        var isStopped = false
    }

    /// How many addresses of a host are tried in one call.
    private static let attempts = 3
    /// How many clients are kept that have nothing to do.
    private static let idleClientLimit = 256
    /// How many addresses are kept in their parts.
    private static let templateLimit = 1024
    /// How long a client without a call is kept.
    private static let clientLife: TimeAmount = .seconds(60)
    /// How often that is looked at.
    private static let evictionInterval: TimeAmount = .seconds(10)

    private let addresses: AddressGuard
    private let ambient: Ambient
    private let now: @Sendable () -> NIODeadline
    private let hostCache: HostCache
    private let connectionLimit: Int
    /// What TLS must be.
    let tls: TLSConfiguration
    private let group = HTTPClient.defaultEventLoopGroup
    private let state: Mutex<State>

    /// A sender behind a guard.
    ///
    /// - Parameters:
    ///   - addresses: What may be called.
    ///   - ambient: Real time, for what receivers say in dates.
    ///   - resolver: What names mean.
    ///   - connectionsPerAddress: How many connections to one address of a host there may be at once; whoever has more
    ///     calls under way there lets some wait.
    ///   - additionalRoots: Certificates (DER) that are trusted besides the system's.
    /// - Throws: When one of those is no certificate.
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

    /// A sender whose memory goes by another clock; deadlines always go by real time.
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

    /// Posts a body and reads the answer, all within a length of time.
    ///
    /// Any whole HTTP answer is one, a redirect too. It counts by its status also where its body was too long to be
    /// read. Each caller has connections of its own, so that one whose calls take long does not keep another's from
    /// being made.
    package func post(
        _ body: [UInt8],
        headers: [(String, String)],
        to url: OutboundURL,
        for caller: String = "",
        timeout: Duration
    ) async throws(OutboundFailure) -> OutboundAnswer {
        try await self.ask(body, headers: headers, to: url, for: caller, upTo: 0, timeout: timeout).answer
    }

    /// Asks with GET, without headers of its own, and reads the answer, all within a length of time.
    package func get(_ url: OutboundURL, timeout: Duration) async throws(OutboundFailure) -> OutboundAnswer {
        let request = try self.request(url, .GET)
        return try await self.call(request, to: url, for: "", upTo: 0, timeout: timeout).answer
    }

    /// Posts a body and reads the answer with its own, all within a length of time; no body where it is longer than
    /// `limit` bytes.
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

    /// Ends every connection; calls under way and later ones fail.
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

    /// How many hosts and addresses it has connections to, or had lately.
    package var clientCount: Int { self.state.withLock { $0.clients.count } }

    /// The addresses of a host that may be dialed; throws if any of them may not.
    ///
    /// - Parameters:
    ///   - host: A name, or an address without brackets.
    ///   - port: The port that is to be called.
    ///   - isSecure: Whether it is called over TLS; otherwise all addresses have to be allowed ones.
    ///   - deadline: Until when they have to be known.
    /// - Returns: The addresses, at least one.
    /// - Throws: Why none is dialed.
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

    /// A loop for a connection of another kind.
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

    /// The client for an address, with one more call under way.
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
                        // All connections of a client on one loop: a call that changes threads costs a quarter more.
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

    /// Shuts down the clients that have had nothing to do for a while, and of too many the ones unused for longest.
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
