import Foundation
import Hummingbird
import Ledger
import PurserService

/// What somebody asks about what is to be handed over, whichever door he came through.
struct DeliveryRequest: Sendable {
    /// What he sent.
    let request: Request
    /// The app it is about.
    let app: AppName
    /// Who is entered in the audit log.
    let name: String
    /// In which capacity he confirms.
    let confirmer: DeliveryConfirmer
    /// The delivery that the path names; one that cannot be where it names none.
    let id: DeliveryID

    /// The call of a shop, about its own app.
    init(_ request: Request, _ context: ShopContext) {
        self.request = request
        self.app = context.app.name
        self.name = context.name
        self.confirmer = .shop
        self.id = Self.id(in: context)
    }

    private static func id(in context: some RequestContext) -> DeliveryID {
        DeliveryID(context.parameters.get("delivery") ?? "")
    }
}
