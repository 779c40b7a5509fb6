/// A client of Apple's deprecated verifyReceipt endpoint, for apps that have no key for Apple's API.
///
/// The client asks Production first. If Apple answers that the receipt belongs to the other environment, the client
/// asks that one. If that one also refers the client back, the client treats this as a temporary failure of Apple. The
/// client retries temporary failures up to ``maximumAttempts`` attempts; the status and the flag `is_retryable` of the
/// response determine what is temporary.
public struct VerifyReceiptClient: Sendable {
    /// The reason why there is no response about a receipt.
    public enum Failure: Error, Hashable, Sendable {
        /// Apple refuses the receipt permanently; `VerifyReceiptStatus.wrongSecret` is an error in the configuration.
        case refused(VerifyReceiptStatus)
        /// Apple could not answer now but may later; the value is its last status, if any.
        case unavailable(VerifyReceiptStatus?)
        /// The task was canceled.
        case canceled
    }

    /// The maximum size of a response, in bytes: a receipt, with each of its purchases twice as text.
    public static let maximumReplyByteCount = 32 << 20
    /// The maximum number of attempts for one question.
    public static let maximumAttempts = 4
    /// The wait before the second attempt; it doubles with each further attempt.
    static let firstWait: Duration = .milliseconds(500)

    /// Apple's URLs, Production first.
    package static let addresses = [
        "https://buy.itunes.apple.com/verifyReceipt", "https://sandbox.itunes.apple.com/verifyReceipt",
    ]

    private let production: String
    private let sandbox: String
    private let transport: AppStoreTransport
    private let sleep: @Sendable (Duration) async throws -> Void

    /// Creates a client of Apple's two URLs, or of those of a simulated App Store.
    ///
    /// The function `sleep` waits between attempts, and throws when the task is canceled.
    public init(
        production: String = "https://buy.itunes.apple.com/verifyReceipt",
        sandbox: String = "https://sandbox.itunes.apple.com/verifyReceipt",
        transport: AppStoreTransport,
        sleep: @escaping @Sendable (Duration) async throws -> Void = AppStoreTime.live.sleep
    ) {
        self.production = production
        self.sandbox = sandbox
        self.transport = transport
        self.sleep = sleep
    }

    /// Verifies a receipt.
    ///
    /// - Parameter request: The receipt, with the app's shared secret.
    /// - Returns: The decoded response, whose status is ``VerifyReceiptStatus/valid`` or
    ///   ``VerifyReceiptStatus/expired``.
    /// - Throws: ``Failure``.
    public func verify(_ request: VerifyReceiptRequest) async throws(Failure) -> VerifyReceiptResponse {
        var address = self.production
        var hasHopped = false
        var last: VerifyReceiptStatus?
        var attempt = 1
        while true {
            if let answer = try await self.ask(request, at: address) {
                last = answer.status
                if answer.status.isDecoded { return answer }
                let isElsewhere = answer.status == .isSandbox || answer.status == .isProduction
                if isElsewhere, !hasHopped {
                    // The request to the other environment is no repetition, so there is no wait.
                    hasHopped = true
                    address = answer.status == .isSandbox ? self.sandbox : self.production
                    continue
                }
                guard isElsewhere || answer.status.isRetryable(saying: answer.isRetryable) else {
                    throw .refused(answer.status)
                }
            }
            guard attempt < Self.maximumAttempts else { break }
            try await self.wait(Self.firstWait * (1 << (attempt - 1)))
            attempt += 1
        }
        // Apple answers a malformed receipt with the same status as an internal failure, each time.
        if let last, last == .malformedReceipt { throw .refused(last) }
        throw .unavailable(last)
    }

    private func ask(
        _ request: VerifyReceiptRequest,
        at address: String
    ) async throws(Failure) -> VerifyReceiptResponse? {
        let call = AppStoreHTTPRequest(
            method: "POST",
            url: address,
            headers: [(name: "content-type", value: "application/json")],
            body: request.json()
        )
        do throws(AppStoreTransportError) {
            let reply = try await self.transport.exchange(call, AppStoreClient.exchangeTimeout)
            return try? VerifyReceiptResponse(json: reply.body)
        } catch {
            if case .canceled = error { throw .canceled }
            return nil
        }
    }

    private func wait(_ length: Duration) async throws(Failure) {
        do {
            try await self.sleep(length)
        } catch {
            throw .canceled
        }
    }
}
