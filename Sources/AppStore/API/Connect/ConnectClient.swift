/// A client of App Store Connect for one team, for sales reports, financial reports, and prices.
///
/// The client sends each request once and never retries; decide from the error whether and when to send it again.
/// Before each request, the client asks the ``ConnectBudget`` of the key, which grants none once few requests of the
/// hourly limit are left. Each request carries a token that is valid for this request only.
public struct ConnectClient: Sendable {
    /// The base address of App Store Connect.
    public static let address = "https://api.appstoreconnect.apple.com"
    /// The maximum size of a report, in compressed bytes, which is far larger than a day of the largest stores.
    public static let maximumReportByteCount = 64 << 20
    /// The maximum size of a JSON response, in bytes; a page of two thousand price points has about two million.
    public static let maximumJSONByteCount = 8 << 20
    /// The default timeout of a request; Apple generates some reports during the request.
    public static let defaultTimeout: Duration = .seconds(120)

    let key: AppStoreKey
    let address: String
    let transport: AppStoreTransport
    let budget: any ConnectBudget
    let time: AppStoreTime

    /// Creates a client with a team's key.
    ///
    /// - Parameters:
    ///   - key: A team key of App Store Connect; reports require one with the role Finance, Sales, or Admin.
    ///   - address: The base address of App Store Connect: scheme, host, and an optional port.
    ///   - transport: The transport that sends HTTP requests; a transport made by
    ///     ``AppStoreTransport/http(_:maximumReplyByteCount:)`` needs ``maximumReportByteCount``.
    ///   - budget: The request budget; clients of one key have to share one.
    ///   - time: The clocks that the client uses; the client never waits.
    public init(
        key: AppStoreKey,
        address: String = Self.address,
        transport: AppStoreTransport,
        budget: any ConnectBudget = LocalConnectBudget(),
        time: AppStoreTime = .live
    ) {
        self.key = key
        self.address = String(address.reversed().drop { $0 == "/" }.reversed())
        self.transport = transport
        self.budget = budget
        self.time = time
    }

    /// Sends a request once.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - timeout: The timeout.
    /// - Returns: Apple's response.
    /// - Throws: ``ConnectError``, the reason why there is no response.
    public func send<Response>(
        _ request: ConnectRequest<Response>,
        within timeout: Duration = Self.defaultTimeout
    ) async throws(ConnectError) -> Response {
        guard let target = request.target else { throw .requestInvalid }
        guard !Task.isCancelled else { throw .canceled }
        switch await self.budget.take(self.key.keyID, at: self.time.now()) {
        case .granted: break
        case .notBefore(let instant): throw .rateLimited(until: instant)
        case .unavailable: throw .budgetUnavailable
        }
        let token = try ConnectToken.text(of: self.key, for: target.scope, atMilliseconds: self.time.wallNow())
        let call = AppStoreHTTPRequest(
            method: "GET",
            url: self.address + target.address,
            headers: [
                (name: "User-Agent", value: "purser"),
                (name: "Authorization", value: "Bearer " + token),
                (name: "Accept", value: request.accept),
            ],
            body: nil
        )
        let reply: AppStoreHTTPResponse
        do throws(AppStoreTransportError) {
            reply = try await self.transport.exchange(call, timeout)
        } catch {
            throw ConnectError(error, after: timeout)
        }
        if let limit = ConnectLimit(header: reply.header("x-rate-limit")) {
            await self.budget.keep(limit, of: self.key.keyID, at: self.time.now())
        }
        return try await self.answer(of: reply, to: request)
    }

    private func answer<Response>(
        of reply: AppStoreHTTPResponse,
        to request: ConnectRequest<Response>
    ) async throws(ConnectError) -> Response {
        switch reply.status {
        case 200..<300:
            guard reply.body.count <= request.maximumByteCount else { throw .tooLarge }
            return try request.read(reply.body)
        case 300..<400: throw .redirected
        case 400...:
            let error = ConnectError(ConnectErrorResponse(reply), waitingUntil: self.resumption(after: reply))
            if case .rateLimited(let instant) = error { await self.budget.pause(self.key.keyID, until: instant) }
            throw error
        default: throw .unreadable
        }
    }

    /// Returns the instant until which to wait after a response that the limit is exhausted, in milliseconds since
    /// 1970.
    private func resumption(after reply: AppStoreHTTPResponse) -> Int64 {
        let now = self.time.now()
        guard let value = reply.header("retry-after") else { return now + ConnectAllowance.probeMilliseconds }
        return RetryAfter.instant(value, at: now)
    }
}
