import AppStore
import HTTPTypes
import Hummingbird
import Ledger
import Logging
import NIOCore
import Notation
import PurserService

/// Does a request that comes again once, and gives its first answer again.
///
/// The transaction that does the work keeps the answer (`RecordedResponse`), so that no failure and no crash comes
/// between the two. Where nothing was done, as with most refusals, and on the routes that a repetition does no harm to,
/// the answer is kept in a transaction of its own, and nobody is given it before.
///
/// A publishable key is known to everybody, so it must not be able to fill the disk: it is heeded for apps that speak
/// for a customer, each of whom has no more than `maximumOfCustomer` of his requests kept. Without a customer there is
/// nothing that could not be done again without harm.
struct IdempotencyMiddleware<Context: AuthenticatedContext>: RouterMiddleware {
    /// The largest body that is read for it, in bytes.
    private static var maximumBody: Int { 8 * 1024 * 1024 }
    /// The most requests that are kept for one customer of an app in the field.
    static var maximumOfCustomer: Int { 1000 }
    /// How long whoever is at a request has for it: longer than an answer may take.
    private static var lease: Span { .seconds(150) }
    /// How long an answer is kept.
    private static var kept: Span { .seconds(24 * 3600) }
    /// What takes files, which are larger than what is kept in memory and are known again by their own means.
    private static var exempt: [String] { ["/imports", "/reports", "/price-imports"] }
    /// Where the key becomes the movement's own besides, and is kept with it for good: each wallet has keys of its own.
    private static var wallets: String { "/wallets/" }

    /// Keeps the answers.
    let repository: any Repository
    /// Real time.
    let now: @Sendable () -> Instant
    /// Bounds the bodies.
    let limits: BodyLimits

    /// Passes the request on, or gives its first answer.
    func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard IdempotencyKey.isWrite(request.method), let key = try IdempotencyKey.of(request.headers),
            !Self.exempt.contains(where: { context.endpointPath?.contains($0) == true }),
            context.caller.principal != .publishable(nil), !Self.isKeptByWallet(context)
        else { return try await next(request, context) }
        // However an address is spelled, it is one: `%62ob` is `bob`, and what is asked of the two is asked of one.
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
            let turn = try await self.repository.begin(
                named,
                maximum: Self.maximum(context.caller.principal),
                at: now,
                leaseEnd: now + Self.lease,
                keptUntil: now + Self.kept
            )
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
            // What is on disk with the work is the answer, whatever went wrong afterwards.
            if let kept = answered.kept { return kept.response }
            answer = try await Self.written(response)
        } catch {
            if let kept = answered.kept { return kept.response }
            // Whatever could not be done may be tried again at once.
            try? await self.repository.abandon(lease)
            throw error
        }
        guard Self.isLasting(answer) else {
            // Where this fails too, the lease ends by itself.
            try? await self.repository.abandon(lease)
            return answer.response
        }
        do {
            try await self.repository.end(lease, answer.kept)
        } catch {
            // A refusal did nothing, so that it may be tried again at once; what was done may not.
            if answer.status.code >= 400 { try? await self.repository.abandon(lease) }
            throw error
        }
        return answer.response
    }

    /// Whether an answer would be the same a moment later.
    ///
    /// Not so where the server failed, where the caller's key, token or rate was at fault, where the request did not
    /// come in whole, where the request is still being done, and where Apple was asked, or could not be.
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

    /// Whether the wallet alone keeps the key: an operator who repeats a booking is told that it was booked before.
    private static func isKeptByWallet(_ context: Context) -> Bool {
        context.caller.operatorName != nil && context.endpointPath?.contains(Self.wallets) == true
    }

    /// How many requests of a caller are kept; `nil` for any number.
    private static func maximum(_ principal: Principal) -> Int? {
        guard case .publishable = principal else { return nil }
        return Self.maximumOfCustomer
    }

    /// Who sends: two customers of one app are two senders, although they have the same key.
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

    /// Who sends without a key of the database: an operator, or the key in the configuration.
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

    /// The wallet of a booking: its address without what is to be done there.
    private static func wallet(_ path: String, _ query: String?) -> String {
        (path.lastIndex(of: "/").map { String(path[..<$0]) } ?? path) + "?" + (query ?? "")
    }

    /// A response whose whole body was written.
    private static func written(_ response: Response) async throws -> EncodedResponse {
        let collected = CollectedBody()
        try await response.body.write(CollectingWriter(collected: collected))
        return EncodedResponse(status: response.status, headers: response.headers, body: collected.bytes)
    }
}

/// The `Idempotency-Key` header: a name that a sender gives to a request, so that it is done once however often it
/// comes.
enum IdempotencyKey {
    /// The header.
    static let name = HTTPField.Name("Idempotency-Key")
    /// The header of an answer that was given before.
    static let replayed = HTTPField.Name("Idempotency-Replayed")
    /// The longest key in characters.
    static let maximumLength = 255

    /// The methods that change something.
    static func isWrite(_ method: HTTPRequest.Method) -> Bool {
        method == .post || method == .put || method == .patch || method == .delete
    }

    /// The key of a request, if it has one.
    static func of(_ headers: HTTPFields) throws -> String? {
        guard let name, let value = headers[name] else { return nil }
        guard (1...Self.maximumLength).contains(value.utf8.count),
            value.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else {
            throw Problem(
                .badRequest,
                code: "idempotency_key_invalid",
                "Use 1 to \(Self.maximumLength) visible characters of ASCII, best a UUID.",
                field: "Idempotency-Key"
            )
        }
        return value
    }
}

extension Problem {
    /// Somebody is at the same request.
    static let idempotencyInProgress = Self(
        .conflict,
        code: "idempotency_in_progress",
        "The same request is being done now. Send it again to get its answer.",
        field: "Idempotency-Key",
        retryAfterSeconds: 1
    )

    /// The key was used for something else.
    static let idempotencyKeyReused = Self(
        .conflict,
        code: "idempotency_key_reused",
        "This key was used for another request. Take a new one for each new request.",
        field: "Idempotency-Key"
    )

    /// What is booked is known by its key.
    static let idempotencyKeyMissing = Self(
        .badRequest,
        code: "idempotency_key_missing",
        "Send Idempotency-Key: a name of yours for this request, so that it is booked once however often it comes.",
        field: "Idempotency-Key"
    )

    /// The customer of an app in the field has as many answers kept as are kept for one.
    static let idempotencyKeysUsedUp = Self(
        .tooManyRequests,
        code: "idempotency_keys_used_up",
        "For one customer the answers to 1000 requests are kept, each for a day. Send this one without Idempotency-Key: the "
            + "same purchase is never booked twice.",
        field: "Idempotency-Key",
        retryAfterSeconds: 3600
    )

    /// The answer cannot be given again.
    static let idempotencyAnswerNotKept = Self(
        .conflict,
        code: "idempotency_answer_not_kept",
        "This request was done before, and its answer is not kept, because it held a secret or was too large. Read the "
            + "state; for a lost key, revoke it and make another.",
        field: "Idempotency-Key"
    )
}
