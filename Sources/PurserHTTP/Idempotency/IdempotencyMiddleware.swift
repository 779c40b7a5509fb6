import AppStore
import HTTPTypes
import Hummingbird
import Ledger
import Logging
import NIOCore
import Notation
import PurserService

/// Performs a repeated request once, and repeats its first response.
///
/// The transaction that does the work stores the response (`RecordedResponse`), so that no failure and no crash
/// separates the two. If nothing was done, as with most errors, and for routes whose repetition is harmless, the
/// response is stored in a separate transaction before the client gets it.
///
/// A publishable key is not secret, so it must not allow a client to fill the disk: repetitions are only recognized for
/// apps that call for a customer, and at most `maximumOfCustomer` requests of a customer are stored. Requests without a
/// customer can be repeated without harm.
struct IdempotencyMiddleware<Context: AuthenticatedContext>: RouterMiddleware {
    /// The maximum size of a body that is read for this, in bytes.
    private static var maximumBody: Int { 8 * 1024 * 1024 }
    /// The maximum number of stored requests of one customer of an installed app.
    static var maximumOfCustomer: Int { 1000 }
    /// Routes that accept files, which are larger than bodies in memory and are recognized by their content.
    private static var exempt: [String] { ["/imports", "/reports", "/price-imports"] }
    /// Routes whose key is also stored permanently with the movement: each wallet has its own keys.
    private static var wallets: String { "/wallets/" }

    /// The repository of the responses.
    let repository: any Repository
    /// Returns the real time.
    let now: @Sendable () -> Instant
    /// The limits on bodies.
    let limits: BodyLimits

    /// Passes the request on, or returns its first response.
    func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard IdempotencyKey.isWrite(request.method), let key = try IdempotencyKey.of(request.headers),
            !Self.exempt.contains(where: { context.endpointPath?.contains($0) == true }),
            context.caller.principal != .publishable(nil), !Self.isKeptByWallet(context)
        else { return try await next(request, context) }
        // Different spellings of an address are equal: `%62ob` is `bob`, so requests to the two are one request.
        let (path, query) = PercentEncoding.plain(path: request.uri.path, query: request.uri.query)
        return try await self.limits.withBody(of: request, upTo: Self.maximumBody) { body in
            let address = query.map { path + "?" + $0 } ?? path
            let named = IdempotentRequest(
                sender: Self.sender(context, path: path, query: query),
                key: key,
                content: ContentDigest(of: [
                    Array(request.method.rawValue.utf8), Array(address.utf8), Array(body.readableBytesView),
                ])
            )
            let now = self.now()
            let turn = try await self.repository.write { unit in
                try unit.begin(
                    named,
                    maximum: Self.maximum(context.caller.principal),
                    at: now,
                    leaseEnd: now + IdempotencyKey.lease,
                    keptUntil: now + IdempotencyKey.retention
                )
            }
            switch turn {
            case .begun(let lease):
                var request = request
                request.body = RequestBody(buffer: body)
                return try await self.perform(lease) { try await next(request, context) }
            case .inProgress: throw Problem.idempotencyInProgress
            case .otherContent: throw Problem.idempotencyKeyReused
            case .tooMany: throw Problem.idempotencyKeysUsedUp
            case .answered(let answer): return try Self.response(answer)
            }
        }
    }

    private func perform(_ lease: IdempotentLease, _ work: () async throws -> Response) async throws -> Response {
        let answered = RecordedResponse()
        let answer: EncodedResponse
        do {
            let response = try await RecordedResponse.$current.withValue(answered) {
                try await IdempotentWork.$current.withValue(IdempotentWork(lease: lease)) { try await work() }
            }
            // The response on disk with the work counts, whatever failed afterward.
            if let kept = answered.kept { return kept.response }
            answer = try await Self.written(response)
        } catch {
            if let kept = answered.kept { return kept.response }
            // A request that could not be performed may be tried again immediately.
            try? await self.repository.write { unit in try unit.abandon(lease) }
            throw error
        }
        guard Self.isLasting(answer) else {
            // If this fails too, the lease expires.
            try? await self.repository.write { unit in try unit.abandon(lease) }
            return answer.response
        }
        do {
            try await self.repository.write { unit in try unit.end(lease, answer.kept) }
        } catch {
            // An error without effect may be tried again immediately; completed work may not.
            if answer.status.code >= 400 { try? await self.repository.write { unit in try unit.abandon(lease) } }
            throw error
        }
        return answer.response
    }

    /// Whether a response would be the same a moment later.
    ///
    /// That is not so for an error of the server, of the caller's key, token or rate, for an incomplete request, for
    /// one in progress, and for requests that call Apple.
    private static func isLasting(_ answer: EncodedResponse) -> Bool {
        switch answer.status.code {
        case 401, 403, 408, 413, 415, 429, 500...: return false
        case 400...: break
        default: return true
        }
        guard answer.headers[.contentType] == Problem.mediaType,
            case .string(let code)? = (try? JSONValue(json: Array(answer.body.readableBytesView)))?["code"]
        else { return true }
        return !code.hasPrefix("appstore_")
            && ![Problem.idempotencyInProgress.code, PriceError.fetchRunning.code].contains(code)
    }

    /// Whether only the wallet stores the key: an operator who repeats a movement gets the message that it exists.
    private static func isKeptByWallet(_ context: Context) -> Bool {
        context.caller.operatorName != nil && context.endpointPath?.contains(Self.wallets) == true
    }

    /// The maximum number of stored requests of a caller; `nil` for no limit.
    private static func maximum(_ principal: Principal) -> Int? {
        guard case .publishable = principal else { return nil }
        return Self.maximumOfCustomer
    }

    /// Returns the sender: two customers of one app are two senders, although they have the same key.
    private static func sender(_ context: Context, path: String, query: String?) -> ContentDigest {
        var customer = ""
        if case .publishable(let own) = context.caller.principal { customer = own.map { "=" + $0.rawValue } ?? "" }
        return ContentDigest(
            of: [
                Array((context.caller.key?.rawValue ?? Self.keyless(context.caller)).utf8),
                Array((context.caller.app?.rawValue ?? "").utf8),
                Array(customer.utf8),
            ] + (context.endpointPath?.contains(Self.wallets) == true ? [Array(Self.wallet(path, query).utf8)] : [])
        )
    }

    /// Returns the name of a sender without a key in the database: an operator, or the configured key.
    private static func keyless(_ caller: Caller) -> String {
        caller.operatorName.map { "operator " + $0 } ?? "configured"
    }

    private static func response(_ answer: IdempotentResponse) throws -> Response {
        guard let body = answer.body else { throw Problem.idempotencyAnswerNotKept }
        var headers = HTTPFields()
        for field in answer.headers {
            if let name = HTTPField.Name(field.name) { headers[name] = field.value }
        }
        headers[.contentLength] = "\(body.count)"
        if let name = IdempotencyKey.replayed { headers[name] = "true" }
        return Response(
            status: HTTPResponse.Status(code: answer.status),
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: body))
        )
    }

    /// Returns the wallet of a movement: its address without the action.
    private static func wallet(_ path: String, _ query: String?) -> String {
        (path.lastIndex(of: "/").map { String(path[..<$0]) } ?? path) + "?" + (query ?? "")
    }

    /// Returns a response whose whole body was written.
    private static func written(_ response: Response) async throws -> EncodedResponse {
        let collected = CollectedBody()
        try await response.body.write(CollectingWriter(collected: collected))
        return EncodedResponse(status: response.status, headers: response.headers, body: collected.bytes)
    }
}

/// The `Idempotency-Key` header: an identifier of a request, so that repetitions are performed once.
enum IdempotencyKey {
    /// The header.
    static let name = HTTPField.Name("Idempotency-Key")
    /// The header of a repeated response.
    static let replayed = HTTPField.Name("Idempotency-Replayed")
    /// The maximum length of a key in characters.
    static let maximumLength = 255
    /// The time that a request may take, longer than the timeout of a response.
    static let lease = Span.seconds(150)
    /// The time for which a response is stored.
    static let retention = Span.hours(24)

    /// Returns whether a method changes something.
    static func isWrite(_ method: HTTPRequest.Method) -> Bool {
        method == .post || method == .put || method == .patch || method == .delete
    }

    /// Returns the key of a request, if it has one.
    static func of(_ headers: HTTPFields) throws -> String? {
        guard let name, let value = headers[name] else { return nil }
        guard (1...Self.maximumLength).contains(value.utf8.count),
            value.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else {
            throw Problem(
                .badRequest,
                code: "idempotency_key_invalid",
                "Use 1 to \(Self.maximumLength) visible characters of ASCII, preferably a UUID.",
                field: "Idempotency-Key"
            )
        }
        return value
    }
}

extension Problem {
    /// The error for a request that is already in progress.
    static let idempotencyInProgress = Self(
        .conflict,
        code: "idempotency_in_progress",
        "An identical request is in progress. Send it again to get its response.",
        field: "Idempotency-Key",
        retryAfterSeconds: 1
    )

    /// The error for a key that was used for another request.
    static let idempotencyKeyReused = Self(
        .conflict,
        code: "idempotency_key_reused",
        "This key was used for another request. Use a new key for each new request.",
        field: "Idempotency-Key"
    )

    /// The error for a movement without a key.
    static let idempotencyKeyMissing = Self(
        .badRequest,
        code: "idempotency_key_missing",
        "Send Idempotency-Key, an identifier of this request, so that repetitions are recorded once.",
        field: "Idempotency-Key"
    )

    /// The error for a customer of an installed app with the maximum number of stored responses.
    static let idempotencyKeysUsedUp = Self(
        .tooManyRequests,
        code: "idempotency_keys_used_up",
        "The server stores the responses to 1000 requests of a customer, each for a day. Send this request without "
            + "Idempotency-Key: the same purchase is never recorded twice.",
        field: "Idempotency-Key",
        retryAfterSeconds: 3600
    )

    /// The error for a response that cannot be repeated.
    static let idempotencyAnswerNotKept = Self(
        .conflict,
        code: "idempotency_answer_not_kept",
        "This request was performed before, but its response is not stored, because it contained a secret or was too "
            + "large. Read the current state; if a key is lost, revoke it and create another.",
        field: "Idempotency-Key"
    )
}
