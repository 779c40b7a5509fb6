import Ledger
import PurserService

/// Whom the tokens of apps in the field stand for: those that a shop signs, and those that were made here.
struct CustomerTokens: Sendable {
    /// The keys with which shops sign, by app.
    let keys: [AppName: CustomerTokenKeys]
    /// Knows the tokens that were made here.
    let repository: any Repository
    /// Real time.
    let now: @Sendable () -> Instant

    /// The customer whom a token stands for, and what the shop says in it.
    func claims(of token: String, in app: AppName) async throws -> CustomerClaims {
        let bytes = Array(token.utf8)
        if bytes.starts(with: AccessKeyForm.customer.rawValue.utf8) {
            guard AccessKeyForm(of: bytes) == .customer,
                let customer = try await self.repository.customer(
                    ofToken: AccessDigest(of: bytes),
                    app: app,
                    usedAt: self.now()
                ),
                !customer.isErased
            else { throw Problem.customerToken(.unknown) }
            return CustomerClaims(customer: customer)
        }
        guard let keys = self.keys[app] else { throw Problem.customerToken(.notConfigured) }
        do {
            return try keys.claims(of: bytes, app: app, at: self.now())
        } catch {
            throw Problem.customerToken(error)
        }
    }
}
