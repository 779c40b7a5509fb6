import AppStore
internal import Foundation
internal import Ledger

/// One reading of a catalogue document: asks for every part and collects what is wrong with it.
struct CatalogueReading {
    /// What a document declares.
    struct Parts {
        let catalogue: Catalogue
        let products: [(product: Product, terms: CatalogueFile.Terms)]
    }

    /// The questions and their findings.
    var examination: Examination
    /// The names of the rights declared, also of those with a mistake inside.
    var rightNames: [String] = []
    /// The names of the coins declared, also of those with a mistake inside.
    var coinNames: [String] = []
    /// Where each of Apple's numeric product ids was used first.
    var appStoreIDs: [Int64: String] = [:]
    /// The coins that a product brings.
    var grantedCoins: Set<String> = []
    /// Where each product, right and coin stands, by name.
    var productFields: [ProductID: DocumentField] = [:]
    var rightFields: [String: DocumentField] = [:]
    var coinFields: [String: DocumentField] = [:]
    /// What is allowed and yet looks like an oversight.
    var warnings: [Finding] = []
    /// The file of price points that the document names, where that was read.
    let companion: [UInt8]?

    /// A reading of the document that messages call `file`.
    init(file: String, pricePoints: [UInt8]? = nil) {
        self.examination = Examination(file: file)
        self.companion = pricePoints
    }

    /// The catalogue, or everything that is wrong with it.
    mutating func read(_ document: DocumentNode) throws(Findings) -> Parts {
        let root = self.examination.map(
            DocumentField(document: document),
            known: [
                "rights", "coins", "products", "pricePoints", "sandbox", "transfer", "deliveries", "refundTerms",
                "risk", "consent", "dollarRates", "reportedRefunds", "access", "timeZone",
            ],
            example: "products: {}"
        )
        guard let root else {
            try self.examination.conclude()
            preconditionFailure("A document that is no map has a finding.")
        }
        let rights = self.rights(root["rights"])
        let coins = self.coins(root["coins"])
        let points = self.pricePoints(root["pricePoints"])
        let products = self.products(root, coins: coins, points: points)
        let sandbox = self.sandbox(root["sandbox"])
        let transfer = self.transfer(root["transfer"])
        let deliveries = self.deliveries(root["deliveries"])
        let refundTerms = self.refundTerms(root["refundTerms"])
        let riskLine = self.riskLine(root["risk"])
        let consent = self.consent(root["consent"])
        let dollarRates = self.dollarRates(root["dollarRates"])
        let reportedRefunds = self.reportedRefunds(root["reportedRefunds"])
        let access = self.access(root["access"])
        let timeZone = self.timeZone(root["timeZone"])
        try self.examination.conclude()
        self.lookOver(products, coins: coins)
        let catalogue = Catalogue(
            rights: rights,
            products: Dictionary(uniqueKeysWithValues: products.map { ($0.product.id, $0.product) }),
            access: access,
            timeZone: timeZone,
            coins: coins,
            pricePoints: points,
            sandbox: sandbox.policies,
            testers: sandbox.testers,
            transfer: transfer,
            deliveries: deliveries,
            refundTerms: refundTerms,
            riskLine: riskLine,
            consent: consent,
            dollarRates: dollarRates,
            reportedRefunds: reportedRefunds ?? .show
        )
        return Parts(catalogue: catalogue, products: products)
    }

    /// Whether a name has only ASCII letters, digits, dots, hyphens and underscores, and not too many of them.
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

    /// Notes a name that has other characters or is too long.
    mutating func checkName(_ name: String, of field: DocumentField, what: String, limit: Int) -> Bool {
        guard !Self.isName(name, limit: limit) else { return true }
        self.examination.note(
            field.keyOrigin,
            keyPath: field.keyPath,
            problem: "\(what) has 1 to \(limit) letters, digits, dots, hyphens and underscores",
            remedy: "Rename it."
        )
        return false
    }

    private mutating func rights(_ field: DocumentField?) -> [RightName: Right] {
        let example = "rights: { pro: { name: { en: Pro } } }"
        guard let field, let entries = self.examination.openMap(field, example: example) else { return [:] }
        var rights: [RightName: Right] = [:]
        for (key, value) in entries.all {
            self.rightNames.append(key)
            guard self.checkName(key, of: value, what: "the name of a right", limit: 64),
                let parts = self.examination.map(value, known: ["name"], example: "\(key): { name: { en: Pro } }")
            else { continue }
            self.rightFields[key] = value
            let name = RightName(key)
            rights[name] = Right(name: name, displayNames: self.displayNames(parts["name"]))
        }
        return rights
    }

    private mutating func displayNames(_ field: DocumentField?) -> [String: String] {
        let example = "name: { en: Pro, zh-Hans: 专业版 }"
        guard let field, let entries = self.examination.openMap(field, example: example) else { return [:] }
        var names: [String: String] = [:]
        for (tag, value) in entries.all {
            let subtags = tag.split(separator: "-", omittingEmptySubsequences: false)
            let isTag =
                (2...3).contains(subtags.first?.utf8.count ?? 0)
                && subtags.allSatisfy { (2...8).contains($0.utf8.count) && Self.isName(String($0), limit: 8) }
            if !isTag {
                self.examination.note(
                    value.keyOrigin,
                    keyPath: value.keyPath,
                    problem: "not a language tag",
                    remedy: "Write for example: \(example)"
                )
            }
            if let name = self.examination.string(value, example: "\(tag): Pro") {
                names[tag] = name
            }
        }
        return names
    }

    private mutating func access(_ field: DocumentField?) -> AccessPolicy {
        var policy = AccessPolicy()
        let known = ["grace", "retry", "overdue", "leeway", "sandboxLeeway"]
        guard let field,
            let parts = self.examination.map(field, known: known, example: "access: { grace: keep, retry: none }")
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
        return self.examination.word(field, among: ["keep", "none"], example: "\(field.key): keep")
            .map { $0 == "keep" }
    }

    private mutating func leeway(_ field: DocumentField?, example: String) -> Span? {
        guard let field, let text = self.examination.string(field, example: example) else { return nil }
        guard let span = Span(spelling: text), span > .zero else {
            self.examination.refuse(field, expected: "a duration like 10s, 2min, 1h or 3d", example: example)
            return nil
        }
        return span
    }

    private mutating func timeZone(_ field: DocumentField?) -> String {
        let example = "timeZone: Asia/Shanghai"
        guard let field, let text = self.examination.string(field, example: example) else { return "UTC" }
        if text == "UTC" {
            return text
        }
        // Foundation also takes abbreviations such as PST, which name no place and no rule for summer time.
        guard text.contains("/"), TimeZone(identifier: text) != nil else {
            self.examination.refuse(
                word: text,
                origin: field.node.origin,
                keyPath: field.keyPath,
                what: "unknown time zone \"\(Examination.shortened(text))\"",
                known: ["UTC"]
                    + TimeZone.knownTimeZoneIdentifiers.filter { Spelling.nearest(to: text, among: [$0]) != nil }
            )
            return "UTC"
        }
        return text
    }
}
