import AppStore

extension WorldState {
    /// The number of transactions or notifications on a page.
    static let pageLength = 20

    /// Performs Get Transaction History.
    func history(
        of id: String,
        _ request: AppleAPIRequest,
        app: Int,
        isFirstVersion: Bool
    ) throws(AppleAPIError) -> AppleAPIResponse {
        let customer = try self.customer(ofAny: id, app: app)
        let filter = try HistoryFilter(request)
        let question = "history \(isFirstVersion) \(customer) \(app) \(filter.question)"
        let token = try request.parameter("revision").map { text throws(AppleAPIError) in
            guard let token = PageToken(text, for: question, key: self.seed) else { throw .revision }
            return token
        }
        let wanted = self.customers[customer].transactions.filter { index in
            let facts = self.transactions[index]
            guard facts.app == app, !facts.isRestored else { return false }
            let product = self.product(of: facts)
            // Version 1 omits finished consumables.
            if isFirstVersion, product.kind == .consumable, facts.isFinished { return false }
            return filter.admits(facts, product)
        }
        let sorted = wanted.sorted { one, other in
            let isEarlier = self.transactions[one].change < self.transactions[other].change
            return filter.isDescending ? !isEarlier : isEarlier
        }
        let rest = sorted.filter { index in
            guard let last = token?.position[0] else { return true }
            let change = Int64(self.transactions[index].change)
            return filter.isDescending ? change < last : change > last
        }
        let page = rest.prefix(Self.pageLength)
        let last = page.last.map { Int64(self.transactions[$0].change) } ?? token?.position[0] ?? 0
        return AppleAPIResponse(
            json: HistoryResponse.with {
                $0.revision = PageToken(position: [last]).text(for: question, key: self.seed)
                $0.hasMore = rest.count > page.count
                $0.bundleId = self.apps[app].bundleId
                $0.appAppleId = self.appAppleId(of: app)
                $0.environment = AppStoreEnvironment(rawValue: self.apps[app].environment.rawValue)
                $0.signedTransactions = page.map { self.signed(transaction: $0) }
            }.json()
        )
    }

    /// Performs Get All Subscription Statuses.
    func statuses(
        of id: String,
        _ request: AppleAPIRequest,
        app: Int
    ) throws(AppleAPIError) -> AppleAPIResponse {
        let customer = try self.customer(ofAny: id, app: app)
        var wanted: Set<Int32> = []
        for text in request.parameters("status") {
            guard let number = Int32(text), (1...5).contains(number) else { throw .statusFilter }
            wanted.insert(number)
        }
        var groups: [String] = []
        var items: [String: [LastTransactionsItem]] = [:]
        for index in self.customers[customer].subscriptions where self.subscriptions[index].app == app {
            let subscription = self.subscriptions[index]
            let group = self.product(of: subscription).group ?? ""
            if items[group] == nil { groups.append(group) }
            let status = subscription.renewal.status
            guard wanted.isEmpty || wanted.contains(status.rawValue) else {
                items[group, default: []] += []
                continue
            }
            let signedAt = max(self.now, subscription.lastSignedAt)
            let renewal = self.payload(
                ofRenewal: self.settledRenewal(of: index),
                transaction: subscription.latest,
                signedAt: signedAt
            )
            items[group, default: []].append(
                LastTransactionsItem.with {
                    $0.status = status
                    $0.originalTransactionId = subscription.originalId
                    $0.signedTransactionInfo = self.signed(transaction: subscription.latest)
                    $0.signedRenewalInfo = SignedData(self.signer.sign(renewal.json()))
                }
            )
        }
        return AppleAPIResponse(
            json: StatusResponse.with {
                $0.environment = AppStoreEnvironment(rawValue: self.apps[app].environment.rawValue)
                $0.bundleId = self.apps[app].bundleId
                $0.appAppleId = self.appAppleId(of: app)
                $0.data = groups.compactMap { group in
                    guard let found = items[group], !found.isEmpty else { return nil }
                    return SubscriptionGroupIdentifierItem.with {
                        $0.subscriptionGroupIdentifier = group
                        $0.lastTransactions = found
                    }
                }
            }.json()
        )
    }

    /// Performs Get Refund History: a customer's refunds, oldest first.
    func refundHistory(
        of id: String,
        _ request: AppleAPIRequest,
        app: Int
    ) throws(AppleAPIError) -> AppleAPIResponse {
        let customer = try self.customer(ofAny: id, app: app)
        let question = "refunds \(customer) \(app)"
        let token = try request.parameter("revision").map { text throws(AppleAPIError) in
            guard let token = PageToken(text, for: question, key: self.seed), token.position.count == 2 else {
                throw .revision
            }
            return token
        }
        let rest = self.refunded(customer, app: app).filter { entry in
            guard let token else { return true }
            return (entry.at, Int64(entry.index)) > (token.position[0], token.position[1])
        }
        let page = rest.prefix(Self.pageLength)
        let last = page.last.map { [$0.at, Int64($0.index)] } ?? token?.position ?? [0, -1]
        return AppleAPIResponse(
            json: RefundHistoryResponse.with {
                $0.signedTransactions = page.map { self.signed(transaction: $0.index) }
                $0.revision = PageToken(position: last).text(for: question, key: self.seed)
                $0.hasMore = rest.count > page.count
            }.json()
        )
    }

    /// Performs version 1 of Get Refund History: the fifty latest refunds, without pages.
    func refundHistoryV1(of id: String, app: Int) throws(AppleAPIError) -> AppleAPIResponse {
        let original = try self.original(id, app: app)
        let refunded = self.refunded(self.transactions[original].customer, app: app)
        let signed = refunded.suffix(50).map { self.signed(transaction: $0.index) }
        return AppleAPIResponse(json: RefundLookupResponse.with { $0.signedTransactions = signed }.json())
    }

    /// Performs Look Up Order ID, in production only.
    func lookUpOrder(_ id: String, app: Int) -> AppleAPIResponse {
        guard self.apps[app].behavior.looksUpOrders else { return AppleAPIResponse(status: 404) }
        guard let number = Self.transactionNumber(ofOrder: id), let index = self.index(ofTransaction: number),
            self.transactions[index].app == app, self.transactions[index].ownership == .purchased
        else { return AppleAPIResponse(json: OrderLookupResponse.with { $0.status = .invalid }.json()) }
        return AppleAPIResponse(
            json: OrderLookupResponse.with {
                $0.status = .valid
                $0.signedTransactions = [self.signed(transaction: index)]
            }.json()
        )
    }

    /// Returns the order number of a transaction in Apple's email to the customer.
    static func orderId(ofTransaction number: UInt64) -> String {
        "M" + String(number, radix: 36, uppercase: true)
    }

    private static func transactionNumber(ofOrder id: String) -> UInt64? {
        guard id.first == "M", let number = UInt64(id.dropFirst(), radix: 36), self.orderId(ofTransaction: number) == id
        else { return nil }
        return number
    }

    private func refunded(_ customer: Int, app: Int) -> [(at: Int64, index: Int)] {
        self.customers[customer].transactions.compactMap { index -> (at: Int64, index: Int)? in
            let facts = self.transactions[index]
            guard facts.app == app, !facts.isRestored, let revocation = facts.condition.revocation,
                revocation.cause == .refund
            else { return nil }
            return (revocation.at, index)
        }.sorted { ($0.at, $0.index) < ($1.at, $1.index) }
    }

    /// Returns the app's Apple ID in responses; `nil` in the sandbox.
    func appAppleId(of app: Int) -> Int64? {
        self.apps[app].environment == .production ? self.apps[app].appAppleId : nil
    }
}
