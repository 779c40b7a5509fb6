import Ledger
import PurserService

extension WalletController {
    private static let path = "/v1/customers/{customer}/wallets"
    private static let coin = APIParameter.path(
        "coin",
        .string(length: 1...64),
        "The coin, by its name in the catalog."
    )
    private static let key = APIParameter.header(
        "Idempotency-Key",
        .string(pattern: "^[\\u0021-\\u007e]+$", length: 1...IdempotencyKey.maximumLength),
        "An identifier of this request, stored permanently with its movement. The server answers an identical request "
            + "with the first result, and refuses a different one.",
        isRequired: true
    )
    private static let reason = APIProperty.required(
        "reason",
        .string(length: 1...WalletService.maximumReasonBytes),
        "The reason; the statement shows it."
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
            summary: "List a customer's wallets",
            description: "One for each coin of the catalog, including empty ones.",
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
                    "The wallets, by the coin's name."
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
            summary: "Get a wallet",
            parameters: [.customer, Self.coin, .environment],
            answers: [.ok(WalletBody.schema, "The wallet; empty before the first movement.")],
            problems: Self.problems()
        ),
        APIOperation(
            .get,
            "\(Self.path)/{coin}/lots",
            id: "listWalletLots",
            tag: .wallets,
            access: .readInApp,
            summary: "List a wallet's lots",
            description: "The origin and the use of its coins. Newest first, including used up lots.",
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
            summary: "List a wallet's movements",
            description: "Every movement in double entry, newest first, with the balance after it.",
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
            "Takes coins from the lots in the catalog's order. Coins on hold cannot be spent. If there are fewer "
                + "coins than requested, the server spends none.",
            conflicts: ["balance_insufficient", "blocked_by_debt"],
            .required("quantity", .integer(1...Wallet.maximumQuantity), "The number of coins.")
        ),
        Self.book(
            "grant",
            "Grant coins",
            "The coins become a lot of their own, which may expire. If the customer owes coins, they repay the debt "
                + "first. The audit log records who granted them.",
            further: ["bad_expiry", "instant_invalid"],
            .required("quantity", .integer(1...Wallet.maximumQuantity), "The number of coins."),
            .optional(
                "expiresAt",
                .instant,
                "When the remaining coins of the lot expire; by default they do not expire."
            )
        ),
        Self.book(
            "adjust",
            "Adjust a wallet",
            "Removed coins do not count as spent, so no purchase counts as consumed because of them. The audit log "
                + "records the adjustment.",
            conflicts: ["balance_insufficient"],
            .required(
                "quantity",
                .integer(-Wallet.maximumQuantity...Wallet.maximumQuantity),
                "The number of coins to add; negative to remove coins; not 0."
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
                            .required("wallet", WalletBody.schema, "The wallet after the movement."),
                            .required("movement", MovementBody.schema),
                            .nothing
                        )
                    ),
                    "The movement, after the server committed it; for a key that was used before, the earlier "
                        + "movement. For operators, `nothing` says so."
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
