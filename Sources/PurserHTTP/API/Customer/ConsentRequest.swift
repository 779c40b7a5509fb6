import Ledger
import PurserService

/// The body of `POST /v1/customers/{customer}/consents`.
struct ConsentRequest {
    /// The fields that are read.
    static let fields = [
        "id", "textHash", "version", "locale", "storefront", "givenAt", "source", "guardian",
    ]

    /// How far ahead of our clock a shop's may be.
    static let tolerance = ConsentStatement.tolerance

    /// The name that the shop gives it, if any.
    let id: ConsentID?
    /// What it states.
    let statement: ConsentStatement

    /// Reads a body.
    init(json: [UInt8], now: Instant) throws {
        let fields = try RequestFields(json: json, fields: Self.fields)
        self.id = try fields.text("id", upTo: 64).map { text in
            guard ConsentStatement.isName(text) else {
                throw RequestFields.invalid("id", ConsentStatement.nameRequirement)
            }
            return ConsentID(text)
        }
        let texts = try ["textHash", "version", "locale", "storefront", "source", "guardian"].map { field in
            try fields.text(field, upTo: 255)
        }
        let givenAt = try fields.instant("givenAt")
        do throws(TaskMistake) {
            self.statement = try ConsentStatement(
                textHash: texts[0],
                version: texts[1],
                locale: texts[2],
                storefront: texts[3],
                givenAt: givenAt,
                source: texts[4],
                guardian: texts[5]
            )
        } catch {
            throw RequestFields.invalid(error.field, error.detail)
        }
        guard !self.statement.isAhead(of: now) else {
            throw RequestFields.invalid("givenAt", "This lies in the future. Send the instant at which they agreed.")
        }
    }
}
