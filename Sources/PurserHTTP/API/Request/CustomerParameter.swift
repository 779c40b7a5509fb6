import AppStore
import Foundation
import Hummingbird
import Ledger

/// The customer and the environment of a request.
enum CustomerParameter {
    /// Returns the customer in the path.
    static func customer(in context: AppContext) throws -> CustomerID {
        guard let customer = context.parameters.get("customer").flatMap({ CustomerID($0) }) else {
            throw Self.invalid(field: "customer")
        }
        return customer
    }

    /// Returns the environment in the query; Production by default.
    static func environment(in request: Request) throws -> StoreEnvironment {
        guard let text = request.uri.queryParameters.get("environment") else { return .production }
        guard let environment = StoreEnvironment.named(text) else {
            throw Problem(
                .unprocessableContent,
                code: "environment_invalid",
                Spelling.choice(text, among: StoreEnvironment.allCases.map(\.rawValue)),
                field: "environment"
            )
        }
        return environment
    }

    /// Returns the error for an invalid customer id.
    static func invalid(field: String) -> Problem {
        Problem(
            .unprocessableContent,
            code: "customer_invalid",
            CustomerID.requirement,
            field: field
        )
    }
}
