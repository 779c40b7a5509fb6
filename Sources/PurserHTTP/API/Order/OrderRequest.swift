import AppStore
import HTTPTypes
import Ledger
import PurserService

/// The body of a request that creates an order.
enum OrderRequest {
    /// Its fields.
    static let fields = [
        "customer", "product", "quantity", "id", "price", "reference", "storefront", "ageBand", "appAccountToken",
        "lifetimeSeconds", "environment",
    ]

    /// Returns the draft in a body.
    ///
    /// An installed app creates orders for its own customer and in Production. The server does not accept from it what
    /// only the shop can vouch for: price, id and token of the order, the customer's age band and storefront. For the
    /// last two it uses the claims in the customer's token.
    static func draft(json: [UInt8], in context: AppContext) throws -> OrderDraft {
        let body = try RequestFields(json: json, fields: Self.fields)
        let customer = try Self.customer(in: body, context)
        guard let product = try body.text("product") else { throw Self.missing("product") }
        var draft = OrderDraft(customer: customer, productID: ProductID(product))
        if let quantity = try body.integer("quantity") { draft.quantity = quantity }
        draft.storefront = try body.text("storefront")
        draft.ageBand = try body.text("ageBand")
        draft.reference = try body.text("reference")
        draft.id = try body.text("id")
        draft.price = try Self.price(in: body)
        if let token = try body.text("appAccountToken") {
            guard let token = AccountToken(token) else {
                throw RequestFields.invalid("appAccountToken", "An account token must be a UUID.")
            }
            draft.token = token
        }
        if let seconds = try body.integer("lifetimeSeconds") {
            guard let lifetime = Self.span(seconds: seconds) else { throw Problem.order(.lifetime) }
            draft.lifetime = lifetime
        }
        if let word = try body.text("environment") {
            guard let environment = StoreEnvironment.named(word) else {
                throw RequestFields.invalid("environment", "Use Production or Sandbox.")
            }
            draft.environment = environment
        } else if !context.app.takesProduction {
            draft.environment = .sandbox
        }
        if case .publishable = context.principal {
            _ = try context.environment(draft.environment)
            for field in ["id", "price", "appAccountToken", "ageBand", "storefront"] where body.value(field) != nil {
                throw Problem(
                    .forbidden,
                    code: "order_field_not_for_apps",
                    "This cannot be set with a publishable key. Let your backend create the order, or leave the field "
                        + "out. An age band and a storefront may be claims in the customer's token.",
                    field: field
                )
            }
            draft.ageBand = context.caller.claims?.ageBand
            draft.storefront = context.caller.claims?.storefront
        }
        return draft
    }

    private static func customer(in body: RequestFields, _ context: AppContext) throws -> CustomerID {
        let named = try body.text("customer").map { text in
            guard let customer = CustomerID(text) else {
                throw RequestFields.invalid("customer", CustomerID.requirement)
            }
            return customer
        }
        if case .publishable(let own) = context.principal {
            guard let own else { throw Problem.customerTokenMissing }
            if let named { try context.customer(named: named) }
            return own
        }
        guard let named else { throw Self.missing("customer") }
        return named
    }

    private static func price(in body: RequestFields) throws -> Money? {
        guard let value = body.value("price") else { return nil }
        guard case .object(let members) = value, members.count == 2,
            case .number(let text)? = value["amountMilliunits"], let amount = Int64(text),
            case .string(let currency)? = value["currency"]
        else { throw RequestFields.wrongType("price") }
        return Money(amountMilliunits: amount, currency: currency)
    }

    private static func span(seconds: Int64) -> Span? {
        (1...(366 * 86_400)).contains(seconds) ? .seconds(seconds) : nil
    }

    /// Returns the error for a missing field.
    static func missing(_ field: String) -> Problem {
        Problem(.unprocessableContent, code: "field_missing", "This field is required.", field: field)
    }
}
