package import AppStore

/// The store's data about external purchases: its tokens and the reports about them.
///
/// One value serves all apps of a world and separates them: a token, a report and a line item belong to one app. It is
/// a pure value without input or output.
package struct ExternalPurchaseReporting: Sendable {
    /// A name that is unique within one app.
    struct AppName: Hashable, Sendable {
        /// The app's index.
        let app: Int
        /// The name.
        let name: String
    }

    /// A token that a customer's app requested.
    package struct Opening: Sendable {
        /// The token's index among all tokens of the world.
        package let token: Int
        /// Whether the token is new, rather than an active one returned again.
        package let isNew: Bool
    }

    /// The store's behavior.
    package var behavior: ExternalPurchaseBehavior
    /// The tokens, in the order of creation; their indices never change.
    package internal(set) var tokens: [ExternalPurchaseTokenFacts] = []
    /// The indices of tokens by their identifiers.
    var indices: [AppName: Int] = [:]
    /// The accepted reports, by their identifiers in lower case.
    var reports: [AppName: ExternalPurchaseReport] = [:]
    /// The latest version of every line item.
    var lineItems: [AppName: ExternalPurchaseLineItem] = [:]
    /// The line items that reference a line item, by the referenced one.
    var referrers: [AppName: Set<String>] = [:]

    /// Creates an empty value.
    package init(behavior: ExternalPurchaseBehavior = ExternalPurchaseBehavior()) {
        self.behavior = behavior
    }

    /// Returns a token for a customer of an app: for a custom link with a type, for a plain link without.
    ///
    /// An active token of the same customer and type is returned again, as Apple does for custom links; a plain link
    /// gets a new one each time. The caller sends CREATED for a new token with a type (see ``reminder(ofToken:at:)``)
    /// and schedules ``nextReminder(ofToken:after:)``.
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

    /// Returns the index of an app's token.
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

    /// One planned notification about a token.
    package struct Reminder: Hashable, Sendable {
        /// The instant, in milliseconds since 1970.
        package let at: Int64
        /// The subtype.
        package let subtype: NotificationSubtype
    }

    /// Returns the subtype of a token's notification at an instant; `nil` when none is due.
    ///
    /// The result is the latest due reminder of the token; there is none after the token is reported. The result for an
    /// instant never changes; callers ask at the instants that ``nextReminder(ofToken:after:)`` returns.
    package func reminder(ofToken index: Int, at now: Int64) -> NotificationSubtype? {
        let token = self.tokens[index]
        guard !token.isReported else { return nil }
        if now >= self.overdueAt(token) { return .unreported }
        guard token.type != nil, token.isActive(at: now) else { return nil }
        let first = self.behavior.reminderPeriod.end(after: 1, from: token.createdAt)
        return now < first ? .created : .activeTokenReminder
    }

    /// Returns the first reminder of a token after an instant; `nil` when the token is reported or none is left.
    ///
    /// A token of a custom link has a reminder each month while it is active, then one when it is overdue; a token of a
    /// plain link has only the latter.
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

/// The behavior of a simulated store for external purchase tokens, where Apple's behavior is a number, a choice, or
/// undocumented.
///
/// The defaults are Apple's documented numbers; the others are marked, and a test can check a server with different
/// ones.
public struct ExternalPurchaseBehavior: Hashable, Sendable {
    /// The lifetime of an ACQUISITION token; Apple does not state it, half a year matches its commission.
    public var acquisitionPeriod = SubscriptionPeriod.months(6)
    /// The lifetime of a SERVICES token; Apple does not state it, a year matches its commission.
    public var servicesPeriod = SubscriptionPeriod.year
    /// The interval of reminders for an active token: each month, as Apple documents.
    public var reminderPeriod = SubscriptionPeriod.month
    /// The time after which a token of a plain link is overdue: ten days after its creation, as Apple documents.
    public var reportPeriod = SubscriptionPeriod.days(10)
    /// The time after which a token of a custom link is overdue: soon after it expires, as Apple documents, here a day.
    public var expiryPeriod = SubscriptionPeriod.days(1)
    /// The maximum age of a transaction at its first report: three years, as Apple documents.
    public var reportablePeriod = SubscriptionPeriod.years(3)
    /// The maximum age of a transaction at a correction of its report: a year, as Apple documents.
    public var correctablePeriod = SubscriptionPeriod.year
    /// The time after a report in which another one about the same token counts as simultaneous, in milliseconds of the
    /// world's clock; 0, the default, because a world processes one request after the other.
    public var simultaneousMilliseconds: Int64 = 0
    /// Whether the same report under the same identifier gets the first response again, rather than being refused as a
    /// duplicate, as Apple documents.
    public var acceptsRepeatedReports = false

    /// Creates the documented behavior, with likely values for the rest.
    public init() {}
}
