import Ledger
import PurserService

/// What a value may be, in the part of JSON Schema that this API needs.
package indirect enum APISchema: Hashable, Sendable {
    /// Anything.
    case anything
    /// Text; `length` counts characters, `pattern` is anchored.
    case string(pattern: String? = nil, format: String? = nil, length: ClosedRange<Int>? = nil)
    /// One of these strings.
    case enumeration([String])
    /// A whole number.
    case integer(ClosedRange<Int64>? = nil)
    /// A number, with or without a fraction.
    case number
    /// `true` or `false`.
    case boolean
    /// A list.
    case array(of: APISchema, count: ClosedRange<Int>? = nil)
    /// An object with these members; requests that have others are refused.
    case record([APIProperty])
    /// An object whose keys are data, with values of one form.
    case map(of: APISchema)
    /// The value, or `null`.
    case nullable(APISchema)
    /// One of several forms.
    case oneOf([APISchema])
    /// A form that many places share, by its name in the document.
    case named(String, APISchema)
    /// A form that contains itself, by the name it has in the document.
    case reference(String)
    /// Any JSON object: what is Apple's own, passed on as it is.
    case openObject

    /// An object with these members; requests that have others are refused.
    package static func object(_ properties: APIProperty...) -> Self { .record(properties) }

    /// One of these strings.
    package static func enumeration(_ values: String...) -> Self { .enumeration(values) }
}

/// A member of an object.
package struct APIProperty: Hashable, Sendable {
    /// Its name.
    package let name: String
    /// What it may be.
    package let schema: APISchema
    /// What it means.
    package let description: String
    /// Whether it is always there.
    package let isRequired: Bool

    /// A member that is always there.
    package static func required(_ name: String, _ schema: APISchema, _ description: String = "") -> Self {
        Self(name: name, schema: schema, description: description, isRequired: true)
    }

    /// A member that may be left out; in a request, `null` counts as left out.
    package static func optional(_ name: String, _ schema: APISchema, _ description: String = "") -> Self {
        Self(name: name, schema: schema, description: description, isRequired: false)
    }

    /// That an action did nothing, and why.
    static let nothing = APIProperty.optional(
        "nothing",
        .enumeration(NoChange.Code.allCases.map(\.rawValue)),
        "Why nothing was done: everything was so already. Absent where something was done."
    )
}

// What many operations speak of.
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

    /// Something that Apple or an app signed: a JWS in its compact form.
    package static let compactJWS = Self.string(length: 1...262_144)

    /// An amount of money.
    package static let money = Self.named(
        "Money",
        .object(
            .required("amountMilliunits", .integer(), "Thousandths of the currency's unit."),
            .required("currency", .string(), "ISO 4217, as Apple says.")
        )
    )

    /// Apple's description of an offer.
    package static let offer = Self.named(
        "Offer",
        .object(
            .required(
                "offerType",
                .integer(),
                "Apple's number: 1 introductory, 2 promotional, 3 offer code, 4 win-back."
            ),
            .optional("offerIdentifier", .string(), "Apple's identifier of the offer."),
            .optional(
                "offerDiscountType",
                .string(),
                "`FREE_TRIAL`, `PAY_AS_YOU_GO` or `PAY_UP_FRONT`, as Apple says."
            ),
            .optional("offerPeriod", .string(), "ISO 8601 duration.")
        )
    )
}
