import HTTPTypes
import Ledger
import PurserService

extension Problem {
    /// Returns the problem document of an error about a customer.
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
        case .unknownConsent, .unknownRescission, .unknownEvidence:
            Self(.notFound, code: error.code, error.remedy, field: field)
        case .knownConsent: Self(.conflict, code: error.code, error.remedy, field: field ?? "id")
        case .futureConsent:
            Self(.unprocessableContent, code: error.code, error.remedy, field: field ?? "givenAt")
        case .futureWithdrawal:
            Self(.unprocessableContent, code: error.code, error.remedy, field: field ?? "withdrawnAt")
        case .takenToken: Self(.conflict, code: error.code, error.remedy, field: field ?? "appAccountToken")
        case .storage(let cause): Self.storage(cause)
        }
    }

    /// Performs an action for a customer and turns its errors into problem documents.
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
    /// Returns the origin of a request: its key and its reason.
    func origin(reason: String? = nil) -> RequestOrigin {
        RequestOrigin(name: self.caller.name, reason: reason)
    }
}
