import Ledger

/// What the evidence of an original mostly bears alike, kept once beside the original.
///
/// Rows of evidence that bear the same have an empty blob in its place. Each value is the first that came and never
/// changes, so no row changes its meaning.
struct SharedValues {
    /// The customer's token.
    var token: AccountToken?
    /// The Apple Account.
    var account: AppTransactionID?

    /// Takes in what other evidence bears, and says whether any of it was missing.
    mutating func fill(token: AccountToken?, account: AppTransactionID?) -> Bool {
        let isMissing = self.token == nil && token != nil || self.account == nil && account != nil
        self.token = self.token ?? token
        self.account = self.account ?? account
        return isMissing
    }

    /// A token in a row of evidence.
    func value(of token: AccountToken?) -> SQLValue {
        guard let token else { return .null }
        return token == self.token ? .bytes([]) : .token(token)
    }

    /// An Apple Account in a row of evidence.
    func value(of account: AppTransactionID?) -> SQLValue {
        guard let account else { return .null }
        return account == self.account ? .bytes([]) : .identifier(account.rawValue)
    }
}
