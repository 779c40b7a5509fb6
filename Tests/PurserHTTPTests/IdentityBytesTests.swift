import AppStore
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Ledger
import Logging
import PurserHTTP
import PurserService
import PurserTesting
import Testing

/// An id is its bytes: what a path names is what a body names, and different bytes are different customers.
@Suite struct IdentityBytesTests {
    /// Names that eyes, letters, decoders or databases take for one another.
    private static let spellings = [
        "bob", "BOB", "\u{FEFF}bob", "bob\u{FEFF}", "bo\u{200D}b", "bo\u{200B}b", "bob\u{301}", "b\u{E9}b",
        "be\u{301}b",
        "\u{212B}", "\u{C5}", "A\u{30A}", "\u{212A}", "K", "bob ", " bob", "bob+", "bob%20", "bo%62", "%EF%BB%BFbob",
        "bob/..", "bob?customer=ben", "bob&x", "bob#1", "\u{FFFD}bob", "anonymous\u{301}:bob",
        "\u{1F469}\u{200D}\u{1F467}",
    ]
    /// Texts that cannot be decoded, or that no id may be.
    private static let broken = [
        "%", "%4", "%zz", "a%", "%FF", "%C3", "%C3%28", "%C0%AF", "%ED%A0%80", "%F4%90%80%80", "%EF%BB", "a%00", "%2",
        "%%41",
    ]

    /// How a text may be written in an address: everything, or only what has to be, in percent form.
    private static func forms(_ text: String) -> [String] {
        let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~+".utf8)
        let digits = { (byte: UInt8, letters: String) -> String in
            let letters = Array(letters)
            return "%\(letters[Int(byte >> 4)])\(letters[Int(byte & 15)])"
        }
        return [
            text.utf8.map { digits($0, "0123456789ABCDEF") }.joined(),
            text.utf8.map { byte in
                plain.contains(byte) ? String(UnicodeScalar(byte)) : digits(byte, "0123456789abcdef")
            }.joined(),
        ]
    }

    /// Every text that stands under the name `customer`, anywhere in a value.
    private static func customers(in value: JSONValue?) -> [String] {
        switch value {
        case .array(let values): values.flatMap { Self.customers(in: $0) }
        case .object(let members):
            members.flatMap { member in
                guard member.key == "customer", case .string(let text) = member.value else {
                    return Self.customers(in: member.value)
                }
                return [text]
            }
        default: []
        }
    }

    /// The addresses of an operation, with and without the app, with these values for what the path names.
    private static func address(_ operation: APIOperation, _ values: [String: String]) -> String {
        operation.path.split(separator: "/", omittingEmptySubsequences: false).map { part in
            guard part.hasPrefix("{") else { return String(part) }
            let name = String(part.dropFirst().dropLast())
            return values[name] ?? (name == "app" ? "shop" : "1")
        }.joined(separator: "/")
    }

    // MARK: What names nothing

    @Test("A part of an address that is not a valid text is a 422, on every route, in its path and in its query")
    func brokenForms() async throws {
        let server = try TestServer()
        try await server.run { client in
            for operation in PurserRouter.operations {
                guard let method = HTTPRequest.Method(operation.method.rawValue.uppercased()) else { continue }
                func refuse(_ path: String) async throws {
                    let answer = try await client.send(method, path, key: TestServer.key, body: Array("{}".utf8))
                    #expect(answer.status == .unprocessableContent, "\(operation.id) \(path): \(answer.text)")
                    let codes = ["address_invalid", "customer_invalid"]
                    #expect(codes.contains(answer.code ?? ""), "\(operation.id) \(path): \(answer.text)")
                }
                for parameter in operation.parameters {
                    for form in Self.broken {
                        switch parameter.place {
                        case .path: try await refuse(Self.address(operation, [parameter.name: form]))
                        case .query: try await refuse(Self.address(operation, [:]) + "?\(parameter.name)=\(form)")
                        case .header: break
                        }
                    }
                }
                guard operation.path.hasPrefix("/v1/") else { continue }
                let rest = Self.address(operation, [:]).dropFirst("/v1/".count)
                for form in Self.broken { try await refuse("/v1/apps/\(form)/\(rest)") }
                // An empty name would let the next part of the path be the name.
                for place in operation.path.split(separator: "/").indices {
                    guard operation.path.split(separator: "/")[place].hasPrefix("{") else { continue }
                    let name = operation.path.split(separator: "/")[place].dropFirst().dropLast()
                    let path = Self.address(operation, [String(name): ""])
                    if path.contains("//") { try await refuse(path) }
                }
                try await refuse("/v1/apps//\(rest)")
                // The HTTP parser refuses such bytes before; the routes do not rely on that.
                for raw in ["b\u{E9}b", "\u{FFFD}", "\u{301}b", "\u{FEFF}bob"] {
                    try await refuse(Self.address(operation, [:]) + "?limit=\(raw)")
                }
            }
        }
    }

    // MARK: Names of customers

    @Test("The customer of a path is the customer of a token with the same bytes, and of no other token")
    func tokens() async throws {
        let stage = try AuthenticationStage()
        let key = try await stage.key(.publishable)
        func token(_ customer: String) throws -> String {
            let subject = String(decoding: JSONValue.string(customer).json(), as: UTF8.self)
            return stage.token(#"{"sub":\#(subject),"aud":"shop","exp":\#(stage.seconds + 3600)}"#)
        }
        let operations = PurserRouter.operations.filter { operation in
            (operation.access == .readInApp || operation.access == .writeInApp) && operation.path.contains("{customer}")
        }
        #expect(operations.count > 5)
        let tokens = try Self.spellings.map { (customer: $0, token: try token($0)) }
        func isOwn(_ operation: APIOperation, _ form: String, _ token: String) async throws -> Bool {
            let method = try #require(HTTPRequest.Method(operation.method.rawValue.uppercased()))
            let path = Self.address(operation, ["customer": form])
            let answer = try await stage.send(method, path, key: key, token: token)
            #expect(answer.code != "customer_invalid" && answer.code != "address_invalid", "\(path): \(answer.text)")
            return answer.code != "customer_not_yours"
        }
        let first = try #require(operations.first)
        for (customer, own) in tokens {
            for form in Self.forms(customer) {
                for operation in operations {
                    #expect(try await isOwn(operation, form, own), "\(operation.id) \(form)")
                    let others = tokens.filter { !$0.customer.utf8.elementsEqual(customer.utf8) }
                    for (other, token) in operation.id == first.id ? others : Array(others.prefix(1)) {
                        #expect(try await !isOwn(operation, form, token), "\(operation.id) \(form) is not \(other)")
                    }
                }
            }
        }
    }

    /// What is sent to each route that changes something of a customer, in this order.
    private static let bodies: [(id: String, body: String)] = [
        ("updateCustomerFacts", #"{"playTimeMinutes":7}"#),
        ("createAccountToken", #"{"appAccountToken":"7e3fb20b-4cdb-47cc-936d-99d65f608138"}"#),
        ("createGrant", #"{"entitlement":"pro","reason":"an apology"}"#), ("revokeGrant", ""),
        (
            "createConsent",
            #"{"textHash":"\#(String(repeating: "a", count: 64))","version":"3","locale":"de-AT","storefront":"AUT","#
                + #""givenAt":"2026-02-01T00:00:00Z","source":"settings"}"#
        ), ("withdrawCurrentConsent", ""), ("withdrawConsent", ""), ("blockCustomer", #"{"reason":"a chargeback"}"#),
        ("retireCustomer", #"{"reason":"the tester is gone"}"#),
        ("grantCoins", #"{"quantity":9,"reason":"an apology"}"#),
        ("adjustCoins", #"{"quantity":-1,"reason":"a slip"}"#),
        ("spendCoins", #"{"quantity":1,"reason":"a sword"}"#),
        ("setRefundOverride", #"{"answer":"DECLINE","reason":"a court"}"#), ("unblockCustomer", ""),
        ("deleteRefundOverride", ""), ("revokeSessions", ""), ("mergeCustomer", #"{"into":"ben"}"#),
        ("eraseCustomer", ""),
    ]

    @Test("Every write and read by a path applies to the customer of a body with the same bytes, and to no other")
    func paths() async throws {
        let operations = PurserRouter.operations.filter { $0.path.contains("{customer}") }
        let changes = operations.filter { $0.method != .get }
        #expect(Set(changes.map(\.id)) == Set(Self.bodies.map(\.id)), "Say what is sent to a new route.")
        for (place, customer) in Self.spellings.enumerated() {
            let server = try TestServer()
            let form = Self.forms(customer)[place % 2]
            try await server.run { client in
                let subject = String(decoding: JSONValue.string(customer).json(), as: UTF8.self)
                func send(
                    _ operation: APIOperation,
                    _ form: String,
                    _ body: String = ""
                ) async throws
                    -> TestServer.TestResponse
                {
                    var path = Self.address(operation, ["customer": form, "coin": "gems"])
                    let known = Set(operation.parameters.filter { $0.place == .query }.map(\.name))
                    let query = [("reason", "enough"), ("confirm", form)].filter { known.contains($0.0) }
                    if operation.method == .delete, !query.isEmpty {
                        path += "?" + query.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
                    }
                    var headers = HTTPFields()
                    if let name = HTTPField.Name("Idempotency-Key") { headers[name] = operation.id }
                    let method = try #require(HTTPRequest.Method(operation.method.rawValue.uppercased()))
                    return try await client.send(
                        method,
                        path,
                        key: TestServer.key,
                        headers: operation.method == .get ? [:] : headers,
                        body: Array(body.utf8)
                    )
                }
                func order(_ subject: String) async throws -> String {
                    let body = Array(#"{"customer":\#(subject),"product":"gems.600"}"#.utf8)
                    let made = try await client.send(.post, "/v1/orders", key: TestServer.key, body: body)
                    guard made.status == .created, case .string(let id)? = made["id"] else {
                        Issue.record("\(made.text)")
                        return ""
                    }
                    return id
                }
                /// What is read of a customer; a pass is signed anew each time.
                func everything(_ form: String) async throws -> [String] {
                    var texts: [String] = []
                    for operation in operations where operation.method == .get && operation.id != "getPass" {
                        let answer = try await send(operation, form)
                        texts.append(
                            "\(operation.id) \(answer.status.code) " + (answer.status == .ok ? answer.text : "")
                        )
                    }
                    return texts
                }
                let other = customer.utf8.elementsEqual("bob".utf8) ? "bobby" : "bob"
                _ = try await order("\"\(other)\"")
                let id = try await order(subject)
                let before = try await everything(other)
                // Read by its path, it is who was named in the body.
                for operation in operations where operation.method == .get {
                    let answer = try await send(operation, form)
                    for name in Self.customers(in: answer.body) {
                        #expect(name.utf8.elementsEqual(customer.utf8), "\(operation.id) \(form): \(answer.text)")
                    }
                    guard operation.id == "listCustomerOrders" else { continue }
                    #expect(answer.text.contains(id) && !id.isEmpty, "\(form): \(answer.text)")
                }
                for (id, body) in Self.bodies {
                    let operation = try #require(operations.first { $0.id == id })
                    let answer = try await send(operation, form, body)
                    #expect(
                        answer.code != "customer_invalid" && answer.code != "address_invalid",
                        "\(id): \(answer.text)"
                    )
                    #expect(answer.code != "field_missing" && answer.code != "field_unknown", "\(id): \(answer.text)")
                }
                #expect(try await everything(other) == before, "\(form) is not \(other)")
                let profile = try await client.send(.get, "/v1/customers/\(form)", key: TestServer.key)
                #expect(!profile.text.contains(id), "It was erased by its path: \(profile.text)")
            }
        }
    }

    @Test("A name whose first bytes are reserved is reserved, regardless of the letter that they are part of")
    func reserved() async throws {
        let server = try TestServer()
        for name in ["anonymous:\u{301}bob", "anonymous:\u{200D}bob", "erased:\u{301}", "erased:\u{FE0F}x"] {
            let customer = try #require(CustomerID(name))
            #expect(customer.isReserved)
            let body = Array(#"{"customer":"\#(name)","product":"gems.600"}"#.utf8)
            let made = try await server.send(.post, "/v1/orders", body: body)
            #expect(made.code == "customer_reserved", "\(made.text)")
        }
        for name in ["anonymous\u{301}:bob", "\u{FEFF}anonymous:bob", "ANONYMOUS:bob", "anonymous\u{FE0F}"] {
            #expect(try #require(CustomerID(name)).isReserved == false)
        }
    }

    @Test("Another spelling of a coin's name is another coin, which the catalog does not have")
    func coins() async throws {
        let catalog = Catalog(coins: ["K": Coin()])
        let shop = try TestShop()
        let app = ServedApp(name: shop.app.name, verifier: shop.app.verifier, catalog: catalog)
        let server = try TestServer(shop: shop, app: app)
        let key = try #require(HTTPField.Name("Idempotency-Key"))
        for (coin, status) in [("K", HTTPResponse.Status.created), ("%E2%84%AA", .notFound)] {
            let answer = try await server.send(
                .post,
                "/v1/customers/bob/wallets/\(coin)/grant",
                headers: [key: coin],
                body: Array(#"{"quantity":1,"reason":"x"}"#.utf8)
            )
            #expect(answer.status == status, "\(coin): \(answer.text)")
        }
    }
}
