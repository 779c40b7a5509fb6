import Ledger

// What many operations speak of.
extension APISchema {
    /// A customer, by the app's own user id.
    package static let customer = Self.named(
        "CustomerID",
        .string(pattern: #"^[^\u0000-\u001f\u007f-\u009f]+$"#, length: 1...CustomerID.maximumBytes)
    )

    /// An environment of the App Store.
    package static let environment = Self.named("Environment", .words(StoreEnvironment.allCases.map(\.rawValue)))

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
