import Foundation
import Hummingbird
import Ledger
import PurserService

/// What somebody asks about refunds, whichever door he came through.
struct RefundRequest: Sendable {
    /// What he sent.
    private(set) var request: Request
    /// The app it is about.
    let app: AppName
    /// Who is entered in the audit log.
    let name: String
    private let parameters: [String: String]

    /// The call of a shop, about its own app.
    init(_ request: Request, _ context: ShopContext) {
        self.request = request
        self.app = context.app.name
        self.name = context.name
        self.parameters = Self.parameters(in: context)
    }

    /// The case that the path names; one that cannot be where it names none.
    var id: RefundID { RefundID(self.parameters["refund"] ?? "") }

    /// The policy that the path names; 0, which none has, where it names none.
    var version: Int64 { self.parameters["version"].flatMap(Int64.init) ?? 0 }

    /// The customer that the path names.
    var customer: CustomerID {
        get throws {
            guard let customer = CustomerID(self.parameters["customer"] ?? "") else {
                throw RequestFields.invalid("customer", "This must be a customer's id.")
            }
            return customer
        }
    }

    /// The same with a body that takes the place of its own.
    func with(_ body: RequestBody) -> Self {
        var call = self
        call.request.body = body
        return call
    }

    private static func parameters(in context: some RequestContext) -> [String: String] {
        var found: [String: String] = [:]
        for name in ["refund", "customer", "version"] {
            found[name] = context.parameters.get(name)
        }
        return found
    }
}
