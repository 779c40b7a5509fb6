/// The messages for players, by language.
///
/// English and Simplified Chinese are built in; files add languages or replace messages.
package struct PlayerMessages: Hashable, Sendable {
    /// The language for players none of whose languages is available.
    package static let fallback = "en"

    /// The built-in messages.
    package static let standard = Self([Self.fallback: Self.english, "zh-Hans": Self.simplifiedChinese])

    private var languages: [String: [PlayerMessage: String]]

    private init(_ languages: [String: [PlayerMessage: String]]) {
        self.languages = languages
    }

    /// The available languages, sorted.
    package var known: [String] { self.languages.keys.sorted() }

    /// Returns these messages with those of a file, which take precedence.
    package func adding(_ file: PlayerMessageFile) -> Self {
        var all = self
        all.languages[file.language, default: [:]].merge(file.messages) { $1 }
        return all
    }

    /// Returns a message in one of `known`, with the name of a product.
    ///
    /// A message that a language lacks is returned in English.
    package func text(_ sentence: PlayerMessage, in language: String, product: String = "") -> String {
        let text = self.languages[language]?[sentence] ?? Self.english[sentence] ?? ""
        return text.replacing(PlayerMessage.productPlaceholder, with: product)
    }

    /// Returns the best available language for a list of language tags, the most preferred first; English where none
    /// matches.
    ///
    /// Tags are matched by RFC 4647, Lookup: a longer tag matches a shorter name, as `fr-CA` matches `fr`. Chinese
    /// without a script gets the script of its region.
    package func language(among preferred: [String]) -> String {
        for tag in preferred {
            var parts = Self.withScript(tag.lowercased().replacing("_", with: "-"))[...]
            while !parts.isEmpty {
                let name = parts.joined(separator: "-")
                if let known = self.languages.keys.first(where: { $0.lowercased() == name }) { return known }
                parts = parts.dropLast()
            }
        }
        return Self.fallback
    }

    private static func withScript(_ tag: String) -> [String] {
        let parts = tag.split(separator: "-").map(String.init)
        guard parts.first == "zh", parts.dropFirst().allSatisfy({ $0.utf8.count != 4 }) else { return parts }
        let isTraditional = parts.dropFirst().contains { ["tw", "hk", "mo"].contains($0) }
        return ["zh", isTraditional ? "hant" : "hans"] + parts.dropFirst()
    }
}

/// A message for a player about a purchase that they search for.
///
/// `PlayerMessages` has the texts by language.
package enum PlayerMessage: String, Hashable, Sendable, CaseIterable {
    /// The purchase was missing and now belongs to the player.
    case recovered
    /// The player already had the purchase.
    case already
    /// The purchase is paid and its fulfillment is in progress.
    case due
    /// Apple or a person has to check the purchase first.
    case waiting
    /// The purchase was fulfilled before this server kept the ledger.
    case elsewhere
    /// The purchase was refunded.
    case refunded
    /// The purchase was a subscription or a pass that has ended.
    case over
    /// Another account of the app owns the purchase.
    case otherAccount = "other_account"
    /// The order number does not have Apple's format.
    case numberInvalid = "number_invalid"
    /// Apple does not know the order number.
    case numberUnknown = "number_unknown"
    /// The order number has no purchases in this app.
    case numberEmpty = "number_empty"
    /// Another account of the app owns all purchases of the order number.
    case numberOfAnother = "number_of_another"
    /// The player has sent too many requests.
    case tooOften = "too_often"
    /// Apple does not answer.
    case unavailable

    /// The placeholder of the product's name in a message about a purchase.
    package static let productPlaceholder = "{product}"

    /// Whether the message is about one purchase, so that it contains the product's name.
    package var isAboutPurchase: Bool {
        switch self {
        case .recovered, .already, .due, .waiting, .elsewhere, .refunded, .over, .otherAccount: true
        case .numberInvalid, .numberUnknown, .numberEmpty, .numberOfAnother, .tooOften, .unavailable: false
        }
    }
}

extension PlayerMessages {
    /// The English messages.
    static let english: [PlayerMessage: String] = [
        .recovered: "We found your purchase, and {product} is yours now.",
        .already: "You have this purchase already: {product}.",
        .due: "Your purchase is paid, and {product} is on its way. You do not need to buy it again.",
        .waiting: "We found your purchase of {product}. It is being checked; please check again later.",
        .elsewhere: "Your purchase of {product} was fulfilled before. If it is missing, please write to our support.",
        .refunded: "Apple has refunded this purchase: {product}.",
        .over: "This purchase has ended: {product}.",
        .otherAccount: "{product} belongs to another account of this app. Sign in with that account.",
        .numberInvalid: "This is not an Apple order number. Apple's email has a number such as MMTVJ1W3L4.",
        .numberUnknown: "Apple does not know this order number. Please compare it with the one in Apple's email.",
        .numberEmpty: "This order number has no purchase in this app.",
        .numberOfAnother: "This purchase belongs to another account of this app. Sign in with that account.",
        .tooOften: "Too many attempts. Please wait a few minutes, then try again.",
        .unavailable: "Apple is not available right now. Please try again later.",
    ]
}

extension PlayerMessages {
    /// The messages in Simplified Chinese.
    static let simplifiedChinese: [PlayerMessage: String] = [
        .recovered: "已找到您的购买，{product} 现已到账。",
        .already: "这笔购买早已到账：{product}。",
        .due: "您的付款已收到，{product} 正在发放，无需重复购买。",
        .waiting: "已找到您购买的 {product}，正在核实，需要一点时间，请稍后再查看。",
        .elsewhere: "您购买的 {product} 之前已经发放。如果没有收到，请联系客服。",
        .refunded: "Apple 已为这笔购买退款：{product}。",
        .over: "这笔购买已经到期：{product}。",
        .otherAccount: "{product} 属于本 App 的另一个账户，请使用购买时的账户登录。",
        .numberInvalid: "这不是 Apple 的订单号。请在 Apple 的邮件中查找类似 MMTVJ1W3L4 的号码。",
        .numberUnknown: "Apple 查不到这个订单号，请与 Apple 邮件中的订单号核对。",
        .numberEmpty: "这个订单号不是在本 App 中购买的。",
        .numberOfAnother: "这笔购买属于本 App 的另一个账户，请使用购买时的账户登录。",
        .tooOften: "操作过于频繁，请等几分钟后再试。",
        .unavailable: "暂时无法向 Apple 查询，请稍后再试。",
    ]
}
