import AppStore
import AppStoreSimulator
import Ledger
import PurserService

/// A writer that creates one catalog from the products of Xcode's file.
struct StoreKitTranslationWriter {
    /// Sentences about what could not be converted.
    private(set) var omissions: [String] = []
    private var entitlements: [(name: String, title: String?, of: String)] = []
    private var lines: [String] = []
    private var hasCoins = false
    private var groupNames: [String: String] = [:]
    private var slugs: [String: String] = [:]

    /// The periods of auto-renewable subscriptions in the App Store.
    private static let periods = ["P1W", "P1M", "P2M", "P3M", "P6M", "P1Y"]

    /// Creates a writer that finds the names of groups in this document.
    init(document: JSONValue?) {
        for group in Self.elements(document?["subscriptionGroups"]) {
            guard let id = group["id"]?.text else { continue }
            self.groupNames[id] = group["name"]?.text
        }
    }

    /// Adds products, in their order.
    mutating func take(_ products: [WorldProduct]) {
        for product in products {
            guard Self.isName(product.id, limit: 100) else {
                self.omissions.append(
                    "The product \"\(Validation.shortened(product.id))\" was left out: its id has characters that the "
                        + "App Store does not allow."
                )
                continue
            }
            self.take(product)
        }
    }

    /// Returns the whole catalog.
    func text(of name: String) -> String {
        var lines = [
            "# Created from \(Validation.shortened(name)). Complete every line that contains CHECK, then: purser "
                + "catalog check FILE",
            "",
        ]
        if self.entitlements.isEmpty {
            lines.append("# CHECK: no product unlocks an entitlement.")
        } else {
            lines += [
                "# CHECK: one entitlement is proposed for each subscription group and for each non-consumable.",
                "# Use the names of your program; several products may unlock the same entitlement.",
                "entitlements:",
            ]
            for entitlement in self.entitlements {
                let title = entitlement.title.map { "{ name: { en: \(Self.quoted($0)) } }" } ?? "{}"
                lines.append("  \(entitlement.name): \(title)")
            }
        }
        if self.hasCoins {
            lines += [
                "",
                "# CHECK: if consumables provide coins, declare the coins and add to each: grants: { coins: 100 }",
                "# coins: { coins: {} }",
            ]
        }
        lines += ["", self.lines.isEmpty ? "products: {}" : "products:"]
        return (lines + self.lines).joined(separator: "\n") + "\n"
    }

    private mutating func take(_ product: WorldProduct) {
        var values: [String] = []
        var check: String?
        switch product.kind {
        case .consumable:
            values.append("kind: consumable")
            self.hasCoins = true
        case .nonConsumable:
            values += ["kind: non-consumable", "unlocks: \(self.entitlement(of: product.id, title: nil))"]
        case .nonRenewing:
            values += ["kind: non-renewing", "lasts: P30D"]
            check = "the duration, which Xcode's file does not contain, and the entitlement that it unlocks"
        case .autoRenewable(let group, let level, let period):
            let slug = self.slug(ofGroup: group)
            values += ["kind: auto-renewable", "group: \(slug)", "level: \(level)", "unlocks: \(slug)"]
            if let word = Self.periods.first(where: { SubscriptionPeriod($0) == period }) {
                values.append("period: \(word)")
            } else {
                check = "its period, which the App Store does not offer"
            }
        }
        if let number = product.appStoreId { values.append("appStoreId: \(number)") }
        if !product.isGeneric, product.price.milliunits >= 0 {
            let price = Money(amountMilliunits: product.price.milliunits, currency: product.price.currency)
            values.append("price: \(price.spelling)")
        }
        if product.offers.contains(where: { $0.kind == .introductory }) { values.append("introductoryOffer: true") }
        let offers = product.offers.filter { $0.kind == .promotional }.compactMap(\.id)
        let named = offers.filter { Self.isName($0, limit: 64) }
        if !named.isEmpty { values.append("offers: { \(named.map { "\($0): {}" }.joined(separator: ", ")) }") }
        for offer in offers where !named.contains(offer) {
            self.omissions.append(
                "The offer \"\(Validation.shortened(offer))\" of \(product.id) was left out: its id has characters "
                    + "that the App Store does not allow."
            )
        }
        if let check { self.lines.append("  # CHECK: \(check).") }
        self.lines.append("  \(product.id): { \(values.joined(separator: ", ")) }")
    }

    /// Returns a name for a group, which is also the name of its entitlement.
    private mutating func slug(ofGroup group: String) -> String {
        if let known = self.slugs[group] { return known }
        let slug = self.entitlement(of: Self.slug(self.groupNames[group] ?? group), title: self.groupNames[group])
        self.slugs[group] = slug
        return slug
    }

    /// Declares an entitlement with this name, or a similar one if the name is taken.
    private mutating func entitlement(of wanted: String, title: String?) -> String {
        var name = String(wanted.prefix(60))
        var number = 2
        while self.entitlements.contains(where: { $0.name == name }) {
            name = "\(wanted.prefix(56))-\(number)"
            number += 1
        }
        self.entitlements.append((name, title, wanted))
        return name
    }

    private static func elements(_ value: JSONValue?) -> [JSONValue] {
        guard case .array(let elements)? = value else { return [] }
        return elements
    }

    /// Returns a name in lowercase letters, digits and hyphens.
    private static func slug(_ text: String) -> String {
        let parts = text.lowercased().split { character in
            !(character.isASCII && (character.isLetter || character.isNumber))
        }
        return parts.isEmpty ? "plan" : parts.joined(separator: "-")
    }

    private static func isName(_ text: String, limit: Int) -> Bool {
        (1...limit).contains(text.utf8.count)
            && text.unicodeScalars.allSatisfy { scalar in
                scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789.-_".unicodeScalars.contains(scalar))
            }
    }

    /// Returns a text in double quotes, which YAML reads as JSON does.
    private static func quoted(_ text: String) -> String {
        String(decoding: JSONValue.string(text).json(), as: UTF8.self)
    }
}
