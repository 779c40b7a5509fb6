import Ledger
import PurserService

/// A consent as our JSON shows it.
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

    /// The body of a consent; `isNamed` is false for one that was not kept and so has no id, and `current` is there in
    /// lists.
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
    /// The form of it.
    static let schema = APISchema.named(
        "Consent",
        .object(
            .optional("id", .string(), "Its name; absent in a dry run that states none."),
            .optional("current", .boolean, "In a list: whether it is the one that stands now."),
            .optional("textHash", .string(pattern: "^[0-9a-f]{64}$"), "SHA-256 of the text that was shown."),
            .required("version", .string(), "The version of the text."),
            .required("locale", .string(), "BCP 47."),
            .required("storefront", .string(), "ISO 3166-1 alpha-3."),
            .required("givenAt", .instant),
            .optional("source", .string(), "Where he agreed; gone once he is erased."),
            .optional("guardian", .string(), "Who agreed for a minor; gone once he is erased."),
            .required("byGuardian", .boolean, "Whether somebody agreed for a minor."),
            .required("recordedAt", .instant),
            .required("recordedBy", .string()),
            .optional("withdrawnAt", .instant, "Since when he does not agree any more."),
            .optional("withdrawalSource", .string()),
            .optional("warning", .string(), "What it cannot prove; absent where it states the text."),
            .nothing
        )
    )
}

/// The body of `POST /v1/customers/{customer}/consents`.
struct ConsentRequest {
    /// The fields that are read.
    static let fields = [
        "id", "textHash", "version", "locale", "storefront", "givenAt", "source", "guardian", "reason",
    ]

    /// How far ahead of our clock a shop's may be.
    static let tolerance = ConsentParameters.tolerance

    /// The name that the shop gives it, if any.
    let id: ConsentID?
    /// What it states.
    let statement: ConsentParameters
    /// Why, for the audit log.
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
    /// The form of it.
    static let schema = APISchema.object(
        .optional(
            "textHash",
            .string(pattern: "^[0-9a-fA-F]{64}$"),
            "SHA-256 of the text that was shown; without it nobody can prove later which text that was."
        ),
        .optional("version", .string(length: 1...64), "The version of the text; `1` if left out."),
        .optional(
            "locale",
            .string(length: 2...35),
            "The language it was shown in, by BCP 47: `de-AT`; `und` if left out."
        ),
        .optional(
            "storefront",
            .string(pattern: "^[A-Z]{3}$"),
            "ISO 3166-1 alpha-3, as StoreKit has it; if left out that of the newest purchase, else `ZZZ`."
        ),
        .optional("givenAt", .string(format: "date-time"), "When they agreed, not in the future; now if left out."),
        .optional("source", .string(length: 1...255), "Where they agreed, in your words."),
        .optional("guardian", .string(length: 1...255), "Who agreed for a minor."),
        .optional("id", .string(pattern: "^[A-Za-z0-9._-]{1,64}$"), "A name of your own; otherwise it gets one."),
        .optional(
            "reason",
            .string(length: 1...CustomerController.maximumReason),
            "Why, for the audit log, where an operator records it."
        )
    )
}
