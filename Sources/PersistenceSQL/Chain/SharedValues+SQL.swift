import Ledger

/// A row of evidence has an empty blob in the place of a value that its original shares.
extension SharedValues {
    /// Returns the value of a token for a row of evidence.
    func value(of token: AccountToken?) -> SQLValue {
        guard let token else { return .null }
        return token == self.token ? .bytes([]) : .token(token)
    }

    /// Returns the value of an Apple Account for a row of evidence.
    func value(of account: AppTransactionID?) -> SQLValue {
        guard let account else { return .null }
        return account == self.account ? .bytes([]) : .identifier(account.rawValue)
    }
}
