import Ledger
import PurserService

extension WalletController {
    private static let path = "/v1/customers/{customer}/wallets"
    private static let coin = APIParameter.path(
        "coin",
        .string(length: 1...64),
        "The coin, as the catalog names it."
    )
    private static let key = APIParameter.header(
        "Idempotency-Key",
        .string(pattern: "^[\\u0021-\\u007e]+$", length: 1...IdempotencyKey.maximumLength),
        "A name for this request, kept with its movement for good: the same again is answered with what was booked "
            + "first, anything else is refused.",
        isRequired: true
    )
    private static let reason = APIProperty.required(
        "reason",
        .string(length: 1...WalletService.maximumReasonBytes),
        "Why; it stands in the statement."
    )

    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = Self.looking + Self.booking

    private static let looking = [
        APIOperation(
            .get,
            Self.path,
            id: "listWallets",
            tag: .wallets,
            access: .readInApp,
            summary: "How a customer's wallets stand",
            description: "One for each coin of the catalog, empty or not.",
            parameters: [.customer, .environment],
            answers: [
                .ok(
                    .named(
                        "Wallets",
                        .object(
                            .required("customer", .customer),
                            .required("environment", .environment),
                            .required("wallets", .array(of: WalletBody.schema))
                        )
                    ),
                    "The wallets, by name of the coin."
                )
            ],
            problems: [.status(422, "customer_invalid", "environment_invalid")]
        ),
        APIOperation(
            .get,
            "\(Self.path)/{coin}",
            id: "getWallet",
            tag: .wallets,
            access: .readInApp,
            summary: "How one wallet stands",
            parameters: [.customer, Self.coin, .environment],
            answers: [.ok(WalletBody.schema, "The wallet, with nothing in it before the first coins came.")],
            problems: Self.problems()
        ),
        APIOperation(
            .get,
            "\(Self.path)/{coin}/lots",
            id: "listWalletLots",
            tag: .wallets,
            access: .readInApp,
            summary: "Where a wallet's coins came from, and what became of them",
            description: "Newest first, also those of which nothing is left.",
            parameters: [.customer, Self.coin, .environment, .limit(Int64(WalletService.maximumPage)), .cursor],
            answers: [
                .ok(
                    .named(
                        "WalletLots",
                        .object(
                            .required("lots", .array(of: LotBody.schema)),
                            .optional("next", .string(), "The cursor of the next page.")
                        )
                    ),
                    "A page of lots."
                )
            ],
            problems: Self.problems("cursor_invalid", "field_wrong_type", "field_invalid")
        ),
        APIOperation(
            .get,
            "\(Self.path)/{coin}/movements",
            id: "listWalletMovements",
            tag: .wallets,
            access: .readInApp,
            summary: "A wallet's statement",
            description: "Every movement in double entry, newest first, with what the wallet held after it.",
            parameters: [.customer, Self.coin, .environment, .limit(Int64(WalletService.maximumPage)), .cursor],
            answers: [
                .ok(
                    .named(
                        "WalletMovements",
                        .object(
                            .required("movements", .array(of: MovementBody.schema)),
                            .optional("next", .string(), "The cursor of the next page.")
                        )
                    ),
                    "A page of movements."
                )
            ],
            problems: Self.problems("cursor_invalid", "field_wrong_type", "field_invalid")
        ),
    ]

    private static let booking = [
        Self.book(
            "spend",
            "Spend coins",
            "Takes them from the lots in the catalog's order; what is held cannot be spent. Never below nothing: "
                + "where there are fewer, nothing is spent.",
            conflicts: ["balance_insufficient", "blocked_by_debt"],
            .required("quantity", .integer(1...Wallet.maximumQuantity), "How many.")
        ),
        Self.book(
            "grant",
            "Give coins by hand",
            "They are a lot of their own that may expire. Where the customer owes coins, they repay those first. The audit "
                + "log names who gave them.",
            further: ["bad_expiry", "instant_invalid"],
            .required("quantity", .integer(1...Wallet.maximumQuantity), "How many."),
            .optional("expiresAt", .instant, "When what is left of them expires; never if it is not there.")
        ),
        Self.book(
            "adjust",
            "Correct a balance by hand",
            "Coins that are taken away are not spent: no purchase counts as consumed by it. The audit log names who did it.",
            conflicts: ["balance_insufficient"],
            .required(
                "quantity",
                .integer(-Wallet.maximumQuantity...Wallet.maximumQuantity),
                "How many come; negative for how many go; not 0."
            )
        ),
    ]

    private static func book(
        _ word: String,
        _ summary: String,
        _ description: String,
        conflicts: [String] = [],
        further: [String] = [],
        _ properties: APIProperty...
    ) -> APIOperation {
        let name = word.prefix(1).uppercased() + word.dropFirst()
        return APIOperation(
            .post,
            "\(Self.path)/{coin}/\(word)",
            id: "\(word)Coins",
            tag: .wallets,
            access: .write,
            summary: summary,
            description: description,
            parameters: [.customer, Self.coin, .environment, Self.key],
            body: .json(.named("Wallet\(name)Request", .record(properties + [Self.reason]))),
            answers: [
                .json(
                    201,
                    .named(
                        "WalletBooking",
                        .object(
                            .required("wallet", WalletBody.schema, "The wallet after it."),
                            .required("movement", MovementBody.schema),
                            .nothing
                        )
                    ),
                    "What was booked, once it is on disk; for a key that was used before, what was booked then. Operators "
                        + "are told so in `nothing`."
                )
            ],
            problems: [
                .unreadableBody, .status(400, "idempotency_key_invalid", "idempotency_key_missing"),
                .status(404, "unknown_coin"), .status(409, codes: ["wallet_key_reused"] + conflicts),
                .status(
                    422,
                    codes: [
                        "customer_invalid", "environment_invalid", "field_missing", "field_unknown", "field_wrong_type",
                        "field_invalid", "quantity_not_positive", "wallet_overflow",
                    ] + (word == "spend" ? [] : ["customer_reserved"]) + further
                ),
            ]
        )
    }

    private static func problems(_ further: String...) -> [APIProblem] {
        [
            .status(404, "unknown_coin"),
            .status(422, codes: ["customer_invalid", "environment_invalid"] + further),
        ]
    }
}
