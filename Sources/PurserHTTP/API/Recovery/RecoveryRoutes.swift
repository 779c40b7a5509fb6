import AppStore
import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import PurserService

/// Where a player finds what he paid for by the order number of Apple's mail.
struct RecoveryRoutes {
    /// The largest body in bytes: a customer, a number and a language.
    private static let maximumBody = 4096
    /// The longest number in bytes, with the spaces that a player may write.
    static let longestNumber = 64
    /// The longest `language` or `Accept-Language` in bytes.
    static let longestLanguage = 200

    /// Asks Apple and hands in.
    let desk: RecoveryDesk
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
                fields: ["customer", "orderNumber", "language"]
            )
            let customer = try Self.customer(fields, in: context)
            let preferred = try Self.preferred(fields, request)
            let sentences = context.app.sentences
            let language = sentences.language(among: preferred)
            do {
                let number = try Self.number(fields)
                try self.rates.count(recovery: customer, in: context.app.name)
                let order = try await self.desk.recover(number, for: customer, in: context.app)
                return JSONResponse.written(RecoveryBody.json(order, sentences, language))
            } catch let problem as Problem {
                guard problem.code == CallRates.recoveryCode else { throw problem }
                throw problem.saying(sentences.text(.tooOften, in: language), in: language)
            } catch let error as RecoveryError {
                throw Problem.recovery(error).saying(sentences.text(error.sentence, in: language), in: language)
            }
        }
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
