import AppStore
import AppStoreSimulator
import Foundation
import Testing

@Suite struct AppleAPITests {
    private static let wallClock: Int64 = 1_790_000_000

    private static func call(
        _ world: World,
        _ method: String,
        _ path: String,
        query: [(name: String, value: String)] = [],
        body: String = ""
    ) throws -> (status: Int, value: JSONValue?) {
        let token = try world.apiKey().bearerToken(bundleId: "com.example.shop", issuedAtSeconds: Self.wallClock)
        let answer = world.answer(
            AppleAPIRequest(
                method,
                path,
                query: query,
                headers: ["authorization": "Bearer \(token)"],
                body: Array(body.utf8)
            ),
            wallClockSeconds: Self.wallClock
        )
        return (answer.status, try? JSONValue(json: answer.body))
    }

    private static func code(_ answer: (status: Int, value: JSONValue?)) -> Int64? {
        guard case .number(let text)? = answer.value?["errorCode"] else { return nil }
        return Int64(text)
    }

    /// The payload of a compact JWS.
    private static func payload(_ value: JSONValue?) throws -> JSONValue {
        guard case .string(let text)? = value else { throw WorldError.unknownApp }
        let parts = text.utf8.split(separator: UInt8(ascii: "."))
        return try JSONValue(json: try #require(Base64URL.decode(parts[1])))
    }

    @Test("Every token is refused except a fresh one signed with the app's key")
    func tokens() throws {
        let world = try RichShop.world()
        let key = try world.apiKey()
        let other = APIKey(seed: 99, app: 0)
        func status(_ token: String?, at now: Int64 = Self.wallClock) -> Int {
            let headers = token.map { ["authorization": "Bearer \($0)"] } ?? [:]
            let request = AppleAPIRequest("GET", "/inApps/v1/transactions/1", headers: headers)
            return world.answer(request, wallClockSeconds: now).status
        }
        func claims(_ change: (inout [String: JSONValue]) -> Void) -> String {
            var claims: [String: JSONValue] = [
                "iss": .string(key.issuerId), "iat": .number("\(Self.wallClock)"),
                "exp": .number("\(Self.wallClock + 300)"), "aud": .string("appstoreconnect-v1"),
                "bid": .string("com.example.shop"),
            ]
            change(&claims)
            return key.sign(claims.map { JSONMember(key: $0.key, value: $0.value) })
        }
        #expect(status(claims { _ in }) == 404)
        #expect(status(claims { $0["iat"] = nil }) == 404)
        #expect(status(nil) == 401)
        #expect(status("x.y.z") == 401)
        #expect(status(other.bearerToken(bundleId: "com.example.shop", issuedAtSeconds: Self.wallClock)) == 401)
        #expect(status(claims { $0["bid"] = .string("com.example.other") }) == 401)
        #expect(status(claims { $0["aud"] = .string("apple") }) == 401)
        #expect(status(claims { $0["iss"] = .string(other.issuerId) }) == 401)
        #expect(status(claims { $0["exp"] = .number("\(Self.wallClock + 3601)") }) == 401)
        #expect(status(claims { $0["exp"] = nil }) == 401)
        #expect(status(claims { _ in }, at: Self.wallClock + 400) == 401)
        let changed = claims { _ in }.dropLast(4) + "AAAA"
        #expect(status(String(changed)) == 401)
        #expect(status(claims { _ in }) == 404)
    }

    @Test("Tokens with overflowing times are refused, signed or not, without ending the process")
    func hostileTimes() throws {
        let world = try RichShop.world()
        let key = try world.apiKey()
        let claims = [
            JSONMember(key: "iss", value: .string(key.issuerId)),
            JSONMember(key: "aud", value: .string("appstoreconnect-v1")),
            JSONMember(key: "bid", value: .string("com.example.shop")),
        ]
        for (name, token) in HostileClaims.tokens(key, claims) {
            let headers = ["authorization": "Bearer \(token)"]
            let request = AppleAPIRequest("GET", "/inApps/v1/transactions/1", headers: headers)
            #expect(world.answer(request, wallClockSeconds: Self.wallClock).status == 401, "\(name)")
        }
    }

    @Test("Invalid faults are refused, also in the header")
    func hostileHeaders() throws {
        let world = try RichShop.world()
        let token = try world.apiKey().bearerToken(bundleId: "com.example.shop", issuedAtSeconds: Self.wallClock)
        for fault in [
            "stale=-9223372036854775808", "stale=9223372036854775807", "latency=9223372036854775807", "error=1000000",
            "error=-1/5000001", "rateLimit=1", "delay",
        ] {
            let headers = ["authorization": "Bearer \(token)", "x-sim-fault": fault]
            let request = AppleAPIRequest("GET", "/inApps/v1/transactions/1", headers: headers)
            let answer = world.answer(request, wallClockSeconds: Self.wallClock)
            #expect(answer.status == 404 && answer.latencyMilliseconds == 0, "\(fault)")
        }
    }

    @Test("A paged history contains each transaction once, and later only the changes")
    func pages() throws {
        let world = try RichShop.world()
        for _ in 0..<45 { try world.shop("anna", "coins.100") }
        let first = try #require(world.transactions(of: WorldCustomer(name: "anna")).first?.transactionId)
        var seen: [String] = []
        var revision: String?
        var pages = 0
        while true {
            let query = revision.map { [(name: "revision", value: $0)] } ?? []
            let answer = try Self.call(world, "GET", "/inApps/v2/history/\(first)", query: query)
            #expect(answer.status == 200)
            guard case .array(let signed)? = answer.value?["signedTransactions"] else { break }
            seen += try signed.compactMap { try Self.payload($0)["transactionId"].flatMap(Self.text) }
            revision = answer.value?["revision"].flatMap(Self.text)
            pages += 1
            #expect(signed.count <= 20)
            guard answer.value?["hasMore"] == .bool(true) else { break }
        }
        #expect(pages == 3 && seen.count == 45 && Set(seen).count == 45)
        try world.refund(first)
        let query = [(name: "revision", value: try #require(revision))]
        let later = try Self.call(world, "GET", "/inApps/v2/history/\(first)", query: query)
        guard case .array(let changed)? = later.value?["signedTransactions"] else { return }
        #expect(changed.count == 1)
        #expect(try Self.payload(changed[0])["revocationDate"] != nil)
        let wrong = query + [(name: "sort", value: "DESCENDING")]
        #expect(Self.code(try Self.call(world, "GET", "/inApps/v2/history/\(first)", query: wrong)) == 4_000_005)
    }

    private static func text(_ value: JSONValue) -> String? {
        guard case .string(let text) = value else { return nil }
        return text
    }

    @Test("Statuses, app transaction, order lookup and refund history agree with the world")
    func reads() throws {
        let world = try RichShop.world()
        let bought = try #require(try world.shop("anna", "pro.monthly"))
        try world.advance(by: .months(1))
        let statuses = try Self.call(world, "GET", "/inApps/v1/subscriptions/\(bought.transactionId)")
        guard case .array(let groups)? = statuses.value?["data"],
            case .array(let items)? = groups[0]["lastTransactions"]
        else { return #expect(Bool(false)) }
        #expect(items[0]["status"] == .number("1"))
        let renewal = try Self.payload(items[0]["signedRenewalInfo"])
        let latest = try Self.payload(items[0]["signedTransactionInfo"])
        #expect(renewal["renewalDate"] == latest["expiresDate"])
        #expect(latest["originalTransactionId"] == .string(bought.transactionId))

        let copy = try Self.call(world, "GET", "/inApps/v1/transactions/appTransactions/\(bought.transactionId)")
        let appTransaction = try Self.payload(copy.value?["signedAppTransactionInfo"])
        let id = try #require(appTransaction["appTransactionId"].flatMap(Self.text))
        #expect(try Self.call(world, "GET", "/inApps/v2/history/\(id)").status == 200)
        #expect(Self.code(try Self.call(world, "GET", "/inApps/v1/transactions/\(id)")) == 4_000_048)

        let order = try Self.call(world, "GET", "/inApps/v1/lookup/\(bought.orderId)")
        #expect(order.value?["status"] == .number("0"))
        #expect(try Self.call(world, "GET", "/inApps/v1/lookup/M1").value?["status"] == .number("1"))
        try world.refund(bought.transactionId)
        let refunds = try Self.call(world, "GET", "/inApps/v2/refund/lookup/\(bought.transactionId)")
        guard case .array(let refunded)? = refunds.value?["signedTransactions"] else { return }
        #expect(refunded.count == 1)
    }

    @Test("Consumption information determines the refund")
    func consumption() throws {
        let world = try RichShop.world()
        let coins = try #require(try world.shop("anna", "coins.100"))
        try world.act(.requestRefund) { $0.transaction = coins.transactionId }
        let body = """
            {"customerConsented":true,"deliveryStatus":"DELIVERED","sampleContentProvided":false,
             "consumptionPercentage":25000,"refundPreference":"GRANT_PRORATED"}
            """
        let path = "/inApps/v2/transactions/consumption/\(coins.transactionId)"
        #expect(try Self.call(world, "PUT", path, body: body).status == 202)
        #expect(world.transactions(of: coins.customer).first?.revokedPercentage == 75_000)
    }

    @Test("The notification history returns all notifications, page by page")
    func notifications() throws {
        let world = try RichShop.world()
        for number in 0..<25 { try world.shop("c\(number)", "coins.100") }
        let range = "\"startDate\":\(world.now.milliseconds - 1000),\"endDate\":\(world.now.milliseconds + 1000)"
        let path = "/inApps/v1/notifications/history"
        let first = try Self.call(world, "POST", path, body: "{\(range)}")
        guard case .array(let items)? = first.value?["notificationHistory"] else { return #expect(Bool(false)) }
        #expect(items.count == 20)
        let token = try #require(first.value?["paginationToken"].flatMap(Self.text))
        let query = [(name: "paginationToken", value: token)]
        let second = try Self.call(world, "POST", path, query: query, body: "{\(range)}")
        guard case .array(let rest)? = second.value?["notificationHistory"] else { return #expect(Bool(false)) }
        #expect(rest.count == 5)
        #expect(second.value?["hasMore"] == .bool(false))
        let other = try Self.call(world, "POST", path, query: query, body: "{\(range),\"onlyFailures\":true}")
        #expect(Self.code(other) == 4_000_014)
    }

    @Test("An invalid request is refused with Apple's code", arguments: AppleAPIMistake.all)
    func refuses(wrong: AppleAPIMistake) throws {
        let world = try RichShop.world()
        for name in ["mum", "kid"] {
            try world.act(.joinFamily) {
                $0.customer = name
                $0.name = "f"
            }
        }
        let subscription = try #require(try world.shop("mum", "pro.monthly"))
        let coins = try #require(try world.shop("mum", "coins.100"))
        let theme = try #require(try world.shop("mum", "theme.dark"))
        try world.advance(by: .days(8))
        try world.act(.declineCard, "mum")
        try world.advance(by: .months(1))
        let share = try #require(world.subscriptions(of: WorldCustomer(name: "kid")).first)
        let renewal = try #require(
            world.transactions(of: subscription.customer).last { $0.isRenewal }
        )
        func filled(_ text: String) -> String {
            var text = text
            for (mark, value) in [
                "$T": coins.transactionId, "$S": subscription.transactionId, "$F": share.originalTransactionId,
                "$R": renewal.transactionId, "$N": theme.transactionId, "$NOW": "\(world.now.milliseconds)",
                "$OLD": "\(world.now.milliseconds - 1000)",
            ].sorted(by: { $0.key.count > $1.key.count }) {
                text = text.replacingOccurrences(of: mark, with: value)
            }
            return text
        }
        let words = filled(wrong.line).split(separator: " ")
        let address = words[1].split(separator: "?", maxSplits: 1)
        let query = (address.count > 1 ? address[1] : "").split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (name: String(parts[0]), value: String(parts[1]))
        }
        let before = world.notificationCount
        let answer = try Self.call(
            world,
            String(words[0]),
            String(address[0]),
            query: query,
            body: filled(wrong.body)
        )
        #expect(Self.code(answer) == wrong.code)
        #expect(answer.status == Int(wrong.code / 10_000))
        #expect(world.notificationCount == before)
    }

    @Test(
        "Each field of the first consumption request has its own code",
        arguments: [
            ("customerConsented", 4_000_035), ("consumptionStatus", 4_000_034), ("platform", 4_000_039),
            ("sampleContentProvided", 4_000_041), ("deliveryStatus", 4_000_036), ("appAccountToken", 4_000_033),
            ("accountTenure", 4_000_032), ("playTime", 4_000_040), ("lifetimeDollarsRefunded", 4_000_038),
            ("lifetimeDollarsPurchased", 4_000_037), ("userStatus", 4_000_042),
        ] as [(String, Int64)]
    )
    func fields(field: String, code: Int64) throws {
        let world = try RichShop.world()
        let coins = try #require(try world.shop("anna", "coins.100"))
        let path = "/inApps/v1/transactions/consumption/\(coins.transactionId)"
        #expect(try Self.call(world, "PUT", path, body: "{\(AppleAPIMistake.consumptionV1)}").status == 202)
        let body = "{\(AppleAPIMistake.consumptionV1)}".replacingOccurrences(
            of: "\"\(field)\":",
            with: "\"\(field)x\":"
        )
        #expect(Self.code(try Self.call(world, "PUT", path, body: body)) == code)
    }

    @Test("The response to calls over the limit has Retry-After in absolute milliseconds")
    func rates() throws {
        let world = try World(
            seed: 1,
            startingAt: Shop.opening,
            app: WorldApp(
                bundleId: "com.example.shop",
                appAppleId: 1,
                profile: .sandbox5m,
                notificationURL: "http://x/"
            ),
            catalog: RichShop.catalog
        )
        let path = "/inApps/v1/notifications/test"
        for _ in 0..<360 { #expect(try Self.call(world, "POST", path).status == 200) }
        let token = try world.apiKey().bearerToken(bundleId: "com.example.shop", issuedAtSeconds: Self.wallClock)
        let request = AppleAPIRequest("POST", path, headers: ["authorization": "Bearer \(token)"])
        let refused = world.answer(request, wallClockSeconds: Self.wallClock)
        #expect(refused.status == 429)
        let retryAt = try #require(refused.headers["retry-after"].flatMap { Int64($0) })
        #expect(retryAt > world.now.milliseconds && retryAt - world.now.milliseconds <= 3_600_000)
        try world.advance(to: Timestamp(milliseconds: retryAt))
        #expect(try Self.call(world, "POST", path).status == 200)
    }

    @Test("Some operations exist only in production, and some only in the sandbox")
    func environments() throws {
        let sandbox = try World(
            seed: 1,
            startingAt: Shop.opening,
            app: WorldApp(bundleId: "com.example.shop", appAppleId: 1, profile: .sandbox5m),
            catalog: RichShop.catalog
        )
        let coins = try #require(try sandbox.shop("anna", "coins.100"))
        #expect(try Self.call(sandbox, "GET", "/inApps/v1/lookup/\(coins.orderId)").status == 404)
        let groups = try Self.call(sandbox, "GET", "/groups/v1/currentGroups/\(coins.transactionId)")
        #expect(groups.status == 200)
        #expect(try Self.call(sandbox, "GET", "/groups/v1/group/900000000000000000").status == 200)
        #expect(Self.code(try Self.call(sandbox, "GET", "/groups/v1/group/x")) == 4_000_225)
        #expect(Self.code(try Self.call(sandbox, "GET", "/groups/v1/group/5")) == 4_040_022)
        let limit = [(name: "limit", value: "101")]
        #expect(Self.code(try Self.call(sandbox, "GET", "/groups/v1/group/5", query: limit)) == 4_000_004)
        let production = try RichShop.world()
        let other = try #require(try production.shop("anna", "coins.100"))
        #expect(try Self.call(production, "GET", "/groups/v1/currentGroups/\(other.transactionId)").status == 404)
        #expect(try Self.call(production, "GET", "/advancedCommerce/v1/none").status == 404)
    }
}
