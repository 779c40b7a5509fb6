/// The keys of the configuration, and the environment variables for them.
enum ConfigurationKey {
    /// The problem and the remedy of a known key that is not accepted.
    typealias Refusal = (problem: String, remedy: String)

    /// The keys of the document.
    static let document = ["server", "storage", "trust", "webhooks", "watch", "logs", "tracing", "apps"]
    /// The keys of `server`.
    static let server = [
        "address", "publicUrl", "publicDocuments", "tls", "trustedProxies", "forwardedHeader", "rateLimits",
        "connectionsPerAddress",
    ]
    /// The keys of `server.tls`.
    static let tls = ["certificate", "key"]
    /// The keys of `server.rateLimits`.
    static let rateLimits = ["perKey", "perAddress", "apple", "anonymousCustomers"]
    /// The keys of `webhooks`.
    static let webhooks = ["allow"]
    /// The keys of `watch`.
    static let watch = [
        "enabled", "links", "language", "thresholds", "email", "slack", "webhook", "heartbeat", "allow",
    ]
    /// The keys of an alarm in `watch.thresholds`.
    static let threshold = ["enabled", "limit", "for", "clears"]
    /// The keys of `watch.email`.
    static let email = ["server", "security", "user", "password", "from", "to"]
    /// The keys of `logs`.
    static let logs = ["format", "levels"]
    /// The keys of `logs.levels`: the parts of the server.
    static let levels = ["http", "apple", "storage", "webhooks", "fulfillments", "other"]
    /// The keys of `tracing`.
    static let tracing = ["endpoint", "sample"]
    /// The keys of an app.
    static let app = [
        "bundleId", "appAppleId", "environments", "xcodeCertificate", "catalog", "secretKey", "appStore",
        "appStoreConnect", "retention", "guards", "orders", "messages", "customerTokens", "sharedSecret",
        "verifyReceipt", "smallBusinessFrom", "commission", "priceConsentLimits",
    ]
    /// The keys of an app's `commission`.
    static let commission = ["platform", "programs"]
    /// The keys of a program in an app's `commission.programs`.
    static let membership = ["program", "from", "until", "products"]
    /// The keys of an app's `orders`.
    static let orders = ["open", "perHour", "perDay", "retentionDays"]
    /// The keys of an app's `appStore`.
    static let appStore = ["issuerId", "keyId", "privateKey", "production", "sandbox"]
    /// The keys of an app's `appStoreConnect`.
    static let appStoreConnect = ["issuerId", "keyId", "privateKey", "vendorNumber", "sku", "address"]
    /// The keys of an app's `customerTokens`.
    static let customerTokens = ["publicKeys", "secret", "jwks"]
    /// The paths of the values of an app that a variable can set.
    static let appValues: [String] =
        Self.app.filter { !["appStore", "appStoreConnect", "customerTokens", "orders", "commission"].contains($0) }
        + Self.appStore.map { "appStore." + $0 } + Self.appStoreConnect.map { "appStoreConnect." + $0 }
        + Self.customerTokens.map { "customerTokens." + $0 }
        + Self.orders.map { "orders." + $0 } + ["commission.platform"]

    /// The paths of the values outside apps that a variable can set.
    static let values = [
        "server.address", "server.publicUrl", "server.publicDocuments", "server.tls.certificate", "server.tls.key",
        "server.trustedProxies", "server.forwardedHeader", "server.rateLimits.perKey", "server.rateLimits.perAddress",
        "server.rateLimits.apple", "server.rateLimits.anonymousCustomers", "server.connectionsPerAddress", "storage",
        "trust",
        "trust.simulator", "webhooks.allow", "watch.enabled", "watch.links", "watch.language", "watch.email.server",
        "watch.email.security", "watch.email.user", "watch.email.password", "watch.email.from", "watch.email.to",
        "watch.slack", "watch.webhook", "watch.heartbeat", "watch.allow",
        "logs", "logs.format", "logs.levels.http", "logs.levels.apple",
        "logs.levels.storage", "logs.levels.webhooks", "logs.levels.fulfillments", "logs.levels.other",
        "tracing.endpoint", "tracing.sample",
    ]
    /// The values that may be lists; in a variable their elements are separated by commas.
    static let lists: Set<String> = [
        "trust.simulator", "server.trustedProxies", "webhooks.allow", "watch.allow", "watch.email.to", "environments",
        "production", "sandbox", "publicKeys", "messages",
    ]
    /// The values that name files or choose from a fixed set, so they are never read from a file themselves.
    static let unfiled: Set<String> = [
        "trust", "trust.simulator", "environments", "xcodeCertificate", "catalog", "retention", "guards",
        "messages", "appStore.privateKey", "appStore.production", "appStore.sandbox",
        "appStoreConnect.privateKey", "server.tls.certificate", "server.tls.key", "server.trustedProxies",
        "server.forwardedHeader", "webhooks.allow", "watch.language", "watch.email.security", "watch.email.to",
        "watch.allow", "customerTokens.publicKeys", "customerTokens.jwks", "commission.platform", "priceConsentLimits",
        "logs",
        "logs.format", "logs.levels.http", "logs.levels.apple", "logs.levels.storage", "logs.levels.webhooks",
        "logs.levels.fulfillments", "logs.levels.other",
    ]

    /// The keys of an app that this version does not support yet.
    static let refusedInApp: [String: Refusal] = [:]

    /// Returns the variable for a path: `server.publicUrl` is `PURSER_SERVER_PUBLIC_URL`.
    static func variable(for keyPath: String) -> String {
        "PURSER_" + Self.capitals(keyPath)
    }

    /// Returns the part of a variable for keys: capitals, with underscores for dots, hyphens and capitals.
    static func capitals(_ keyPath: String) -> String {
        var result = ""
        var previous: Character = "_"
        for character in keyPath {
            if character == "." || character == "-" {
                result += "_"
            } else {
                if character.isUppercase, previous.isLowercase || previous.isNumber {
                    result += "_"
                }
                result += character.uppercased()
            }
            previous = character
        }
        return result
    }

    /// Returns whether a text can be an app's name: 1 to 32 lowercase letters, digits and hyphens, not beginning with a
    /// hyphen.
    static func isAppName(_ text: String) -> Bool {
        guard let first = text.utf8.first, first != UInt8(ascii: "-"), text.utf8.count <= 32 else { return false }
        return text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
            default: false
            }
        }
    }

    /// Returns whether a text can be a bundle id: 1 to 155 letters, digits, dots and hyphens, beginning with a letter
    /// or digit.
    static func isBundleID(_ text: String) -> Bool {
        guard let first = text.utf8.first, first != UInt8(ascii: "."), first != UInt8(ascii: "-") else { return false }
        return text.utf8.count <= 155
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}
