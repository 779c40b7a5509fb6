import Ledger
import PurserService

/// The schema of a value, in the part of JSON Schema that this API needs.
package indirect enum APISchema: Hashable, Sendable {
    /// Any value.
    case anything
    /// A string; `length` counts characters, `pattern` is anchored.
    case string(pattern: String? = nil, format: String? = nil, length: ClosedRange<Int>? = nil)
    /// One of these strings.
    case enumeration([String])
    /// An integer.
    case integer(ClosedRange<Int64>? = nil)
    /// A number, with or without a fraction.
    case number
    /// `true` or `false`.
    case boolean
    /// An array.
    case array(of: APISchema, count: ClosedRange<Int>? = nil)
    /// An object with these members; a request with other members is refused.
    case record([APIProperty])
    /// An object whose keys are data and whose values have one schema.
    case map(of: APISchema)
    /// The value, or `null`.
    case nullable(APISchema)
    /// A value of one of several schemas.
    case oneOf([APISchema])
    /// A shared schema, by its name in the document.
    case named(String, APISchema)
    /// A reference to a named schema, for a schema that contains itself.
    case reference(String)
    /// Any JSON object, such as an object of Apple's that the server passes on unchanged.
    case openObject

    /// Returns an object with these members; a request with other members is refused.
    package static func object(_ properties: APIProperty...) -> Self { .record(properties) }

    /// Returns a string that is one of these values.
    package static func enumeration(_ values: String...) -> Self { .enumeration(values) }
}

/// A member of an object.
package struct APIProperty: Hashable, Sendable {
    /// Its name.
    package let name: String
    /// Its schema.
    package let schema: APISchema
    /// Its meaning.
    package let description: String
    /// Whether it is always present.
    package let isRequired: Bool

    /// Returns a member that is always present.
    package static func required(_ name: String, _ schema: APISchema, _ description: String = "") -> Self {
        Self(name: name, schema: schema, description: description, isRequired: true)
    }

    /// Returns an optional member; in a request, `null` counts as absent.
    package static func optional(_ name: String, _ schema: APISchema, _ description: String = "") -> Self {
        Self(name: name, schema: schema, description: description, isRequired: false)
    }

    /// The field that says why an action changed nothing.
    static let nothing = APIProperty.optional(
        "nothing",
        .enumeration(NoChange.Code.allCases.map(\.rawValue)),
        "Why the request changed nothing: the requested state already existed. Absent if the request changed something."
    )
}

// Schemas that many operations share.
extension APISchema {
    /// A customer, by the app's own user id.
    package static let customer = Self.named(
        "CustomerID",
        .string(pattern: #"^[^\u0000-\u001f\u007f-\u009f]+$"#, length: 1...CustomerID.maximumBytes)
    )

    /// An environment of the App Store.
    package static let environment = Self.named("Environment", .enumeration(StoreEnvironment.allCases.map(\.rawValue)))

    /// An instant: RFC 3339 in UTC with milliseconds.
    package static let instant = Self.named(
        "Instant",
        .string(pattern: #"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$"#, format: "date-time")
    )

    /// A transaction, by Apple's id.
    package static let transaction = Self.string(length: 1...64)

    /// A product, by its id in App Store Connect.
    package static let product = Self.string(length: 1...255)

    /// An account token.
    package static let accountToken = Self.string(
        pattern: "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$",
        format: "uuid"
    )

    /// A JWS in compact form that Apple or an app signed.
    package static let compactJWS = Self.string(length: 1...262_144)

    /// An amount of money.
    package static let money = Self.named(
        "Money",
        .object(
            .required("amountMilliunits", .integer(), "Thousandths of the currency's unit."),
            .required("currency", .string(), "The ISO 4217 code, from Apple.")
        )
    )

    /// Apple's description of an offer.
    package static let offer = Self.named(
        "Offer",
        .object(
            .required(
                "offerType",
                .integer(),
                "Apple's code: 1 introductory, 2 promotional, 3 offer code, 4 win-back."
            ),
            .optional("offerIdentifier", .string(), "Apple's identifier of the offer."),
            .optional(
                "offerDiscountType",
                .string(),
                "`FREE_TRIAL`, `PAY_AS_YOU_GO` or `PAY_UP_FRONT`, from Apple."
            ),
            .optional("offerPeriod", .string(), "An ISO 8601 duration.")
        )
    )
}
