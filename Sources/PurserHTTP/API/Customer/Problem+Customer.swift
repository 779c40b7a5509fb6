import HTTPTypes
import Ledger
import PurserService

extension Problem {
    /// What is answered when something cannot be done for a customer.
    static func customer(_ error: CustomerError, field: String? = nil) -> Self {
        switch error {
        case .refused(let refusal):
            switch refusal {
            case .unknownChange, .unknownCustomer, .unknownTransaction:
                Self(.notFound, code: error.code, error.remedy, field: field)
            case .alreadyUndone, .irreversible, .customerGone:
                Self(.conflict, code: error.code, error.remedy, field: field)
            case .mergedIntoItself: Self(.unprocessableContent, code: error.code, error.remedy, field: field ?? "into")
            }
        case .reserved: Self(.unprocessableContent, code: error.code, error.remedy, field: field ?? "customer")
        case .unknownConsent: Self(.notFound, code: error.code, error.remedy, field: field)
        case .knownConsent: Self(.conflict, code: error.code, error.remedy, field: field ?? "id")
        case .futureConsent:
            Self(.unprocessableContent, code: error.code, error.remedy, field: field ?? "givenAt")
        case .futureWithdrawal:
            Self(.unprocessableContent, code: error.code, error.remedy, field: field ?? "withdrawnAt")
        case .takenToken: Self(.conflict, code: error.code, error.remedy, field: field ?? "appAccountToken")
        case .storage(let cause): Self.storage(cause)
        }
    }

    /// Does something for a customer, with its refusals as problems.
    static func explaining<Answer>(
        field: String? = nil,
        _ work: () async throws -> Answer
    ) async throws -> Answer {
        do {
            return try await work()
        } catch let error as CustomerError {
            throw Self.customer(error, field: field)
        }
    }
}

extension AppContext {
    /// Who does something with the request's key, and why.
    func origin(reason: String? = nil) -> RequestOrigin {
        RequestOrigin(name: self.caller.name, reason: reason)
    }
}
