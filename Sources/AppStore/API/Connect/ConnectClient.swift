/// A team's access to App Store Connect: reports of sales and money, and prices.
///
/// Each request is sent once; who asks decides by the error when to ask again. Before it goes out it asks the key's
/// budget for leave, which stops before the hourly limit, and it carries a token that is good for this very request.
public struct ConnectClient: Sendable {
    /// Apple's address.
    public static let address = "https://api.appstoreconnect.apple.com"
    /// The longest report that is read, in bytes, as it is packed: far above a day of the largest stores.
    public static let maximumReportByteCount = 64 << 20
    /// The longest answer in JSON that is read, in bytes: a page of two thousand price points has about two million.
    public static let maximumJSONByteCount = 8 << 20
    /// How long a request may take when nobody says otherwise: Apple makes some reports while one waits.
    public static let defaultTimeout: Duration = .seconds(120)

    let key: AppStoreKey
    let address: String
    let transport: AppStoreTransport
    let budget: any ConnectBudget
    let time: AppStoreTime

    /// A client with a team's key.
    ///
    /// - Parameters:
    ///   - key: A team key of App Store Connect; reports need one with the role Finance, Sales or Admin.
    ///   - address: Where App Store Connect is: scheme, host and perhaps a port.
    ///   - transport: How calls get there; one of ``AppStoreTransport/http(_:maximumReplyByteCount:)`` needs
    ///     ``maximumReportByteCount``.
    ///   - budget: Where requests ask for leave; clients of one key have to share one.
    ///   - time: The clocks to go by; nothing is waited for.
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

    /// Sends a request, once.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - timeout: How long it may take.
    /// - Returns: Apple's answer.
    /// - Throws: Why there is none.
    public func send<Answer>(
        _ request: ConnectRequest<Answer>,
        within timeout: Duration = Self.defaultTimeout
    ) async throws(ConnectError) -> Answer {
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

    private func answer<Answer>(
        of reply: AppStoreHTTPResponse,
        to request: ConnectRequest<Answer>
    ) async throws(ConnectError) -> Answer {
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

    /// Until when to wait after an answer that the limit is reached, in milliseconds since 1970.
    private func resumption(after reply: AppStoreHTTPResponse) -> Int64 {
        let now = self.time.now()
        guard let value = reply.header("retry-after") else { return now + ConnectAllowance.probeMilliseconds }
        return RetryAfter.instant(value, at: now)
    }
}
