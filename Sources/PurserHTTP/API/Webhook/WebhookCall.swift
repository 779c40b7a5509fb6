import Hummingbird
import Ledger
import PurserService

/// What somebody asks about the addresses that are told, whichever door he came through.
struct WebhookCall: Sendable {
    /// What he sent.
    let request: Request
    /// The app it is about.
    let app: AppName
    /// Who is entered in the audit log.
    let name: String
    /// The endpoint that the path names; one that cannot be where it names none.
    let webhook: WebhookID

    /// The call of a shop, about its own app.
    init(_ request: Request, _ context: ShopContext) {
        self.request = request
        self.app = context.app.name
        self.name = context.name
        self.webhook = Self.webhook(in: context)
    }

    private static func webhook(in context: some RequestContext) -> WebhookID {
        WebhookID(context.parameters.get("webhook") ?? "")
    }
}
