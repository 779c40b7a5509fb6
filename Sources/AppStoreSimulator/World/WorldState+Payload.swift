import AppStore

extension WorldState {
    /// Returns the payload that the store signs for a transaction in its current state.
    func payload(ofTransaction index: Int, signedAt: Int64) -> TransactionPayload {
        self.payload(ofTransaction: index, self.transactions[index].condition, signedAt: signedAt)
    }

    /// Returns the payload that the store signs for a transaction in a current or earlier condition.
    func payload(
        ofTransaction index: Int,
        _ condition: TransactionFacts.Condition,
        signedAt: Int64
    ) -> TransactionPayload {
        let facts = self.transactions[index]
        let app = self.apps[facts.app]
        let product = self.product(of: facts)
        let isShared = facts.ownership == .familyShared
        var payload = TransactionPayload()
        payload.transactionId = facts.id
        payload.originalTransactionId = facts.originalId
        payload.webOrderLineItemId = facts.webOrderNumber.map { String($0) }
        payload.bundleId = app.bundleId
        payload.productId = product.id
        payload.subscriptionGroupIdentifier = product.group
        payload.purchaseDate = Timestamp(milliseconds: facts.purchasedAt)
        payload.originalPurchaseDate = Timestamp(milliseconds: facts.originallyPurchasedAt)
        payload.expiresDate = condition.expiresAt.map { Timestamp(milliseconds: $0) }
        payload.quantity = Int32(facts.quantity)
        payload.type = product.type
        payload.appAccountToken = condition.appAccountToken
        payload.inAppOwnershipType = facts.ownership.type
        payload.signedDate = Timestamp(milliseconds: signedAt)
        payload.environment = AppStoreEnvironment(rawValue: app.environment.rawValue)
        payload.transactionReason = facts.isRenewal ? .renewal : .purchase
        payload.storefront = facts.storefront.code
        payload.storefrontId = facts.storefront.id
        // A family member who shares a purchase has paid nothing, so the payload has no price.
        payload.price = isShared ? nil : facts.price.milliunits
        payload.currency = isShared ? nil : facts.price.currency
        payload.appTransactionId = self.customers[facts.customer].appTransactionNumbers[facts.app].map { String($0) }
        payload.isUpgraded = condition.isUpgraded ? true : nil
        if let use = facts.offer {
            let offer = product.offers[use.index]
            payload.offerType = offer.type
            payload.offerIdentifier = offer.id
            payload.offerDiscountType = offer.discountType
            payload.offerPeriod = offer.wholePeriod
        }
        if let commitment = condition.commitment {
            payload.billingPlanType = .monthly
            payload.commitmentInfo = .with {
                $0.billingPeriodNumber = Int32(commitment.number)
                $0.commitmentExpiresDate = Timestamp(milliseconds: commitment.endsAt)
                $0.commitmentPrice = commitment.price
                $0.totalBillingPeriods = Int32(commitment.total)
            }
        } else if !product.billingPlans.isEmpty {
            payload.billingPlanType = .billedUpfront
        }
        if let content = condition.commerce {
            payload.advancedCommerceInfo = content.transactionInfo(in: facts.storefront)
            payload.previousOriginalTransactionId = content.previousOriginalNumber.map { String($0) }
        }
        if let seats = condition.seats {
            self.add(seats, to: &payload, isPurchaser: facts.ownership == .purchased)
        }
        if let bundle = condition.bundle { self.add(bundle, to: &payload, app: facts.app) }
        if let revocation = condition.revocation {
            payload.revocationDate = Timestamp(milliseconds: revocation.at)
            payload.revocationReason = revocation.reason
            switch revocation.cause {
            case .endOfSharing:
                payload.revocationType = facts.ownership == .assigned ? .assignmentRevoke : .familyRevoke
            case .refund:
                payload.revocationType = revocation.percentage == nil ? .refundFull : .refundProrated
                payload.revocationPercentage = revocation.percentage.map { Int32($0) }
            case .upgradeToBundle: break
            }
        }
        return payload
    }

    /// Returns the payload that the store signs for the next renewal of a transaction's subscription, in a current or
    /// earlier state.
    func payload(ofRenewal renewal: RenewalFacts, transaction index: Int, signedAt: Int64) -> RenewalInfoPayload {
        let facts = self.transactions[index]
        let app = self.apps[facts.app]
        let product = self.product(renewal.product, of: facts.app)
        let next = self.product(renewal.nextProduct, of: facts.app)
        let isCommitted = renewal.commitment.map { $0.number < $0.total && !renewal.isOver } ?? false
        var payload = RenewalInfoPayload()
        payload.expirationIntent = renewal.expirationIntent
        payload.originalTransactionId = facts.originalId
        payload.autoRenewProductId = isCommitted ? product.id : next.id
        payload.productId = product.id
        payload.autoRenewStatus = renewal.autoRenews || isCommitted ? .on : .off
        payload.isInBillingRetryPeriod = renewal.isInBillingRetry
        payload.gracePeriodExpiresDate = renewal.graceEndsAt.map { Timestamp(milliseconds: $0) }
        payload.priceIncreaseStatus = renewal.priceIncrease
        payload.signedDate = Timestamp(milliseconds: signedAt)
        payload.environment = AppStoreEnvironment(rawValue: app.environment.rawValue)
        payload.recentSubscriptionStartDate = Timestamp(milliseconds: renewal.streakBeganAt)
        payload.renewalDate = Timestamp(milliseconds: renewal.expiresAt)
        payload.renewalPrice = renewal.nextPrice?.milliunits
        payload.currency = renewal.nextPrice?.currency
        payload.appTransactionId = self.customers[facts.customer].appTransactionNumbers[facts.app].map { String($0) }
        payload.appAccountToken = renewal.appAccountToken
        payload.advancedCommerceInfo = renewal.commerce?.renewalInfo
        if let use = renewal.nextOffer, next.offers.indices.contains(use.index) {
            let offer = next.offers[use.index]
            payload.offerType = offer.type
            payload.offerIdentifier = offer.id
            payload.offerDiscountType = offer.discountType
            payload.offerPeriod = offer.wholePeriod
        }
        if !renewal.winBackOffers.isEmpty {
            payload.eligibleWinBackOfferIds = renewal.winBackOffers.compactMap { product.offers[$0].id }
        }
        if let commitment = renewal.commitment, !renewal.isOver {
            // Another product without a plan of its own is billed upfront.
            let isSame = renewal.nextProduct == renewal.product
            let isMonthly = renewal.nextPlan.map { $0 == .monthly } ?? isSame
            let nextPlan: BillingPlanType = isMonthly ? .monthly : .billedUpfront
            payload.renewalBillingPlanType = isCommitted ? .monthly : nextPlan
            payload.commitmentInfo = .with {
                $0.commitmentAutoRenewProductId = next.id
                $0.commitmentAutoRenewStatus = renewal.autoRenews ? .on : .off
                $0.commitmentRenewalBillingPlanType = nextPlan
                $0.commitmentRenewalDate = Timestamp(milliseconds: commitment.endsAt)
                $0.commitmentRenewalPrice = renewal.autoRenews ? commitment.nextPrice : nil
            }
        } else if let plan = renewal.nextPlan {
            payload.renewalBillingPlanType = plan == .monthly ? .monthly : .billedUpfront
        }
        if let seats = renewal.seats { self.add(seats, to: &payload) }
        if let bundle = renewal.bundle, !renewal.isOver { self.add(bundle, to: &payload, app: facts.app) }
        return payload
    }

    /// Returns the payload that the store signs for a customer's copy of an app.
    func payload(of copy: AppCopy, signedAt: Int64) -> AppTransactionPayload {
        let app = self.apps[copy.app]
        let customer = self.customers[copy.customer]
        var payload = AppTransactionPayload()
        payload.receiptType = AppStoreEnvironment(rawValue: app.environment.rawValue)
        payload.appAppleId = app.environment == .production ? app.appAppleId : nil
        payload.bundleId = app.bundleId
        payload.applicationVersion = app.bundleVersion
        payload.receiptCreationDate = Timestamp(milliseconds: signedAt)
        payload.originalPurchaseDate = Timestamp(milliseconds: customer.arrivedAt)
        payload.originalApplicationVersion = app.bundleVersion
        payload.originalPlatform = .iOS
        payload.appTransactionId = customer.appTransactionNumbers[copy.app].map { String($0) }
        return payload
    }

    /// Returns a transaction from the customer's view.
    func purchase(_ index: Int) -> WorldPurchase {
        let facts = self.transactions[index]
        return WorldPurchase(
            transactionId: facts.id,
            originalTransactionId: facts.originalId,
            orderId: Self.orderId(ofTransaction: facts.number),
            customer: self.customers[facts.customer].customer,
            bundleId: self.apps[facts.app].bundleId,
            productId: self.product(of: facts).id,
            quantity: facts.quantity,
            purchasedAt: Timestamp(milliseconds: facts.purchasedAt),
            expiresAt: facts.condition.expiresAt.map { Timestamp(milliseconds: $0) },
            revokedAt: facts.condition.revocation.map { Timestamp(milliseconds: $0.at) },
            revokedPercentage: facts.condition.revocation.map { $0.percentage ?? 100_000 },
            isRenewal: facts.isRenewal,
            isUpgraded: facts.condition.isUpgraded,
            isFamilyShared: facts.ownership == .familyShared,
            isRestored: facts.isRestored,
            price: facts.price
        )
    }
}

extension TransactionFacts.Ownership {
    /// Apple's name of the ownership.
    var type: InAppOwnershipType {
        switch self {
        case .purchased: .purchased
        case .familyShared: .familyShared
        case .assigned: .assigned
        }
    }
}

extension WorldProduct {
    /// Apple's name of the kind.
    var type: ProductType {
        switch self.kind {
        case .autoRenewable: .autoRenewableSubscription
        case .nonConsumable: .nonConsumable
        case .consumable: .consumable
        case .nonRenewing: .nonRenewingSubscription
        }
    }
}

extension WorldOffer {
    /// Apple's number for the kind.
    var type: OfferType {
        switch self.kind {
        case .introductory: .introductory
        case .promotional: .promotional
        case .code: .offerCode
        case .winBack: .winBack
        case .retention: .retention
        }
    }

    /// Apple's name of the payment mode.
    var discountType: OfferDiscountType {
        switch self.mode {
        case .free: .freeTrial
        case .payUpFront: .payUpFront
        case .payAsYouGo: .payAsYouGo
        case .oneTime: .oneTime
        }
    }

    /// The duration of the whole offer, in ISO 8601.
    var wholePeriod: String? {
        self.period.map {
            SubscriptionPeriod(months: $0.months * self.periodCount, days: $0.days * self.periodCount).description
        }
    }
}
