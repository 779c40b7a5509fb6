package import AppStore

/// What the store knows about purchases outside of it: the tokens it made, and what was reported about them.
///
/// One service serves all apps of a world and keeps them apart: a token, a report and a line item belong to one app. A
/// pure value: requests and the world's instant go in, answers come out.
package struct ExternalPurchaseReporting: Sendable {
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
    package var behavior: ExternalPurchaseBehavior
    /// The tokens, in the order they were made; their places never change.
    package internal(set) var tokens: [ExternalPurchaseTokenFacts] = []
    /// The places of tokens by their identifiers.
    var indices: [AppName: Int] = [:]
    /// The reports that were taken, by their identifiers in lower case.
    var reports: [AppName: ExternalPurchaseReport] = [:]
    /// The latest version of every line item.
    var lineItems: [AppName: ExternalPurchaseLineItem] = [:]
    /// The line items that refer to a line item, by what they refer to.
    var referrers: [AppName: Set<String>] = [:]

    /// A service that has seen nothing.
    package init(behavior: ExternalPurchaseBehavior = ExternalPurchaseBehavior()) {
        self.behavior = behavior
    }

    /// A token for a customer of an app: of a custom link with a type, of a plain link without.
    ///
    /// An active token of the same customer and type is handed out again, as Apple does with those of custom links; a
    /// plain link has a new one each time it is followed. Whoever calls this tells CREATED of a new token with a type
    /// (``reminder(ofToken:at:)`` says so) and plans ``nextReminder(ofToken:after:)``.
    package mutating func makeToken(
        type: ExternalPurchaseTokenType?,
        app index: Int,
        of app: WorldApp,
        customer: Int,
        at now: Int64,
        uuid: String
    ) -> Opening {
        if let type, let token = self.activeToken(of: customer, app: index, type: type, at: now) {
            return Opening(token: token, isNew: false)
        }
        let period = type == .acquisition ? self.behavior.acquisitionPeriod : self.behavior.servicesPeriod
        let token = ExternalPurchaseTokenFacts(
            id: app.environment == .production ? uuid : "SANDBOX_" + uuid,
            app: index,
            customer: customer,
            createdAt: now,
            type: type,
            expiresAt: type == nil ? nil : period.end(after: 1, from: now)
        )
        self.indices[AppName(app: index, name: token.id)] = self.tokens.count
        self.tokens.append(token)
        return Opening(token: self.tokens.count - 1, isNew: true)
    }

    /// The place of an app's token.
    package func index(ofToken id: String, app: Int) -> Int? {
        self.indices[AppName(app: app, name: id)]
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

    /// One notification that the store plans about a token.
    package struct Reminder: Hashable, Sendable {
        /// When, in milliseconds since 1970.
        package let at: Int64
        /// What it says.
        package let subtype: NotificationSubtype
    }

    /// What a notification about a token says at an instant, or `nil` when nothing is to be told.
    ///
    /// This is the latest of the token's reminders that is due; there is none once the token is reported. The same
    /// question has the same answer however often it is asked: whoever tells it asks at the instants that
    /// ``nextReminder(ofToken:after:)`` names.
    package func reminder(ofToken index: Int, at now: Int64) -> NotificationSubtype? {
        let token = self.tokens[index]
        guard !token.isReported else { return nil }
        if now >= self.overdueAt(token) { return .unreported }
        guard token.type != nil, token.isActive(at: now) else { return nil }
        let first = self.behavior.reminderPeriod.end(after: 1, from: token.createdAt)
        return now < first ? .created : .activeTokenReminder
    }

    /// The first reminder of a token after an instant: of one of a custom link each month while it is active, then one
    /// when it is overdue; of one of a plain link only that; `nil` when the token is reported or nothing is left.
    package func nextReminder(ofToken index: Int, after now: Int64) -> Reminder? {
        let token = self.tokens[index]
        guard !token.isReported else { return nil }
        if token.type != nil, let expiresAt = token.expiresAt {
            if now < token.createdAt { return Reminder(at: token.createdAt, subtype: .created) }
            var count = 1
            var instant = self.behavior.reminderPeriod.end(after: count, from: token.createdAt)
            while instant <= now, instant < expiresAt {
                count += 1
                instant = self.behavior.reminderPeriod.end(after: count, from: token.createdAt)
            }
            if instant > now, instant < expiresAt { return Reminder(at: instant, subtype: .activeTokenReminder) }
        }
        let overdue = self.overdueAt(token)
        return now < overdue ? Reminder(at: overdue, subtype: .unreported) : nil
    }

    private func overdueAt(_ token: ExternalPurchaseTokenFacts) -> Int64 {
        guard let expiresAt = token.expiresAt else {
            return self.behavior.reportPeriod.end(after: 1, from: token.createdAt)
        }
        return self.behavior.expiryPeriod.end(after: 1, from: expiresAt)
    }
}

/// How a simulated store treats tokens for external purchases where Apple's behavior is a number, a choice, or not
/// documented.
///
/// The numbers that Apple states are the defaults; the others are marked, and a test can show that a server copes with
/// another answer.
public struct ExternalPurchaseBehavior: Hashable, Sendable {
    /// How long an ACQUISITION token is active; Apple does not say, half a year fits the commission it is for.
    public var acquisitionPeriod = SubscriptionPeriod.months(6)
    /// How long a SERVICES token is active; Apple does not say, a year fits the commission it is for.
    public var servicesPeriod = SubscriptionPeriod.year
    /// How often a reminder of an active token comes: each month, as Apple says.
    public var reminderPeriod = SubscriptionPeriod.month
    /// When a token of a plain link counts as overdue, after it was made: ten days, as Apple says.
    public var reportPeriod = SubscriptionPeriod.days(10)
    /// When a token of a custom link counts as overdue, after it has expired: soon, as Apple says, here a day.
    public var expiryPeriod = SubscriptionPeriod.days(1)
    /// How old a transaction may be when it is first reported: three years, as Apple says.
    public var reportablePeriod = SubscriptionPeriod.years(3)
    /// How old a transaction may be when its report is corrected: a year, as Apple says.
    public var correctablePeriod = SubscriptionPeriod.year
    /// How soon after a report another one about the same token counts as simultaneous, in milliseconds of the world's
    /// clock; never, by default, because a world takes one request after the other.
    public var simultaneousMilliseconds: Int64 = 0
    /// Whether the same report under the same identifier is answered as it was the first time, instead of refused as a
    /// duplicate, which is what Apple says it does.
    public var acceptsRepeatedReports = false

    /// What Apple states, and a likely answer to the rest.
    public init() {}
}
