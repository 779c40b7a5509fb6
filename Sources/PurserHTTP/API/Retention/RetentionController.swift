import AppStore
import Foundation
import HTTPTypes
import Hummingbird
import Ledger
import PurserService

/// A controller for the retention messages that Apple shows to customers who are about to cancel; Apple stores all of
/// them.
struct RetentionController: Sendable {
    /// The maximum size of an image in bytes.
    private static let maximumImage = 8 * 1024 * 1024

    /// The audit log.
    let audit: AuditLog
    /// The limits on bodies.
    let limits: BodyLimits

    /// Adds the routes under `/v1/retention`.
    func add(to group: RouterGroup<AppContext>) {
        group.get("/v1/retention/messages", use: self.messages)
        group.put("/v1/retention/messages/:message", use: self.uploadMessage)
        group.delete("/v1/retention/messages/:message", use: self.deleteMessage)
        group.get("/v1/retention/images", use: self.images)
        group.put("/v1/retention/images/:image", use: self.uploadImage)
        group.delete("/v1/retention/images/:image", use: self.deleteImage)
        group.get("/v1/retention/defaults/:product/:locale", use: self.getDefault)
        group.put("/v1/retention/defaults/:product/:locale", use: self.setDefault)
        group.delete("/v1/retention/defaults/:product/:locale", use: self.deleteDefault)
        group.get("/v1/retention/realtime-url", use: self.getRealtimeURL)
        group.put("/v1/retention/realtime-url", use: self.setRealtimeURL)
        group.delete("/v1/retention/realtime-url", use: self.deleteRealtimeURL)
    }

    @concurrent
    @Sendable private func messages(_ request: Request, context: AppContext) async throws -> Response {
        JSONResponse.written(try await Self.send(.messageList(), request, context).json())
    }

    @concurrent
    @Sendable private func uploadMessage(_ request: Request, context: AppContext) async throws -> Response {
        let id = try Self.identifier("message", in: context)
        let message = try await self.limits.withBody(of: request, upTo: StoreCalls.maximumBody) { body in
            do throws(JSONError) {
                return try UploadMessageRequestBody(json: Array(body.readableBytesView))
            } catch {
                throw Problem(
                    .badRequest,
                    code: error.code.rawValue,
                    "The body is not a message in Apple's format (at byte \(error.offset))."
                )
            }
        }
        return try await self.change(
            id.uuidString.lowercased(),
            "upload message",
            by: .uploadMessage(message, as: id),
            request,
            context
        )
    }

    @concurrent
    @Sendable private func deleteMessage(_ request: Request, context: AppContext) async throws -> Response {
        let id = try Self.identifier("message", in: context)
        return try await self.change(
            id.uuidString.lowercased(),
            "delete message",
            by: .deleteMessage(id),
            request,
            context
        )
    }

    @concurrent
    @Sendable private func images(_ request: Request, context: AppContext) async throws -> Response {
        JSONResponse.written(try await Self.send(.imageList(), request, context).json())
    }

    @concurrent
    @Sendable private func uploadImage(_ request: Request, context: AppContext) async throws -> Response {
        let id = try Self.identifier("image", in: context)
        let size = try Self.size(request)
        let picture = try await self.limits.withBody(of: request, upTo: Self.maximumImage) { body in
            Array(body.readableBytesView)
        }
        guard picture.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else {
            throw Problem(
                .unprocessableContent,
                code: "field_wrong_type",
                "The body must be a PNG without transparency."
            )
        }
        return try await self.change(
            id.uuidString.lowercased(),
            "upload image",
            by: .uploadImage(picture, as: id, size: size),
            request,
            context
        )
    }

    @concurrent
    @Sendable private func deleteImage(_ request: Request, context: AppContext) async throws -> Response {
        let id = try Self.identifier("image", in: context)
        return try await self.change(id.uuidString.lowercased(), "delete image", by: .deleteImage(id), request, context)
    }

    @concurrent
    @Sendable private func getDefault(_ request: Request, context: AppContext) async throws -> Response {
        let (product, locale) = try Self.place(in: context)
        return JSONResponse.written(
            try await Self.send(.defaultMessage(of: product, locale: locale), request, context).json()
        )
    }

    @concurrent
    @Sendable private func setDefault(_ request: Request, context: AppContext) async throws -> Response {
        let (product, locale) = try Self.place(in: context)
        let body = try await self.body(of: request, fields: ["messageIdentifier"])
        guard let id = Self.uuid(try body.required("messageIdentifier")) else {
            throw Self.noIdentifier("messageIdentifier")
        }
        return try await self.change(
            "\(product) \(locale)",
            "set default message",
            by: .configureDefaultMessage(id, of: product, locale: locale),
            request,
            context
        )
    }

    @concurrent
    @Sendable private func deleteDefault(_ request: Request, context: AppContext) async throws -> Response {
        let (product, locale) = try Self.place(in: context)
        return try await self.change(
            "\(product) \(locale)",
            "delete default message",
            by: .deleteDefaultMessage(of: product, locale: locale),
            request,
            context
        )
    }

    @concurrent
    @Sendable private func getRealtimeURL(_ request: Request, context: AppContext) async throws -> Response {
        JSONResponse.written(try await Self.send(.realtimeURL(), request, context).json())
    }

    @concurrent
    @Sendable private func setRealtimeURL(_ request: Request, context: AppContext) async throws -> Response {
        let body = try await self.body(of: request, fields: ["realtimeURL"])
        let url = try body.required("realtimeURL")
        guard (1...256).contains(url.unicodeScalars.count) else { throw RequestFields.wrongType("realtimeURL") }
        return try await self.change(
            context.app.name.rawValue,
            "set realtime address",
            by: .configureRealtimeURL(url),
            request,
            context
        )
    }

    @concurrent
    @Sendable private func deleteRealtimeURL(_ request: Request, context: AppContext) async throws -> Response {
        try await self.change(
            context.app.name.rawValue,
            "delete realtime address",
            by: .deleteRealtimeURL(),
            request,
            context
        )
    }

    private func body(of request: Request, fields: [String]) async throws -> RequestFields {
        try await self.limits.withBody(of: request, upTo: StoreCalls.maximumBody) { body in
            try RequestFields(json: Array(body.readableBytesView), fields: fields)
        }
    }

    /// Performs a change at Apple, between two entries in the audit log.
    private func change<Answer>(
        _ subject: String,
        _ action: String,
        by message: AppStoreRequest<Answer>,
        _ request: Request,
        _ context: AppContext
    ) async throws -> Response {
        let environment = try Self.environment(request)
        let record = AuditRecord(
            by: context.name,
            .retentionChange,
            on: subject,
            reason: nil,
            details: ["app": context.app.name.rawValue, "action": action, "environment": environment.rawValue]
        )
        do throws(AppStoreServiceError) {
            _ = try await self.audit.around(
                record,
                code: { (error: AppStoreServiceError) in error.refusalCode },
                trouble: { AppStoreServiceError.storage($0) },
                { () throws(AppStoreServiceError) -> Answer in try await Self.send(message, environment, context) }
            )
        } catch {
            throw Problem.store(error)
        }
        return Response(status: .noContent)
    }

    private static func send<Answer>(
        _ message: AppStoreRequest<Answer>,
        _ request: Request,
        _ context: AppContext
    ) async throws -> Answer {
        let environment = try Self.environment(request)
        do throws(AppStoreServiceError) {
            return try await Self.send(message, environment, context)
        } catch {
            throw Problem.store(error)
        }
    }

    private static func send<Answer>(
        _ message: AppStoreRequest<Answer>,
        _ environment: StoreEnvironment,
        _ context: AppContext
    ) async throws(AppStoreServiceError) -> Answer {
        guard let client = context.app.appStore else { throw .notConfigured(context.app.name) }
        do throws(AppStoreError) {
            return try await client.send(
                message,
                to: AppStoreEnvironment(rawValue: environment.rawValue),
                within: AppStoreService.deadline
            )
        } catch {
            throw .appStore(error)
        }
    }

    private static func environment(_ request: Request) throws -> StoreEnvironment {
        let environment = try CustomerParameter.environment(in: request)
        guard environment != .xcode else {
            throw Problem(
                .unprocessableContent,
                code: "environment_invalid",
                "Use Production or Sandbox.",
                field: "environment"
            )
        }
        return environment
    }

    private static func size(_ request: Request) throws -> ImageSize? {
        switch request.uri.queryParameters.get("size") {
        case nil: return nil
        case "FULL_SIZE": return .fullSize
        case "BULLET_POINT": return .bulletPoint
        default:
            throw RequestFields.wrongType("size", "Use FULL_SIZE or BULLET_POINT.")
        }
    }

    private static func place(in context: AppContext) throws -> (product: String, locale: String) {
        func part(_ name: String) throws -> String {
            guard let text = context.parameters.get(name), (1...255).contains(text.utf8.count),
                text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") })
            else { throw RequestFields.wrongType(name) }
            return text
        }
        return (try part("product"), try part("locale"))
    }

    private static func identifier(_ name: String, in context: AppContext) throws -> UUID {
        guard let id = Self.uuid(context.parameters.get(name) ?? "") else { throw Self.noIdentifier(name) }
        return id
    }

    private static func uuid(_ text: String) -> UUID? {
        AccountToken(text).flatMap { UUID(uuidString: $0.description) }
    }

    private static func noIdentifier(_ field: String) -> Problem {
        RequestFields.wrongType(field, "This must be a UUID: 8-4-4-4-12 hexadecimal digits.")
    }
}
