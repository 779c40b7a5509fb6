import AppStore
import HTTPTypes
import Ledger
import PurserTesting
import Testing

@Suite struct CatalogControllerTests {
    private static let catalog = """
        entitlements: { pro: { name: { en: Pro } } }
        coins: { gems: { perUnit: { apple: 66, elsewhere: 100 }, of: CNY 1.00 } }
        products:
          pro.monthly: { kind: auto-renewable, group: pro, level: 2, unlocks: pro, introductoryOffer: true,
            offers: { back: { for: lapsed, limit: 1, within: P1Y } } }
          gems.small: { kind: consumable, grants: { gems: 440 }, shopPrice: CNY 6.66, creditDifference: gems,
            appStoreId: 1146327846, storefronts: [CHN], onRefund: debt }
        pricePoints: { CNY: [6, 8] }
        sandbox: { rest: testers, testers: [anna] }
        """

    private let server: TestServer

    init() throws {
        self.server = try TestServer()
    }

    private func apply(_ text: String, query: String = "") async throws -> TestServer.TestResponse {
        try await self.server.send(.post, "/v1/catalog\(query)", body: Array(text.utf8))
    }

    @Test("An applied catalog takes effect immediately, for apps and for the shop")
    func applied() async throws {
        let answer = try await self.apply(Self.catalog, query: "?reason=spring")
        #expect(answer.status == .ok)
        #expect(answer.text.contains(#""note":"spring""#) && answer.text.contains(#""number":1"#))
        let products = try await self.server.send(.get, "/v1/products?storefront=CHN")
        #expect(
            products.text
                == #"{"products":[{"appStoreId":1146327846,"coins":{"gems":440},"differenceCoins":{"gems":88},"#
                + #""id":"gems.small","kind":"consumable","offers":[],"#
                + #""shopPrice":{"amountMilliunits":6660,"currency":"CNY"},"#
                + #""storePrice":{"amountMilliunits":8000,"currency":"CNY"},"unlocks":[]},"#
                + #"{"coins":{},"group":"pro","id":"pro.monthly","introductoryOffer":true,"kind":"auto-renewable","#
                + #""level":2,"offers":[{"audience":["lapsed"],"id":"back","limit":1,"within":"P12M"}],"#
                + #""renewalCoins":{},"unlocks":["pro"]}],"storefront":"CHN","version":1}"#
        )
        let elsewhere = try await self.server.send(.get, "/v1/products?storefront=USA")
        #expect(elsewhere.text.contains("pro.monthly") && !elsewhere.text.contains("gems.small"))
        let entitlements = try await self.server.send(.get, "/v1/entitlements")
        #expect(
            entitlements.text
                == #"{"entitlements":[{"displayNames":{"en":"Pro"},"name":"pro","products":["pro.monthly"]}],"version":1}"#
        )
        let whole = try await self.server.send(.get, "/v1/catalog")
        for part in [
            #""testers":["anna"]"#, #""consumable":"testers""#, #""pricePoints":{"CNY":[6000,8000]}"#,
            #""onRefund":"debt""#, #""storefronts":["CHN"]"#, #""timeZone":"UTC""#,
        ] {
            #expect(whole.text.contains(part), "\(part) is missing in \(whole.text)")
        }
    }

    @Test("A response has an ETag that changes with it, and is not sent again to a client that has it")
    func tags() async throws {
        _ = try await self.apply(Self.catalog)
        var tags: Set<String> = []
        let paths = [
            "/v1/products", "/v1/products?storefront=CHN", "/v1/products?storefront=USA", "/v1/entitlements",
            "/v1/catalog",
            "/v1/catalog/versions", "/v1/catalog/versions/1",
        ]
        for path in paths {
            let answer = try await self.server.send(.get, path)
            let tag = try #require(answer.headers[.eTag])
            tags.insert(tag)
            let same = try await self.server.send(.get, path, headers: [.ifNoneMatch: tag])
            #expect(same.status == .notModified && same.text.isEmpty && same.headers[.eTag] == tag)
        }
        #expect(tags.count == paths.count, "Another storefront has another response.")
        _ = try await self.apply("products: {}")
        for tag in tags {
            let other = try await self.server.send(.get, "/v1/products", headers: [.ifNoneMatch: tag])
            #expect(other.status == .ok)
        }
    }

    @Test("A dry run says what would change, and changes nothing")
    func dryRun() async throws {
        _ = try await self.apply(Self.catalog)
        let answer = try await self.apply("products: {}", query: "?dryRun=true")
        #expect(answer.status == .ok)
        #expect(answer.text.contains(#""losses":[{"entitlement":"pro","products":["pro.monthly"]}]"#))
        #expect(answer.text.contains(#""- products.gems.small""#) && !answer.text.contains(#""applied""#))
        #expect(try await self.server.send(.get, "/v1/products").text.contains("gems.small"))
        let versions = try await self.server.send(.get, "/v1/catalog/versions")
        #expect(versions.text.contains(#""number":1"#) && !versions.text.contains(#""number":2"#))
    }

    @Test("A wrong catalog is refused with the line, the key and the remedy of each mistake, and changes nothing")
    func wrong() async throws {
        let answer = try await self.apply("products:\n  a: { kind: consumabel }\n  b: { kind: consumable, levl: 1 }")
        #expect(answer.status == .unprocessableContent && answer.code == "catalog_invalid")
        #expect(answer["field"] == .string("products.a.kind"))
        #expect(answer.text.contains(#"catalog:2: products.a.kind: unknown word \"consumabel\". Did you mean"#))
        #expect(answer.text.contains("catalog:3: products.b.levl: unknown key."))
        #expect(try await self.server.send(.get, "/v1/catalog/versions").text == #"{"versions":[]}"#)
        let many = "products: {}\n" + (0..<30).map { "x\($0): 1" }.joined(separator: "\n")
        #expect(try await self.apply(many).text.contains("and 10 more"))
    }

    @Test("An earlier version is listed, read as it was written, and applied again")
    func versions() async throws {
        _ = try await self.apply(Self.catalog)
        _ = try await self.apply("products: {}")
        let page = try await self.server.send(.get, "/v1/catalog/versions?limit=1")
        #expect(page.text.contains(#""next":"2""#) && page.text.contains(#""number":2"#))
        let rest = try await self.server.send(.get, "/v1/catalog/versions?limit=1&cursor=2")
        #expect(rest.text.contains(#""number":1"#) && rest["next"] == nil)
        let first = try await self.server.send(.get, "/v1/catalog/versions/1")
        #expect(first["document"] == .string(Self.catalog))
        let back = try await self.server.send(.post, "/v1/catalog?version=1")
        #expect(back.text.contains(#""number":3"#))
        #expect(try await self.server.send(.get, "/v1/products").text.contains("gems.small"))
    }

    @Test(
        "What is asked wrongly is refused with the field",
        arguments: [
            ("GET", "/v1/products?storefront=cn", "storefront_unknown", "storefront"),
            ("GET", "/v1/catalog/versions?limit=0", "field_wrong_type", "limit"),
            ("GET", "/v1/catalog/versions?cursor=x", "field_wrong_type", "cursor"),
            ("GET", "/v1/catalog/versions/7", "catalog_version_unknown", "version"),
            ("GET", "/v1/catalog/versions/x", "catalog_version_unknown", "version"),
            ("POST", "/v1/catalog?version=7", "catalog_version_unknown", "version"),
            ("POST", "/v1/catalog?dryRun=yes", "field_wrong_type", "dryRun"),
        ]
    )
    func refusals(method: String, path: String, code: String, field: String) async throws {
        let answer = try await self.server.send(try #require(HTTPRequest.Method(method)), path)
        #expect(answer.code == code && answer["field"] == .string(field))
    }

    @Test("Without a key there is no data, and a file that is too large is not read")
    func bounds() async throws {
        #expect(try await self.server.send(.get, "/v1/products", key: nil).status == .unauthorized)
        #expect(try await self.server.send(.post, "/v1/catalog", key: nil).status == .unauthorized)
        let large = try await self.apply(String(repeating: "#", count: 1_048_577))
        #expect(large.status == .contentTooLarge)
    }

    @Test("Where nothing is made from Xcode's file there is nothing at its address")
    func noTranslation() async throws {
        #expect(try await self.server.send(.post, "/v1/catalog/translations").code == "not_found")
    }

    private static let files = "application/vnd.purser.catalog+json"

    private func apply(
        files json: String,
        type: String = Self.files,
        query: String = ""
    ) async throws -> TestServer.TestResponse {
        try await self.server.send(
            .post,
            "/v1/catalog\(query)",
            headers: [.contentType: type],
            body: Array(json.utf8)
        )
    }

    @Test(
        "A catalog is applied with the file of price points that it names, and both are kept",
        arguments: [Self.files, "Application/vnd.Purser.catalog+JSON; charset=utf-8", "\(Self.files) ;a=b"]
    )
    func pricePoints(type: String) async throws {
        let document = #"pricePoints: { file: points.yaml }\nproducts: {}\n"#
        let json = #"{"name":"shop/c.yaml","document":"\#(document)","pricePoints":"CNY: [6, 8]\n"}"#
        let preview = try await self.apply(files: json, type: type, query: "?dryRun=true")
        #expect(preview.status == .ok && preview["applied"] == nil, "\(preview.text)")
        let applied = try await self.apply(files: json, type: type, query: "?reason=points")
        #expect(applied["applied"]?["note"] == .string("points"), "\(applied.text)")
        let whole = try await self.server.send(.get, "/v1/catalog")
        #expect(whole.text.contains(#""pricePoints":{"CNY":[6000,8000]}"#), "\(whole.text)")
        let kept = try await self.server.send(.get, "/v1/catalog/versions/1")
        #expect(kept["pricePoints"] == .string("CNY: [6, 8]\n"))
        #expect(try await self.apply(files: json, type: type)["same"] == .bool(true))
        let back = try await self.apply(files: "", type: type, query: "?version=1")
        #expect(back["same"] == .bool(true), "\(back.text)")
    }

    @Test("Mistakes are named by the file in which they are")
    func namesOfFiles() async throws {
        let document = #"pricePoints: { file: points.yaml }\nproducts: { a: { kind: consumabel } }\n"#
        let wrong = try await self.apply(
            files: #"{"name":"shop/c.yaml","document":"\#(document)","pricePoints":"cny: [6]\n"}"#
        )
        #expect(wrong.code == "catalog_invalid")
        #expect(wrong.text.contains("shop/c.yaml:2: products.a.kind"), "\(wrong.text)")
        #expect(wrong.text.contains("points.yaml:1: cny: not a currency code"), "\(wrong.text)")
    }

    @Test("No file of the server is read, regardless of the names in a catalog")
    func noFileOfTheServer() async throws {
        for name in ["/etc/passwd", "../../etc/passwd", "points.yaml"] {
            let document = "pricePoints: { file: \(name) }\nproducts: {}\n"
            let answer = try await self.apply(document)
            #expect(answer.code == "catalog_invalid", "\(answer.text)")
            #expect(answer.text.contains("another file cannot be read from here"), "\(answer.text)")
            let json = String(
                decoding: JSONValue.object([JSONMember(key: "document", value: .string(document))]).json(),
                as: UTF8.self
            )
            #expect(try await self.apply(files: json).text.contains("another file cannot be read from here"))
        }
    }

    @Test(
        "A body of files that is not as it should be is refused, and changes nothing",
        arguments: [
            ("", "field_missing"), ("{}", "field_missing"), ("[]", "json_wrong_type"), ("{", "json_invalid"),
            (#"{"document":null}"#, "field_missing"), (#"{"document":7}"#, "field_wrong_type"),
            (#"{"document":{}}"#, "field_wrong_type"), (#"{"document":["products: {}"]}"#, "field_wrong_type"),
            (#"{"document":"products: {}","pricePoints":7}"#, "field_wrong_type"),
            (#"{"document":"products: {}","name":7}"#, "field_wrong_type"),
            (#"{"document":"products: {}","name":""}"#, "field_invalid"),
            (#"{"document":"products: {}","name":"a\nb"}"#, "field_invalid"),
            (#"{"document":"products: {}","name":"a\u0000b"}"#, "field_invalid"),
            (#"{"document":"products: {}","reason":"a"}"#, "field_unknown"),
            (#"{"document":"products: {}","version":1}"#, "field_unknown"),
            (#"{"document":"products: {}","document":"products: {}"}"#, "json_duplicate_key"),
            ("products: {}", "json_invalid"),
        ]
    )
    func wrongFiles(json: String, code: String) async throws {
        let answer = try await self.apply(files: json)
        #expect(answer.code == code, "\(answer.text)")
        #expect(try await self.server.send(.get, "/v1/catalog/versions").text == #"{"versions":[]}"#)
    }

    @Test("Each of the two files has the size of one, and a body has room for their escapes")
    func largeFiles() async throws {
        let large = String(repeating: "#", count: 1_048_577)
        for json in [
            #"{"document":"\#(large)"}"#, #"{"document":"products: {}","pricePoints":"\#(large)"}"#,
            #"{"document":"products: {}","name":"\#(large.prefix(4097))"}"#,
        ] {
            let answer = try await self.apply(files: json)
            #expect(answer.status == .unprocessableContent && answer.code == "field_invalid", "\(answer.code ?? "")")
        }
        let whole = try await self.apply(files: #"{"document":"\#(String(repeating: "#", count: 4 * 1_048_576))"}"#)
        #expect(whole.status == .contentTooLarge)
        // Of another type, the same bytes are a catalog in YAML, as large as one file.
        let yaml = try await self.apply(files: #"{"products":{},"x":"\#(large)"}"#, type: "application/yaml")
        #expect(yaml.status == .contentTooLarge)
    }
}
