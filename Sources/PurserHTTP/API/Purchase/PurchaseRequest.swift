import AppStore
import HTTPTypes
import Ledger

/// The body of `POST /v1/purchases`.
///
/// Unknown fields are errors.
struct PurchaseRequest {
    /// The accepted fields.
    static let fields = [
        "customer", "signedTransaction", "receipt", "transactionId", "intent", "appAccountToken",
    ]

    /// The submitted item.
    enum Subject: Hashable {
        /// The signed transaction in compact form.
        case signed([UInt8])
        /// Apple's id of the transaction, for which the server asks Apple.
        case named(TransactionID)
        /// A receipt in Base64, and optionally the purchase of interest in it.
        case receipt(String, about: TransactionID?)
    }

    /// The customer who claims the purchase; `nil` if a token decides.
    let customer: CustomerID?
    /// The submitted item.
    let subject: Subject
    /// The action of the app.
    let intent: Submission.Intent
    /// The account tokens that, according to the shop, identify the customer.
    let tokens: [AccountToken]

    /// Reads a body.
    init(json: [UInt8]) throws {
        var texts: [String: String] = [:]
        for member in try RequestFields.members(json: json) {
            guard Self.fields.contains(member.key) else {
                throw RequestFields.unknown(member.key, known: Self.fields)
            }
            if member.value == .null { continue }
            guard case .string(let text) = member.value else {
                throw RequestFields.wrongType(member.key, "This must be a string.")
            }
            texts[member.key] = text
        }
        self.customer = try texts["customer"].map { text in
            guard let customer = CustomerID(text) else { throw CustomerParameter.invalid(field: "customer") }
            return customer
        }
        self.subject = try Self.subject(
            signed: texts["signedTransaction"],
            receipt: texts["receipt"],
            id: texts["transactionId"]
        )
        let intentText = texts["intent"] ?? Submission.Intent.purchase.rawValue
        guard let intent = Submission.Intent(rawValue: intentText) else {
            throw Problem(
                .unprocessableContent,
                code: "intent_invalid",
                "Use purchase, sync or restore.",
                field: "intent"
            )
        }
        self.intent = intent
        self.tokens =
            try texts["appAccountToken"].map { text in
                guard let token = AccountToken(text) else {
                    throw Problem(
                        .unprocessableContent,
                        code: "account_token_invalid",
                        "An appAccountToken is a UUID: 8-4-4-4-12 hexadecimal digits.",
                        field: "appAccountToken"
                    )
                }
                return [token]
            } ?? []
    }

    private static func subject(signed: String?, receipt: String?, id: String?) throws -> Subject {
        let named = try id.map(Self.transaction)
        switch (signed, receipt, named) {
        case (let signed?, nil, nil): return .signed(Array(signed.utf8))
        case (nil, let receipt?, let named): return .receipt(receipt, about: named)
        case (nil, nil, let named?): return .named(named)
        case (nil, nil, nil): throw RequestFields.missing("signedTransaction")
        case (_?, nil, _?):
            throw Problem(
                .unprocessableContent,
                code: "field_not_allowed",
                "Send signedTransaction or transactionId, not both.",
                field: "transactionId"
            )
        case (_?, _?, _):
            throw Problem(
                .unprocessableContent,
                code: "field_not_allowed",
                "Send signedTransaction or receipt, not both.",
                field: "receipt"
            )
        }
    }

    private static func transaction(_ id: String) throws -> TransactionID {
        let isPlain = id.utf8.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
        guard isPlain, (1...64).contains(id.utf8.count) else {
            throw Problem(
                .unprocessableContent,
                code: "transaction_id_invalid",
                "A transactionId is Apple's decimal number as a string. If you have none, send signedTransaction.",
                field: "transactionId"
            )
        }
        return TransactionID(id)
    }
}
