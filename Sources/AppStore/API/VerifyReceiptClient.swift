/// Asks Apple's deprecated verifyReceipt about receipts, for apps that have no key for Apple's API.
///
/// Production is asked first, and the Sandbox where Apple says that the receipt is from there, or the reverse; after
/// one such hop the same word again is a fault of Apple's. What may pass is asked again a few times, by the status and
/// by Apple's own flag.
public struct VerifyReceiptClient: Sendable {
    /// Why there is no answer about a receipt.
    public enum Failure: Error, Hashable, Sendable {
        /// Apple refuses it, for good: `VerifyReceiptStatus.wrongSecret` is a mistake in the configuration.
        case refused(VerifyReceiptStatus)
        /// Apple could not answer now, with its last status if there was one; it may later.
        case unavailable(VerifyReceiptStatus?)
        /// The task was canceled.
        case canceled
    }

    /// The longest answer that Apple gives: a receipt, and each of its purchases two times in words.
    public static let maximumReplyByteCount = 32 << 20
    /// How often a question is asked at most.
    public static let maximumAttempts = 4
    /// The wait before the second attempt; each further one doubles it.
    static let firstWait: Duration = .milliseconds(500)

    /// Apple's addresses, Production's first.
    package static let addresses = [
        "https://buy.itunes.apple.com/verifyReceipt", "https://sandbox.itunes.apple.com/verifyReceipt",
    ]

    private let production: String
    private let sandbox: String
    private let transport: AppStoreTransport
    private let sleep: @Sendable (Duration) async throws -> Void

    /// A client of Apple's two addresses, or of those of a simulated world.
    ///
    /// `sleep` waits between attempts, and throws when the task is canceled.
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

    /// Asks about a receipt.
    ///
    /// - Parameter request: The receipt, with the app's shared secret.
    /// - Returns: The answer, decoded: its status is ``VerifyReceiptStatus/valid`` or ``VerifyReceiptStatus/expired``.
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
                    // Another address is no repetition, so nothing is waited for.
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
        // Apple says of a malformed receipt what it says of a fault of its own; it says so each time.
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
