package import AppStore

/// What the store knows about purchases outside of it: the tokens it made, and what was reported about them.
///
/// One desk serves all apps of a world and keeps them apart: a token, a report and a line item belong to one app. A pure
/// value: requests and the world's instant go in, answers come out.
package struct ExternalPurchaseDesk: Sendable {
    /// A name that is unique in one app.
    struct AppName: Hashable, Sendable {
        /// The app's place in the world.
        let app: Int
        /// The name.
        let name: String
    }

    /// A token that a customer's app asked for.
    package struct Opening: Sendable {
        /// The token's place among all tokens of the world.
        package let token: Int
        /// Whether it was made just now, rather than found active.
        package let isNew: Bool
    }

    /// How the store behaves.
    package var conduct: ExternalPurchaseConduct
    /// The tokens, in the order they were made; their places never change.
    package internal(set) var tokens: [ExternalPurchaseTokenFacts] = []
    /// The places of tokens by their identifiers.
    var places: [AppName: Int] = [:]
    /// The reports that were taken, by their identifiers in lower case.
    var reports: [AppName: ExternalPurchaseReport] = [:]
    /// The latest version of every line item.
    var lineItems: [AppName: ExternalPurchaseLineItem] = [:]
    /// The line items that refer to a line item, by what they refer to.
    var referrers: [AppName: Set<String>] = [:]

    /// A desk that has seen nothing.
    package init(conduct: ExternalPurchaseConduct = ExternalPurchaseConduct()) {
        self.conduct = conduct
    }

    /// A token for a customer of an app: of a custom link with a type, of a plain link without.
    ///
    /// An active token of the same customer and type is handed out again, as Apple does with those of custom links; a
    /// plain link has a new one each time it is followed. Whoever calls this tells CREATED of a new token with a type
    /// (``reminder(ofToken:at:)`` says so) and plans ``nextReminder(ofToken:after:)``.
    package mutating func makeToken(
        type: ExternalPurchaseTokenType?,
        app place: Int,
        of app: WorldApp,
        customer: Int,
        at now: Int64,
        uuid: String
    ) -> Opening {
        if let type, let token = self.activeToken(of: customer, app: place, type: type, at: now) {
            return Opening(token: token, isNew: false)
        }
        let period = type == .acquisition ? self.conduct.acquisitionPeriod : self.conduct.servicesPeriod
        let token = ExternalPurchaseTokenFacts(
            id: app.environment == .production ? uuid : "SANDBOX_" + uuid,
            app: place,
            customer: customer,
            createdAt: now,
            type: type,
            expiresAt: type == nil ? nil : period.end(after: 1, from: now)
        )
        self.places[AppName(app: place, name: token.id)] = self.tokens.count
        self.tokens.append(token)
        return Opening(token: self.tokens.count - 1, isNew: true)
    }

    /// The place of an app's token.
    package func place(ofToken id: String, app: Int) -> Int? {
        self.places[AppName(app: app, name: id)]
    }

    private func activeToken(
        of customer: Int,
        app: Int,
        type: ExternalPurchaseTokenType,
        at now: Int64
    ) -> Int? {
        self.tokens.lastIndex { token in
            token.customer == customer && token.app == app && token.type == type && token.isActive(at: now)
        }
    }
}
