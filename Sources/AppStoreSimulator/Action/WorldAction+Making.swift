public import AppStore

/// Constructors of actions: one for each verb, with its required and optional fields as parameters.
///
///     try world.perform(.buy("pro.monthly", by: "anna", offer: "stay"))
extension WorldAction {
    private init(_ verb: WorldVerb, _ fill: (inout WorldAction) -> Void) {
        self.init(verb)
        fill(&self)
    }

    /// Buys a product, or changes the plan of a running subscription; `since` is an instant in the past.
    ///
    /// To buy a generic product, pass a request: signed by the app's server in `signature`, or unsigned in `commerce`.
    public static func buy(
        _ product: String,
        by customer: String,
        quantity: Int? = nil,
        seats: Int? = nil,
        offer: String? = nil,
        signature: String? = nil,
        token: String? = nil,
        storefront: String? = nil,
        plan: WorldBillingPlan.Kind? = nil,
        since: Int64? = nil,
        commerce: JSONValue? = nil,
        in app: String? = nil
    ) -> WorldAction {
        WorldAction(.buy) {
            $0.customer = customer
            $0.product = product
            $0.quantity = quantity
            $0.seats = seats
            $0.offer = offer
            $0.signature = signature
            $0.token = token
            $0.storefront = storefront
            $0.plan = plan?.rawValue
            $0.since = since
            $0.commerce = commerce
            $0.app = app
        }
    }

    /// Redeems an offer code.
    public static func redeem(
        _ code: String,
        by customer: String,
        product: String? = nil,
        token: String? = nil,
        storefront: String? = nil,
        in app: String? = nil
    ) -> WorldAction {
        WorldAction(.redeem) {
            $0.customer = customer
            $0.code = code
            $0.product = product
            $0.token = token
            $0.storefront = storefront
            $0.app = app
        }
    }

    /// Restores purchases; each gets a new transaction id.
    public static func restore(by customer: String, in app: String? = nil) -> WorldAction {
        Self.of(.restore, customer, app: app)
    }

    /// Turns auto-renewal off.
    public static func cancel(_ product: String, of customer: String, in app: String? = nil) -> WorldAction {
        Self.of(.cancel, customer, product, app: app)
    }

    /// Turns auto-renewal on again.
    public static func reenable(_ product: String, of customer: String, in app: String? = nil) -> WorldAction {
        Self.of(.reenable, customer, product, app: app)
    }

    /// Consents to a price increase.
    public static func consentToPrice(_ product: String, by customer: String, in app: String? = nil) -> WorldAction {
        Self.of(.consentToPrice, customer, product, app: app)
    }

    /// Turns Ask to Buy on or off: whether the customer's purchases wait for a parent's approval.
    public static func askToBuy(_ customer: String, _ enabled: Bool = true) -> WorldAction {
        Self.of(.askToBuy, customer, enabled: enabled)
    }

    /// Approves the purchases that wait for a parent.
    public static func approve(for customer: String, product: String? = nil) -> WorldAction {
        Self.of(.approve, customer, product)
    }

    /// Declines the purchases that wait for a parent.
    public static func decline(for customer: String, product: String? = nil) -> WorldAction {
        Self.of(.decline, customer, product)
    }

    /// Turns interrupted purchases on or off for the customer.
    public static func interruptPurchases(of customer: String, _ enabled: Bool = true) -> WorldAction {
        Self.of(.interruptPurchases, customer, enabled: enabled)
    }

    /// Resolves interrupted purchases.
    public static func resolveInterruption(of customer: String, product: String? = nil) -> WorldAction {
        Self.of(.resolveInterruption, customer, product)
    }

    /// Declines the customer's card from now on; with `renewalsOnly`, for renewals only.
    public static func declineCard(of customer: String, renewalsOnly: Bool = false) -> WorldAction {
        WorldAction(.declineCard) {
            $0.customer = customer
            $0.scope = renewalsOnly ? "renewals" : nil
        }
    }

    /// Makes the customer's card valid again.
    public static func repairCard(of customer: String) -> WorldAction { Self.of(.repairCard, customer) }

    /// Moves the customer to another storefront, by its alpha-3 code.
    public static func moveStorefront(of customer: String, to storefront: String) -> WorldAction {
        WorldAction(.moveStorefront) {
            $0.customer = customer
            $0.storefront = storefront
        }
    }

    /// Adds the customer to a family.
    public static func joinFamily(_ name: String, _ customer: String) -> WorldAction {
        WorldAction(.joinFamily) {
            $0.customer = customer
            $0.name = name
        }
    }

    /// Removes the customer from the family.
    public static func leaveFamily(_ customer: String) -> WorldAction { Self.of(.leaveFamily, customer) }

    /// Turns the customer's sharing of purchases with the family on or off.
    public static func shareWithFamily(_ customer: String, _ enabled: Bool = true) -> WorldAction {
        Self.of(.shareWithFamily, customer, enabled: enabled)
    }

    /// Requests a refund in the app; `reason` is one of Apple's names of reasons.
    public static func requestRefund(
        of transaction: String,
        reason: String? = nil,
        text: String? = nil
    ) -> WorldAction {
        WorldAction(.requestRefund) {
            $0.transaction = transaction
            $0.reason = reason
            $0.text = text
        }
    }

    /// Withdraws a parent's consent for a child's use of the app.
    public static func rescindConsent(for customer: String, in app: String? = nil) -> WorldAction {
        Self.of(.rescindConsent, customer, app: app)
    }

    /// Follows a link to a purchase outside the App Store; `type` is `ACQUISITION`, `SERVICES`, or `nil` for a plain
    /// link.
    public static func openExternalPurchase(
        by customer: String,
        type: String? = nil,
        in app: String? = nil
    ) -> WorldAction {
        WorldAction(.openExternalPurchase) {
            $0.customer = customer
            $0.reason = type
            $0.app = app
        }
    }

    /// Refunds without a request; `percentage` is in thousandths of a percent, `seats` refunds that many seats only.
    public static func refund(
        _ transaction: String,
        percentage: Int? = nil,
        seats: Int? = nil,
        reason: Int? = nil
    ) -> WorldAction {
        WorldAction(.refund) {
            $0.transaction = transaction
            $0.percentage = percentage
            $0.seats = seats
            $0.reason = reason.map { String($0) }
        }
    }

    /// Reverses a refund after a dispute.
    public static func reverseRefund(of transaction: String) -> WorldAction {
        WorldAction(.reverseRefund) { $0.transaction = transaction }
    }

    /// Ends a subscription now, for an internal reason of the store.
    public static func expire(_ product: String, of customer: String, in app: String? = nil) -> WorldAction {
        Self.of(.expire, customer, product, app: app)
    }

    /// Renews a subscription now.
    public static func renewNow(_ product: String, of customer: String, in app: String? = nil) -> WorldAction {
        Self.of(.renewNow, customer, product, app: app)
    }

    /// Delays the next renewal.
    public static func delayRenewal(
        _ product: String,
        of customer: String,
        milliseconds: Int64,
        in app: String? = nil
    ) -> WorldAction {
        WorldAction(.delayRenewal) {
            $0.customer = customer
            $0.product = product
            $0.milliseconds = milliseconds
            $0.app = app
        }
    }

    /// Sets a product's price in milliunits; `consent` is `auto`, `required` or `notRequired`.
    public static func changePrice(
        of product: String,
        to price: Int64,
        currency: String? = nil,
        storefront: String? = nil,
        consent: String? = nil,
        appliesToSubscribers: Bool = true,
        in app: String? = nil
    ) -> WorldAction {
        WorldAction(.changePrice) {
            $0.product = product
            $0.price = price
            $0.currency = currency
            $0.storefront = storefront
            $0.consent = consent
            $0.enabled = appliesToSubscribers ? nil : false
            $0.app = app
        }
    }

    /// Removes a product from sale.
    public static func removeFromSale(_ product: String, in app: String? = nil) -> WorldAction {
        Self.of(.removeFromSale, nil, product, app: app)
    }

    /// Returns a product to sale.
    public static func returnToSale(_ product: String, in app: String? = nil) -> WorldAction {
        Self.of(.returnToSale, nil, product, app: app)
    }

    /// Sets the days of billing grace, `nil` for none, and its scope.
    public static func setGracePeriod(
        days: Int?,
        scope: WorldApp.GraceScope = .all,
        in app: String? = nil
    ) -> WorldAction {
        WorldAction(.setGracePeriod) {
            $0.days = days
            $0.scope = scope.rawValue
            $0.app = app
        }
    }

    /// Sets the URL for notifications; `nil` sends none.
    public static func setNotificationURL(_ url: String?, in app: String? = nil) -> WorldAction {
        WorldAction(.setNotificationURL) {
            $0.url = url
            $0.app = app
        }
    }

    /// Answers a request for consumption information with Apple's name of the preference and the consumed share.
    public static func answerConsumption(
        about transaction: String,
        preference: String? = nil,
        percentage: Int? = nil
    ) -> WorldAction {
        WorldAction(.answerConsumption) {
            $0.transaction = transaction
            $0.preference = preference
            $0.percentage = percentage
        }
    }

    /// Extends one subscription's renewal date.
    public static func extendRenewal(of transaction: String, days: Int) -> WorldAction {
        WorldAction(.extendRenewal) {
            $0.transaction = transaction
            $0.days = days
        }
    }

    /// Extends the renewal dates of all subscribers of a product.
    public static func extendAllRenewals(
        of product: String,
        days: Int,
        request: String,
        storefronts: [String]? = nil,
        in app: String? = nil
    ) -> WorldAction {
        WorldAction(.extendAllRenewals) {
            $0.product = product
            $0.days = days
            $0.request = request
            $0.storefronts = storefronts
            $0.app = app
        }
    }

    /// Requests a test notification.
    public static func requestTestNotification(in app: String? = nil) -> WorldAction {
        Self.of(.requestTestNotification, nil, app: app)
    }

    /// Sets the account token of a purchase.
    public static func setAppAccountToken(of transaction: String, to token: String) -> WorldAction {
        WorldAction(.setAppAccountToken) {
            $0.transaction = transaction
            $0.token = token
        }
    }

    /// Calls an operation of the Advanced Commerce interface, such as `cancelSubscription`, with a body.
    public static func callCommerce(
        _ operation: String,
        of transaction: String,
        _ body: JSONValue
    ) -> WorldAction {
        WorldAction(.callCommerce) {
            $0.transaction = transaction
            $0.name = operation
            $0.commerce = body
        }
    }

    /// Finishes a transaction on the app's behalf.
    public static func finish(_ transaction: String) -> WorldAction {
        WorldAction(.finish) { $0.transaction = transaction }
    }

    /// Revokes a certificate of the store's chain, `leaf` or `intermediate`, or removes the revocation.
    public static func revokeCertificate(_ member: String = "leaf", _ enabled: Bool = true) -> WorldAction {
        WorldAction(.revokeCertificate) {
            $0.scope = member
            $0.enabled = enabled
        }
    }

    /// Advances the clock by an ISO 8601 duration, to the `next` event, or until the world is `quiet`.
    public static func advance(by duration: String) -> WorldAction {
        WorldAction(.advance) { $0.by = duration }
    }

    /// Turns a switch of the store's behavior on or off.
    public static func setSwitch(_ name: String, _ enabled: Bool, in app: String? = nil) -> WorldAction {
        WorldAction(.setSwitch) {
            $0.name = name
            $0.enabled = enabled
            $0.app = app
        }
    }

    /// Sets a duration of the store's behavior.
    public static func setSwitch(_ name: String, milliseconds: Int64, in app: String? = nil) -> WorldAction {
        WorldAction(.setSwitch) {
            $0.name = name
            $0.milliseconds = milliseconds
            $0.app = app
        }
    }

    /// Adds a fault: a rule by which the store misbehaves.
    public static func addFault(_ fault: WorldFault) -> WorldAction {
        WorldAction(.addFault) { $0.fault = fault }
    }

    /// Removes all faults.
    public static var clearFaults: WorldAction { WorldAction(.clearFaults) }

    private static func of(
        _ verb: WorldVerb,
        _ customer: String?,
        _ product: String? = nil,
        enabled: Bool? = nil,
        app: String? = nil
    ) -> WorldAction {
        WorldAction(verb) {
            $0.customer = customer
            $0.product = product
            $0.enabled = enabled
            $0.app = app
        }
    }
}
