/// Loads and saves apps, customers and their tokens.
package protocol CustomerStorage: AnyObject {
    /// Returns the number of an app, or `nil` when nothing was recorded for it yet.
    func knownApp(_ name: AppName) throws -> Int64?

    /// Returns the number of an app, creating it if necessary.
    func app(_ name: AppName) throws -> Int64

    /// Returns an app and environment, or `nil` when nothing was recorded in them yet.
    func knownScope(_ name: ScopeName) throws -> Scope?

    /// Returns an app and environment, creating it if necessary.
    func scope(_ name: ScopeName) throws -> Scope

    /// Returns the app and environment with a number.
    func scope(numbered number: Int64) throws -> Scope

    /// Returns the environments of an app in which anything was recorded.
    func scopes(of app: Int64) throws -> [Scope]

    /// Returns the number of a customer, or `nil` where the customer is unknown.
    func knownCustomer(_ customer: CustomerID, app: Int64) throws -> Int64?

    /// Returns the number of a customer, creating it if necessary.
    func number(of customer: CustomerID, app: Int64) throws -> Int64

    /// Returns the row of the customer with a number.
    func storedCustomer(_ number: Int64) throws -> NumberedCustomer

    /// Returns a customer and the customers merged into them, by number.
    func everybody(whoIs number: Int64) throws -> [Int64]

    /// Returns the number of a customer by name, of the customer whom they were merged into, and whether others were
    /// merged into them; `nil` where the customer is unknown.
    func customerState(
        of customer: CustomerID,
        app: Int64
    ) throws -> (number: Int64, mergedInto: Int64?, isSeveral: Bool)?

    /// Returns the number of the customer whom a token was given to by itself.
    func customer(withOwnToken token: AccountToken, app: Int64) throws -> Int64?

    /// Returns the number of the customer whose order a token was made for.
    func customer(withOrderToken token: AccountToken, app: Int64) throws -> Int64?

    /// Gives a token that identifies no customer to a customer.
    func give(_ token: AccountToken, to customer: Int64, app: Int64) throws

    /// Returns a customer's loose tokens.
    func looseTokens(of customer: Int64) throws -> [AccountToken]

    /// Saves a customer's loose tokens.
    func putLooseTokens(_ tokens: [AccountToken], of customer: Int64) throws

    /// Saves a further loose token of a customer.
    func addLooseToken(_ token: AccountToken, to customer: Int64) throws

    /// Returns the tokens of the originals in which a customer owns something.
    func tokensOfOwned(by customer: Int64) throws -> Set<AccountToken>
}

extension CustomerStorage {
    /// Returns the customer with a number.
    package func customer(_ number: Int64) throws -> CustomerID { try self.storedCustomer(number).name }

    /// Returns the canonical customer of a number: the one it was merged into, otherwise its own.
    package func countingCustomer(_ number: Int64) throws -> NumberedCustomer {
        var stored = try self.storedCustomer(number)
        while let other = stored.mergedInto { stored = try self.storedCustomer(other) }
        return stored
    }

    /// Returns the number of the canonical customer of a name, or `nil` when the name is not known.
    package func countingNumber(of customer: CustomerID, app: Int64) throws -> Int64? {
        try self.knownCustomer(customer, app: app).map { try self.countingCustomer($0).number }
    }

    /// Returns the canonical customer of a name, or `nil` where the name is unknown.
    package func holder(_ customer: CustomerID, app: Int64) throws -> CanonicalCustomer? {
        guard let state = try self.customerState(of: customer, app: app) else { return nil }
        guard state.mergedInto != nil else {
            return CanonicalCustomer(number: state.number, name: customer, isSeveral: state.isSeveral)
        }
        let counting = try self.countingCustomer(state.number)
        return CanonicalCustomer(number: counting.number, name: counting.name, isSeveral: true)
    }

    /// Returns the numbers under which data of a customer is stored: their own and those of customers merged into them.
    package func people(in customer: CustomerID, app: AppName) throws -> [Int64] {
        guard let app = try self.knownApp(app), let number = try self.countingNumber(of: customer, app: app) else {
            return []
        }
        return try self.everybody(whoIs: number)
    }

    /// Returns the number of the customer whom a token was given to, or whose order it was made for.
    package func customer(withToken token: AccountToken, app: Int64) throws -> Int64? {
        try self.customer(withOwnToken: token, app: app) ?? self.customer(withOrderToken: token, app: app)
    }

    /// Assigns a token to a customer and returns whether that is new; an assigned token keeps its customer.
    package func assign(_ token: AccountToken, to customer: Int64, app: Int64) throws -> Bool {
        guard try self.customer(withToken: token, app: app) == nil else { return false }
        try self.give(token, to: customer, app: app)
        return true
    }
}

/// A customer as the repository stores them.
package struct NumberedCustomer: Hashable, Sendable {
    /// The customer's number.
    package let number: Int64
    /// The customer's name, or the name that replaced it when it was erased.
    package let name: CustomerID
    /// The number of the customer whom this one was merged into.
    package let mergedInto: Int64?
    /// When the name was erased.
    package let erasedAt: Instant?

    /// Creates a customer with these values.
    package init(number: Int64, name: CustomerID, mergedInto: Int64?, erasedAt: Instant?) {
        self.number = number
        self.name = name
        self.mergedInto = mergedInto
        self.erasedAt = erasedAt
    }
}

/// The canonical customer of a name: the customer whom the name's customer was merged into, otherwise that customer.
package struct CanonicalCustomer: Sendable {
    /// The customer's number.
    package let number: Int64
    /// The customer's name.
    package let name: CustomerID
    /// Whether other customers were merged into this one.
    package let isSeveral: Bool
}
