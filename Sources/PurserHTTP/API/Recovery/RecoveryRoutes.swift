import AppStore
import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import PurserService

/// Where a player finds what he paid for by the order number of Apple's mail.
struct RecoveryRoutes {
    /// The largest body in bytes: a customer, a number, a language and a reason.
    private static let maximumBody = 4096
    /// The longest number in bytes, with the spaces that a player may write.
    static let longestNumber = 64
    /// The longest reason in bytes.
    static let longestReason = 1000
    /// The longest `language` or `Accept-Language` in bytes.
    static let longestLanguage = 200

    /// Asks Apple and hands in.
    let desk: RecoveryDesk
    /// Records what operators do.
    let audit: AuditLog
    /// Counts how often a customer tries.
    let rates: CallRates
    /// Bounds the bodies.
    let limits: BodyLimits

    /// Adds `POST /v1/recover`.
    func add(to group: RouterGroup<ShopContext>) {
        group.post("/v1/recover", use: self.recover)
    }

    @concurrent
    @Sendable private func recover(_ request: Request, context: ShopContext) async throws -> Response {
        try await self.limits.withBody(of: request, upTo: Self.maximumBody) { body in
            let fields = try RequestFields(
                json: Array(body.readableBytesView),
                fields: ["customer", "orderNumber", "language", "reason"]
            )
            let customer = try Self.customer(fields, in: context)
            let preferred = try Self.preferred(fields, request)
            let sentences = context.app.sentences
            let language = sentences.language(among: preferred)
            do {
                let number = try Self.number(fields)
                let reason = try fields.text("reason", upTo: Self.longestReason)
                let order = try await self.recover(number, for: customer, in: context, reason: reason)
                return JSONResponse.written(RecoveryBody.json(order, sentences, language))
            } catch let problem as Problem {
                guard problem.code == CallRates.recoveryCode else { throw problem }
                throw problem.saying(sentences.text(.tooOften, in: language), in: language)
            } catch let error as RecoveryError {
                throw Problem.recovery(error).saying(sentences.text(error.sentence, in: language), in: language)
            }
        }
    }

    /// Recovers a number; what an operator does for a customer is not limited, and in the audit log before Apple is asked.
    private func recover(
        _ number: String,
        for customer: CustomerID,
        in context: ShopContext,
        reason: String?
    ) async throws -> RecoveredOrder {
        guard let operatorName = context.caller.operatorName else {
            try self.rates.count(recovery: customer, in: context.app.name)
            return try await self.desk.recover(number, for: customer, in: context.app)
        }
        let record = AuditRecord(
            by: operatorName,
            .orderRecover,
            on: number,
            reason: reason,
            details: ["app": context.app.name.rawValue]
        )
        return try await self.audit.around(
            record,
            code: { (error: RecoveryError) in
                if case .store(let cause) = error { cause.refusalCode } else { error.code }
            },
            trouble: { RecoveryError.store(.storage($0)) },
            { () throws(RecoveryError) -> RecoveredOrder in
                try await self.desk.recover(number, for: customer, in: context.app)
            }
        )
    }

    /// The customer whom a shop names, or for whom an app in the field speaks.
    private static func customer(_ fields: RequestFields, in context: ShopContext) throws -> CustomerID {
        let named = try fields.text("customer", upTo: CustomerID.maximumBytes).map { text in
            guard let customer = CustomerID(text) else { throw CustomerParameter.invalid(field: "customer") }
            return customer
        }
        guard case .publishable(let own) = context.principal else {
            guard let named else { throw RequestFields.missing("customer") }
            return named
        }
        guard let own else { throw Problem.customerTokenMissing }
        if let named { try context.customer(named: named) }
        return own
    }

    private static func number(_ fields: RequestFields) throws -> String {
        guard let value = fields["orderNumber"], value != .null else { throw RequestFields.missing("orderNumber") }
        guard case .string(let text) = value else {
            throw RequestFields.wrongType("orderNumber", "This must be a string.")
        }
        guard let number = RecoveryDesk.number(text) else { throw RecoveryError.numberInvalid }
        return number
    }

    /// The languages that the player prefers: what the body says, else what his device does.
    private static func preferred(_ fields: RequestFields, _ request: Request) throws -> [String] {
        if let language = try fields.text("language", upTo: Self.longestLanguage) {
            return AcceptedLanguages(language).tags
        }
        return request.headers[.acceptLanguage].map { AcceptedLanguages($0).tags } ?? []
    }
}
