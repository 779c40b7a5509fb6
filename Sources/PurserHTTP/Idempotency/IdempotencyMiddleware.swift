import AppStore
import HTTPTypes
import Hummingbird
import Ledger
import Logging
import NIOCore
import PurserService

/// Does a request that comes again once, and gives its first answer again.
///
/// What is done and its answer are two commits. Where the process ends in between, the request is done again when it comes
/// again after the lease; the books take the same purchase twice without harm.
///
/// A publishable key is known to everybody, so it must not be able to fill the disk: it is heeded for apps that speak for a
/// customer, each of whom has no more than `maximumOfCustomer` of his requests kept. Without a customer there is nothing that
/// could not be done again without harm.
struct IdempotencyMiddleware<Context: CallingContext>: RouterMiddleware {
    /// The largest body that is read for it, in bytes.
    private static var maximumBody: Int { 8 * 1024 * 1024 }
    /// The largest answer that is kept, in bytes.
    private static var maximumAnswer: Int { 256 * 1024 }
    /// The most requests that are kept for one customer of an app in the field.
    static var maximumOfCustomer: Int { 1000 }
    /// How long whoever is at a request has for it: longer than an answer may take.
    private static var lease: Span { .seconds(150) }
    /// How long an answer is kept.
    private static var kept: Span { .seconds(24 * 3600) }
    /// What takes files, which are larger than what is kept in memory and are known again by their own means.
    private static var exempt: String { "/imports" }
    /// Where the key becomes the movement's own and is kept with it for good, in the commit that books it.
    private static var booked: String { "/wallets/" }

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
            context.endpointPath?.contains(Self.exempt) != true, context.endpointPath?.contains(Self.booked) != true,
            context.caller.principal != .publishable(nil)
        else { return try await next(request, context) }
        return try await self.limits.withBody(of: request, upTo: Self.maximumBody) { body in
            let named = IdempotentRequest(
                sender: Self.sender(context),
                key: key,
                content: AccessDigest(of: [
                    Array(request.method.rawValue.utf8), Array(request.uri.string.utf8), Array(body.readableBytesView),
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
            case .begun: break
            case .inProgress: throw Problem.idempotencyInProgress
            case .otherContent: throw Problem.idempotencyKeyReused
            case .tooMany: throw Problem.idempotencyKeysUsedUp
            case .answered(let answer): return try Self.response(answer)
            }
            var request = request
            request.body = RequestBody(buffer: body)
            return try await self.perform(named) { try await next(request, context) }
        }
    }

    private func perform(_ named: IdempotentRequest, _ work: () async throws -> Response) async throws -> Response {
        do {
            let response = try await work()
            let (body, whole) = try await Self.collect(response)
            guard Self.isLasting(response, body) else {
                // Where this fails too, the lease ends by itself.
                try? await self.repository.abandon(named)
                return whole
            }
            try await self.repository.end(named, Self.answer(response, body: body))
            return whole
        } catch {
            // Whatever could not be done may be tried again at once.
            try? await self.repository.abandon(named)
            throw error
        }
    }

    /// Whether an answer would be the same a moment later.
    ///
    /// Not so where the server failed, where the caller's key, token or rate was at fault, where the request did not come in
    /// whole, and where Apple was asked, or could not be.
    private static func isLasting(_ response: Response, _ body: ByteBuffer) -> Bool {
        switch response.status.code {
        case 401, 403, 408, 413, 415, 429, 500...: return false
        case 400...: break
        default: return true
        }
        guard response.headers[.contentType] == Problem.mediaType,
            case .string(let code)? = (try? JSONValue(json: Array(body.readableBytesView)))?["code"]
        else { return true }
        return !code.hasPrefix("appstore_")
    }

    /// How many requests of a caller are kept; `nil` for any number.
    private static func maximum(_ principal: Principal) -> Int? {
        guard case .publishable = principal else { return nil }
        return Self.maximumOfCustomer
    }

    /// Who sends: two customers of one app are two senders, although they have the same key.
    private static func sender(_ context: Context) -> AccessDigest {
        var customer = ""
        if case .publishable(let own) = context.caller.principal { customer = own.map { "=" + $0.rawValue } ?? "" }
        return AccessDigest(of: [
            Array((context.caller.key?.rawValue ?? "configured").utf8),
            Array((context.caller.app?.rawValue ?? "").utf8),
            Array(customer.utf8),
        ])
    }

    private static func answer(_ response: Response, body: ByteBuffer) -> IdempotentAnswer {
        let names: [HTTPField.Name] = [.contentType, .location, .eTag, .retryAfter]
        // What may not be stored by others holds a secret that we do not store either.
        let isSecret = response.headers[.cacheControl] == "no-store"
        return IdempotentAnswer(
            status: response.status.code,
            headers: names.compactMap { name in
                response.headers[name].map { IdempotentAnswer.Field(name: name.rawName, value: $0) }
            },
            body: isSecret || body.readableBytes > Self.maximumAnswer ? nil : Array(body.readableBytesView)
        )
    }

    private static func response(_ answer: IdempotentAnswer) throws -> Response {
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

    /// The whole body of a response, and the response with it.
    private static func collect(_ response: Response) async throws -> (ByteBuffer, Response) {
        let collected = CollectedBody()
        try await response.body.write(CollectingWriter(collected: collected))
        let body = collected.bytes
        var whole = response
        whole.body = ResponseBody(byteBuffer: body)
        return (body, whole)
    }
}
