import AppStore

extension WorldState {
    /// Performs Send Consumption Information.
    mutating func consumption(
        of id: String,
        _ request: AppleAPIRequest,
        app: Int
    ) throws(AppleAPIError) -> AppleAPIResponse {
        let index = try self.transaction(id, app: app)
        let body = try Self.object(request)
        guard body["customerConsented"]?.flag == true else { throw .customerConsented }
        let delivery = body["deliveryStatus"]?.text.map { DeliveryStatus(rawValue: $0) }
        guard let delivery, DeliveryStatus.allKnown.contains(delivery) else { throw .deliveryStatus }
        guard body["sampleContentProvided"]?.flag != nil else { throw .sampleContent }
        let preference = try Self.preference(body["refundPreference"])
        guard self.transactions[index].ownership == .purchased else { throw .familyTransaction }
        guard self.transactions[index].condition.commerce == nil else { throw .commerceTransaction }
        let percentage = try Self.percentage(body["consumptionPercentage"])
        if let percentage, percentage != 0, delivery != .delivered { throw .undeliveredPercentage }
        if let fault = self.refusal(ofAnswerAbout: index, preference, percentage: percentage) { throw fault }
        self.answerConsumption(index, preference: preference, consumedPercentage: percentage)
        return AppleAPIResponse(status: 202)
    }

    /// Returns Apple's error for invalid shares in consumption information; `nil` when they are valid.
    ///
    /// For a subscription the store computes the share itself. For other products a preference for a prorated refund
    /// must name the consumed share, above 0 and at most 100 percent.
    func refusal(
        ofAnswerAbout index: Int,
        _ preference: RefundPreference?,
        percentage: Int?
    ) -> AppleAPIError? {
        guard self.transactions[index].ownership == .purchased else { return .familyTransaction }
        if self.transactions[index].subscription != nil { return percentage == nil ? nil : .percentageOfSubscription }
        if let percentage, !(0...100_000).contains(percentage) { return .percentageOutOfRange }
        return preference == .grantProrated && (percentage ?? 0) == 0 ? .percentageOutOfRange : nil
    }

    /// Performs version 1 of Send Consumption Information.
    mutating func consumptionV1(
        of id: String,
        _ request: AppleAPIRequest,
        app: Int
    ) throws(AppleAPIError) -> AppleAPIResponse {
        let index = try self.transaction(id, app: app)
        let body = try Self.object(request)
        guard body["customerConsented"]?.flag == true else { throw .customerConsented }
        try Self.require(body["consumptionStatus"], in: 0...3, or: .consumptionStatus)
        try Self.require(body["platform"], in: 0...2, or: .platform)
        guard body["sampleContentProvided"]?.flag != nil else { throw .sampleContent }
        try Self.require(body["deliveryStatus"], in: 0...5, or: .deliveryStatus)
        guard let token = body["appAccountToken"]?.text, token.isEmpty || Self.isUUID(token) else {
            throw .appAccountToken
        }
        try Self.require(body["accountTenure"], in: 0...7, or: .accountTenure)
        try Self.require(body["playTime"], in: 0...7, or: .playTime)
        try Self.require(body["lifetimeDollarsRefunded"], in: 0...7, or: .dollarsRefunded)
        try Self.require(body["lifetimeDollarsPurchased"], in: 0...7, or: .dollarsPurchased)
        try Self.require(body["userStatus"], in: 0...4, or: .userStatus)
        var preference: RefundPreference?
        if let wish = body["refundPreference"] {
            try Self.require(wish, in: 0...3, or: .refundPreference)
            preference = wish.integer == 1 ? .grantFull : wish.integer == 2 ? .decline : nil
        }
        switch self.product(of: self.transactions[index]).kind {
        case .consumable, .autoRenewable: break
        case .nonConsumable, .nonRenewing: throw .transactionType
        }
        guard self.transactions[index].ownership == .purchased else { throw .familyTransaction }
        self.answerConsumption(index, preference: preference, consumedPercentage: nil)
        return AppleAPIResponse(status: 202)
    }

    /// Performs Set App Account Token.
    mutating func setToken(
        of id: String,
        _ request: AppleAPIRequest,
        app: Int
    ) throws(AppleAPIError) -> AppleAPIResponse {
        let index = try self.transaction(id, app: app)
        let body = try Self.object(request)
        guard let token = body["appAccountToken"]?.text, Self.isUUID(token) else { throw .appAccountTokenUUID }
        let facts = self.transactions[index]
        guard facts.number == facts.originalNumber else { throw .notOriginal }
        guard facts.ownership == .purchased else { throw .familyTransaction }
        self.setAppAccountToken(index, token.lowercased())
        return AppleAPIResponse()
    }

    /// Returns whether a text is a UUID.
    static func isUUID(_ text: String) -> Bool {
        var action = WorldAction(.setAppAccountToken)
        action.token = text
        return (try? action.tokenValue()) != nil
    }

    private static func preference(_ value: JSONValue?) throws(AppleAPIError) -> RefundPreference? {
        guard let value else { return nil }
        guard let text = value.text, RefundPreference.allKnown.map(\.rawValue).contains(text) else {
            throw .refundPreference
        }
        return RefundPreference(rawValue: text)
    }

    private static func percentage(_ value: JSONValue?) throws(AppleAPIError) -> Int? {
        guard let value else { return nil }
        guard let number = value.integer, (0...100_000).contains(number) else { throw .percentageOutOfRange }
        return Int(number)
    }

    private static func require(
        _ value: JSONValue?,
        in range: ClosedRange<Int64>,
        or fault: AppleAPIError
    ) throws(AppleAPIError) {
        guard let number = value?.integer, range.contains(number) else { throw fault }
    }
}
