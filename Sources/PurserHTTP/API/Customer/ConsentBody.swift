import Ledger
import PurserService

/// A consent in JSON.
struct ConsentBody: Encodable {
    let id: String?
    let current: Bool?
    let textHash: String?
    let version: String
    let locale: String
    let storefront: String
    let givenAt: String
    let source: String?
    let guardian: String?
    let byGuardian: Bool
    let recordedAt: String
    let recordedBy: String
    let withdrawnAt: String?
    let withdrawalSource: String?
    let warning: String?
    let nothing: String?

    /// Creates the body of a consent.
    ///
    /// `isNamed` is false for a consent that was not stored and so has no id; `current` is set in lists.
    init(_ consent: Consent, isNamed: Bool = true, current: Bool? = nil, nothing: NoChange.Code? = nil) {
        self.id = isNamed ? consent.id.rawValue : nil
        self.current = current
        self.textHash = consent.textHash
        self.version = consent.version
        self.locale = consent.locale
        self.storefront = consent.storefront
        self.givenAt = consent.givenAt.rfc3339
        self.source = consent.source
        self.guardian = consent.guardian
        self.byGuardian = consent.isByGuardian
        self.recordedAt = consent.recordedAt.rfc3339
        self.recordedBy = consent.recordedBy
        self.withdrawnAt = consent.withdrawal?.withdrawnAt.rfc3339
        self.withdrawalSource = consent.withdrawal?.source
        self.warning = consent.warning
        self.nothing = nothing?.rawValue
    }
}

extension ConsentBody {
    /// Its schema.
    static let schema = APISchema.named(
        "Consent",
        .object(
            .optional("id", .string(), "The consent's id; absent in a dry run without an id of your own."),
            .optional("current", .boolean, "In a list: whether it is the consent that is in force."),
            .optional("textHash", .string(pattern: "^[0-9a-f]{64}$"), "The SHA-256 of the text that the customer saw."),
            .required("version", .string(), "The version of the text."),
            .required("locale", .string(), "The language of the text (BCP 47)."),
            .required("storefront", .string(), "The storefront (ISO 3166-1 alpha-3)."),
            .required("givenAt", .instant),
            .optional("source", .string(), "Where the customer agreed; absent after an erasure."),
            .optional("guardian", .string(), "Who agreed on behalf of a minor; absent after an erasure."),
            .required("byGuardian", .boolean, "Whether a guardian agreed on behalf of a minor."),
            .required("recordedAt", .instant),
            .required("recordedBy", .string()),
            .optional("withdrawnAt", .instant, "When the consent ended; absent while it is in force."),
            .optional("withdrawalSource", .string()),
            .optional("warning", .string(), "What the consent cannot prove; absent if it has a `textHash`."),
            .nothing
        )
    )
}

/// The body of `POST /v1/customers/{customer}/consents`.
struct ConsentRequest {
    /// The accepted fields.
    static let fields = [
        "id", "textHash", "version", "locale", "storefront", "givenAt", "source", "guardian", "reason",
    ]

    /// How far the clock of a shop may be ahead of the server's clock.
    static let tolerance = ConsentParameters.tolerance

    /// The shop's own id for it, if any.
    let id: ConsentID?
    /// The parameters of the consent.
    let statement: ConsentParameters
    /// The reason, for the audit log.
    let reason: String?

    /// Reads a body.
    init(json: [UInt8]) throws {
        let fields = try RequestFields(json: json, fields: Self.fields)
        self.id = try fields.text("id", upTo: 64).map { text in
            guard ConsentParameters.isName(text) else {
                throw RequestFields.invalid("id", ConsentParameters.nameRequirement)
            }
            return ConsentID(text)
        }
        let texts = try ["textHash", "version", "locale", "storefront", "source", "guardian"].map { field in
            try fields.text(field, upTo: 255)
        }
        let givenAt = try fields.instant("givenAt")
        do throws(ConsentParameters.Mistake) {
            self.statement = try ConsentParameters(
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
        self.reason = try fields.text("reason", upTo: CustomerController.maximumReason)
    }
}

extension ConsentRequest {
    /// Its schema.
    static let schema = APISchema.object(
        .optional(
            "textHash",
            .string(pattern: "^[0-9a-fA-F]{64}$"),
            "The SHA-256 of the text that the customer saw. Without it, you cannot prove later which text that was."
        ),
        .optional("version", .string(length: 1...64), "The version of the text; `1` by default."),
        .optional(
            "locale",
            .string(length: 2...35),
            "The language of the text, a BCP 47 tag such as `de-AT`; `und` by default."
        ),
        .optional(
            "storefront",
            .string(pattern: "^[A-Z]{3}$"),
            "The storefront, ISO 3166-1 alpha-3 as in StoreKit; by default that of the newest purchase, otherwise "
                + "`ZZZ`."
        ),
        .optional(
            "givenAt",
            .string(format: "date-time"),
            "When the customer agreed, not in the future; now by default."
        ),
        .optional("source", .string(length: 1...255), "Where the customer agreed, such as a screen of your app."),
        .optional("guardian", .string(length: 1...255), "Who agreed on behalf of a minor."),
        .optional(
            "id",
            .string(pattern: "^[A-Za-z0-9._-]{1,64}$"),
            "An id of your own; the server creates one by default."
        ),
        .optional(
            "reason",
            .string(length: 1...CustomerController.maximumReason),
            "The reason, for the audit log, if an operator records the consent."
        )
    )
}
