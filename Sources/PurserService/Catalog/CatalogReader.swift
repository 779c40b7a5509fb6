import AppStore
internal import Foundation
internal import Ledger

/// A reader of one catalog document, which reads every part and collects the issues.
struct CatalogReader {
    /// The parts that a document declares.
    struct Parts {
        let catalog: Catalog
        let products: [(product: Product, terms: CatalogFile.Terms)]
    }

    /// The validation, which reads values and collects issues.
    var validation: Validation
    /// The names of the declared entitlements, including those with a mistake inside.
    var entitlementNames: [String] = []
    /// The names of the declared coins, including those with a mistake inside.
    var coinNames: [String] = []
    /// The product in which each of Apple's numeric product ids is used first.
    var appStoreIDs: [Int64: String] = [:]
    /// The coins that products grant.
    var grantedCoins: Set<String> = []
    /// The position of each product, entitlement and coin in the document, by name.
    var productFields: [ProductID: DocumentField] = [:]
    var entitlementFields: [String: DocumentField] = [:]
    var coinFields: [String: DocumentField] = [:]
    /// Warnings about valid values that look like mistakes.
    var warnings: [ValidationIssue] = []
    /// The contents of the file of price points that the document names, if it was read.
    let companion: [UInt8]?

    /// Creates a reader of the document with the name `file` in messages.
    init(file: String, pricePoints: [UInt8]? = nil) {
        self.validation = Validation(file: file)
        self.companion = pricePoints
    }

    /// Returns the parts of the catalog, or throws all issues.
    mutating func read(_ document: DocumentNode) throws(ValidationIssues) -> Parts {
        let root = self.validation.map(
            DocumentField(document: document),
            known: [
                "entitlements", "coins", "products", "pricePoints", "sandbox", "transfer", "fulfillment", "refundTerms",
                "risk", "consent", "consentRescissions", "dollarRates", "reportedRefunds", "gracePolicy", "timeZone",
            ],
            example: "products: {}"
        )
        guard let root else {
            try self.validation.conclude()
            preconditionFailure("A document that is no map has an issue.")
        }
        let entitlements = self.entitlements(root["entitlements"])
        let coins = self.coins(root["coins"])
        let points = self.pricePoints(root["pricePoints"])
        let products = self.products(root, coins: coins, points: points)
        let sandbox = self.sandbox(root["sandbox"])
        let transfer = self.transfer(root["transfer"])
        let fulfillment = self.fulfillment(root["fulfillment"])
        let refundTerms = self.refundTerms(root["refundTerms"])
        let riskThreshold = self.riskThreshold(root["risk"])
        let consent = self.consent(root["consent"])
        let rescissions = self.rescissions(root["consentRescissions"])
        let dollarRates = self.dollarRates(root["dollarRates"])
        let reportedRefunds = self.reportedRefunds(root["reportedRefunds"])
        let gracePolicy = self.gracePolicy(root["gracePolicy"])
        let timeZone = self.timeZone(root["timeZone"])
        try self.validation.conclude()
        self.addWarnings(products, coins: coins)
        let catalog = Catalog(
            entitlements: entitlements,
            products: Dictionary(uniqueKeysWithValues: products.map { ($0.product.id, $0.product) }),
            gracePolicy: gracePolicy,
            timeZone: timeZone,
            coins: coins,
            pricePoints: points,
            sandbox: sandbox.policies,
            testers: sandbox.testers,
            transfer: transfer,
            fulfillment: fulfillment,
            refundTerms: refundTerms,
            riskThreshold: riskThreshold,
            consent: consent,
            rescissions: rescissions,
            dollarRates: dollarRates,
            reportedRefunds: reportedRefunds ?? .show
        )
        return Parts(catalog: catalog, products: products)
    }

    /// Returns whether a name consists of ASCII letters, digits, dots, hyphens and underscores and is not too long.
    static func isName(_ text: String, limit: Int) -> Bool {
        (1...limit).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }

    /// Notes a name that contains other characters or is too long.
    mutating func checkName(_ name: String, of field: DocumentField, what: String, limit: Int) -> Bool {
        guard !Self.isName(name, limit: limit) else { return true }
        self.validation.note(
            field.keyOrigin,
            keyPath: field.keyPath,
            problem: "\(what) has 1 to \(limit) letters, digits, dots, hyphens and underscores",
            remedy: "Rename it."
        )
        return false
    }

    private mutating func entitlements(_ field: DocumentField?) -> [EntitlementName: EntitlementDefinition] {
        let example = "entitlements: { pro: { name: { en: Pro } } }"
        guard let field, let entries = self.validation.openMap(field, example: example) else { return [:] }
        var entitlements: [EntitlementName: EntitlementDefinition] = [:]
        for (key, value) in entries.all {
            self.entitlementNames.append(key)
            guard self.checkName(key, of: value, what: "the name of an entitlement", limit: 64),
                let parts = self.validation.map(value, known: ["name"], example: "\(key): { name: { en: Pro } }")
            else { continue }
            self.entitlementFields[key] = value
            let name = EntitlementName(key)
            entitlements[name] = EntitlementDefinition(name: name, displayNames: self.displayNames(parts["name"]))
        }
        return entitlements
    }

    private mutating func displayNames(_ field: DocumentField?) -> [String: String] {
        let example = "name: { en: Pro, zh-Hans: 专业版 }"
        guard let field, let entries = self.validation.openMap(field, example: example) else { return [:] }
        var names: [String: String] = [:]
        for (tag, value) in entries.all {
            let subtags = tag.split(separator: "-", omittingEmptySubsequences: false)
            let isTag =
                (2...3).contains(subtags.first?.utf8.count ?? 0)
                && subtags.allSatisfy { (2...8).contains($0.utf8.count) && Self.isName(String($0), limit: 8) }
            if !isTag {
                self.validation.note(
                    value.keyOrigin,
                    keyPath: value.keyPath,
                    problem: "not a language tag",
                    remedy: "Write for example: \(example)"
                )
            }
            if let name = self.validation.string(value, example: "\(tag): Pro") {
                names[tag] = name
            }
        }
        return names
    }

    private mutating func gracePolicy(_ field: DocumentField?) -> GracePolicy {
        var policy = GracePolicy()
        let known = ["grace", "retry", "overdue", "leeway", "sandboxLeeway"]
        guard let field,
            let parts = self.validation.map(field, known: known, example: "gracePolicy: { grace: keep, retry: none }")
        else { return policy }
        policy.keepsInGrace = self.keeps(parts["grace"]) ?? policy.keepsInGrace
        policy.keepsInRetry = self.keeps(parts["retry"]) ?? policy.keepsInRetry
        policy.keepsWhenOverdue = self.keeps(parts["overdue"]) ?? policy.keepsWhenOverdue
        policy.overdueLeeway = self.leeway(parts["leeway"], example: "leeway: 1h") ?? policy.overdueLeeway
        policy.overdueLeewaySandbox =
            self.leeway(parts["sandboxLeeway"], example: "sandboxLeeway: 2min") ?? policy.overdueLeewaySandbox
        return policy
    }

    private mutating func keeps(_ field: DocumentField?) -> Bool? {
        guard let field else { return nil }
        return self.validation.word(field, among: ["keep", "none"], example: "\(field.key): keep")
            .map { $0 == "keep" }
    }

    private mutating func leeway(_ field: DocumentField?, example: String) -> Span? {
        guard let field, let text = self.validation.string(field, example: example) else { return nil }
        guard let span = Span(spelling: text), span > .zero else {
            self.validation.refuse(field, expected: "a duration like 10s, 2min, 1h or 3d", example: example)
            return nil
        }
        return span
    }

    private mutating func timeZone(_ field: DocumentField?) -> String {
        let example = "timeZone: Asia/Shanghai"
        guard let field, let text = self.validation.string(field, example: example) else { return "UTC" }
        if text == "UTC" {
            return text
        }
        // Foundation also accepts abbreviations such as PST, which identify no place and no daylight saving rule.
        guard text.contains("/"), TimeZone(identifier: text) != nil else {
            self.validation.refuse(
                word: text,
                origin: field.node.origin,
                keyPath: field.keyPath,
                what: "unknown time zone \"\(Validation.shortened(text))\"",
                known: ["UTC"]
                    + TimeZone.knownTimeZoneIdentifiers.filter { Spelling.nearest(to: text, among: [$0]) != nil }
            )
            return "UTC"
        }
        return text
    }
}
