extension AppStoreClient {
    /// The number of failures after which the client gives up a request, even when there is time left.
    static let maximumFailureCount = 8
    /// The longest pause after the first failure, in milliseconds; it doubles with each further one.
    static let firstPauseMilliseconds: Int64 = 500
    /// The longest pause after any failure, in milliseconds.
    static let longestPauseMilliseconds: Int64 = 30 * 1000

    /// The progress of one request over its attempts.
    private struct Progress {
        let deadline: Duration
        let endAt: Int64
        let onDoubt: (@Sendable () -> Void)?
        var failureCount = 0
        var hostFailureCount = 0
        var hasFreshToken = false
        /// Whether Apple may have received an earlier attempt although no reply came back.
        var mayHaveArrived = false
        var lastError: AppStoreError?
        /// The duration of each HTTP exchange, in milliseconds.
        var exchanges: [Int64] = []
    }

    /// What the client does after an exchange.
    private enum Step<Response> {
        case done(Response)
        case again
        case failed(AppStoreError, isWorthRepeating: Bool)
    }

    /// Sends a request until Apple answers it, it cannot succeed, or the deadline passes.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - environment: The environment to send it to.
    ///   - priority: The request's priority within the app's rate limit.
    ///   - deadline: The time for all attempts together, measured by the wall clock.
    ///   - onDoubt: A closure that the client calls after each attempt that was sent but got no response, so that it is
    ///     unknown whether Apple processed it. The client calls it whether or not a later attempt succeeds.
    /// - Returns: Apple's response.
    /// - Throws: The reason why there is no response; ``AppStoreError/canceled`` as soon as the task is canceled.
    public func send<Response>(
        _ request: AppStoreRequest<Response>,
        to environment: AppStoreEnvironment,
        priority: RequestPriority = .ordinary,
        within deadline: Duration = AppStoreClient.defaultDeadline,
        onDoubt: (@Sendable () -> Void)? = nil
    ) async throws(AppStoreError) -> Response {
        let startedAt = self.time.wallNow()
        var progress = Progress(
            deadline: deadline,
            endAt: startedAt + Self.milliseconds(deadline),
            onDoubt: onDoubt
        )
        func report(_ code: String, _ exchanges: [Int64]) {
            self.onResponse?(
                AppStoreRequestMetrics(
                    operation: request.operation,
                    environment: environment,
                    outcome: code,
                    milliseconds: max(0, self.time.wallNow() - startedAt),
                    exchangeMilliseconds: exchanges
                )
            )
        }
        do throws(AppStoreError) {
            let response = try await self.sendUntilAnswered(request, to: environment, priority, &progress)
            report("ok", progress.exchanges)
            return response
        } catch {
            report(error.code, progress.exchanges)
            throw error
        }
    }

    private func sendUntilAnswered<Response>(
        _ request: AppStoreRequest<Response>,
        to environment: AppStoreEnvironment,
        _ priority: RequestPriority,
        _ progress: inout Progress
    ) async throws(AppStoreError) -> Response {
        guard request.operation.isAvailable(in: environment), self.hosts.count(in: environment) > 0 else {
            throw .notAvailable
        }
        guard let address = request.address else { throw .identifierInvalid }
        let permit = RequestPermit(
            bundleID: self.bundleID,
            environment: environment,
            operation: request.operation,
            priority: priority
        )
        while true {
            try await self.waitForLeave(permit, progress)
            switch try await self.attempt(request, address, permit, &progress) {
            case .done(let response): return response
            case .again: continue
            case .failed(let error, let isWorthRepeating):
                guard isWorthRepeating else { throw error }
                progress.lastError = error
                progress.failureCount += 1
                guard progress.failureCount < Self.maximumFailureCount else { throw error }
                try await self.pauseAfterFailure(progress)
            }
        }
    }

    // MARK: Waiting

    private func waitForLeave(_ permit: RequestPermit, _ progress: Progress) async throws(AppStoreError) {
        while true {
            guard !Task.isCancelled else { throw .canceled }
            let now = self.time.now()
            switch await self.budget.take(permit, at: now) {
            case .granted: return
            case .unavailable: throw .budgetUnavailable
            case .notBefore(let instant):
                let pause = max(instant - now, 1)
                guard pause < progress.endAt - self.time.wallNow() else {
                    // An earlier attempt that failed may have arrived, so its error says more than this one.
                    throw progress.lastError ?? .rateLimited(until: instant)
                }
                try await self.rest(milliseconds: pause)
                // The clock of a test may stand still, and then waiting does not help.
                guard self.time.now() > now else { throw progress.lastError ?? .rateLimited(until: instant) }
            }
        }
    }

    private func pauseAfterFailure(_ progress: Progress) async throws(AppStoreError) {
        let doublings = Int64(min(progress.failureCount - 1, 16))
        let longest = min(Self.firstPauseMilliseconds << doublings, Self.longestPauseMilliseconds)
        // A random pause between zero and the longest, so that clients that failed together do not retry together.
        let pause = Int64(Double(longest) * min(max(self.jitter(), 0), 1))
        guard pause < progress.endAt - self.time.wallNow() else {
            throw progress.lastError ?? .timedOut(progress.deadline)
        }
        try await self.rest(milliseconds: pause)
    }

    private func rest(milliseconds: Int64) async throws(AppStoreError) {
        do {
            try await self.time.sleep(.milliseconds(milliseconds))
        } catch {
            throw .canceled
        }
        guard !Task.isCancelled else { throw .canceled }
    }

    // MARK: One attempt

    private func attempt<Response>(
        _ request: AppStoreRequest<Response>,
        _ address: String,
        _ permit: RequestPermit,
        _ progress: inout Progress
    ) async throws(AppStoreError) -> Step<Response> {
        let wallNow = self.time.wallNow()
        guard wallNow < progress.endAt else { throw progress.lastError ?? .timedOut(progress.deadline) }
        let token = try self.tokens.token(atMilliseconds: wallNow)
        let place = self.hosts.place(in: permit.environment, atMilliseconds: wallNow)
        let timeout = min(Self.exchangeTimeout, .milliseconds(progress.endAt - wallNow))
        let base = self.hosts.address(of: place, in: permit.environment)
        let answered: Result<AppStoreHTTPResponse, AppStoreTransportError>
        do throws(AppStoreTransportError) {
            answered = .success(try await self.transport.exchange(Self.call(request, base + address, token), timeout))
        } catch {
            answered = .failure(error)
        }
        progress.exchanges.append(max(0, self.time.wallNow() - wallNow))
        switch answered {
        case .success(let reply): return await self.step(request, reply, token, permit, &progress)
        case .failure(let error): return self.step(request, error, place, permit, &progress)
        }
    }

    private static func call<Response>(
        _ request: AppStoreRequest<Response>,
        _ url: String,
        _ token: String
    ) -> AppStoreHTTPRequest {
        var headers = [
            (name: "User-Agent", value: "purser"),
            (name: "Authorization", value: "Bearer " + token),
            (name: "Accept", value: "application/json"),
        ]
        if let body = request.body { headers.append((name: "Content-Type", value: body.contentType)) }
        return AppStoreHTTPRequest(method: request.method, url: url, headers: headers, body: request.body?.bytes)
    }

    private func step<Response>(
        _ request: AppStoreRequest<Response>,
        _ error: AppStoreTransportError,
        _ place: Int,
        _ permit: RequestPermit,
        _ progress: inout Progress
    ) -> Step<Response> {
        switch error {
        case .unreachable:
            self.hosts.avoid(place, in: permit.environment, atMilliseconds: self.time.wallNow())
            progress.hostFailureCount += 1
            // The client tries the other hosts at once; a round of all of them counts as one failure.
            guard progress.hostFailureCount % self.hosts.count(in: permit.environment) == 0 else { return .again }
            return .failed(.unreachable, isWorthRepeating: true)
        case .interrupted:
            progress.mayHaveArrived = true
            progress.onDoubt?()
            return .failed(.interrupted, isWorthRepeating: request.operation.isSafeToRepeat)
        case .timedOut:
            progress.mayHaveArrived = true
            progress.onDoubt?()
            return .failed(.timedOut(progress.deadline), isWorthRepeating: request.operation.isSafeToRepeat)
        case .tooLarge: return .failed(.tooLarge, isWorthRepeating: false)
        case .redirected: return .failed(.redirected, isWorthRepeating: false)
        case .canceled: return .failed(.canceled, isWorthRepeating: false)
        }
    }

    private func step<Response>(
        _ request: AppStoreRequest<Response>,
        _ reply: AppStoreHTTPResponse,
        _ token: String,
        _ permit: RequestPermit,
        _ progress: inout Progress
    ) async -> Step<Response> {
        switch reply.status {
        case 200..<300:
            if let response = request.read(reply.body) { return .done(response) }
            guard Self.isNotJSON(reply.body) else { break }
            progress.mayHaveArrived = true
            progress.onDoubt?()
            return .failed(.answerNotJSON, isWorthRepeating: request.operation.isSafeToRepeat)
        case 300..<400: return .failed(.redirected, isWorthRepeating: false)
        case 401:
            self.tokens.forget(token)
            guard !progress.hasFreshToken else { return .failed(.unauthorized, isWorthRepeating: false) }
            progress.hasFreshToken = true
            return .again
        case 429:
            let until = RetryAfter.instant(reply.header("retry-after"), at: self.time.now())
            await self.budget.pause(permit, until: until)
            return .again
        case 400...:
            let response = AppleErrorResponse(reply)
            if progress.mayHaveArrived, let number = response.number,
                request.operation.numbersOfSuccessAfterUnknown.contains(number.rawValue),
                let done = request.read([])
            {
                return .done(done)
            }
            let isWorthRepeating =
                switch response.retry {
                case .yes: true
                case .later: response.status >= 500 && request.operation.isSafeToRepeat
                case .never: false
                }
            if response.status >= 500 { progress.mayHaveArrived = true }
            return .failed(.refused(response), isWorthRepeating: isWorthRepeating)
        default: break
        }
        return .failed(.unreadableAnswer, isWorthRepeating: false)
    }

    /// Returns whether a body is no JSON at all, such as a web page, an empty body, or the beginning of a JSON text.
    private static func isNotJSON(_ body: [UInt8]) -> Bool {
        do throws(JSONError) {
            _ = try JSONValue(json: body)
            return false
        } catch {
            return error.code == .invalid || error.code == .notUTF8
        }
    }

    /// Returns a duration in whole milliseconds, clamped so that adding it to an instant cannot overflow.
    private static func milliseconds(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        return min(max(seconds, 0), 1_000_000_000) * 1000 + max(attoseconds, 0) / 1_000_000_000_000_000
    }
}

extension AppleErrorResponse {
    /// Reads a reply that is not a success; of an unreadable body only the status remains.
    init(_ reply: AppStoreHTTPResponse) {
        let body = try? APIErrorResponse(json: reply.body)
        let report = try? ExternalPurchaseErrorResponse(json: reply.body)
        self.init(
            status: reply.status,
            number: body?.errorCode.map(AppleErrorNumber.init),
            message: body?.errorMessage ?? "",
            reportErrors: report?.errors ?? []
        )
    }
}
