/// What players are told, in the languages that there are.
///
/// English and Simplified Chinese are built in; files bring more, or other words for these.
package struct PlayerMessages: Hashable, Sendable {
    /// The language of whoever asks for one that there is not.
    package static let fallback = "en"

    /// The sentences that are built in.
    package static let standard = Self([Self.fallback: Self.english, "zh-Hans": Self.simplifiedChinese])

    private var languages: [String: [PlayerMessage: String]]

    private init(_ languages: [String: [PlayerMessage: String]]) {
        self.languages = languages
    }

    /// The languages that there are, by name.
    package var known: [String] { self.languages.keys.sorted() }

    /// These sentences with those of a file, which count instead of what was there.
    package func adding(_ file: PlayerMessageFile) -> Self {
        var all = self
        all.languages[file.language, default: [:]].merge(file.messages) { $1 }
        return all
    }

    /// A sentence in one of `known`, with the name of a product in it.
    ///
    /// What a language lacks is said in English.
    package func text(_ sentence: PlayerMessage, in language: String, product: String = "") -> String {
        let text = self.languages[language]?[sentence] ?? Self.english[sentence] ?? ""
        return text.replacing(PlayerMessage.productPlaceholder, with: product)
    }

    /// The language for whoever prefers these tags, the most preferred first; English where none of them is there.
    ///
    /// Tags are compared by RFC 4647, Lookup: a longer tag finds a shorter name, `fr-CA` finds `fr`. Chinese without a
    /// script is taken as its region writes it.
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

/// Something that a player can be told about a purchase that he looks for.
///
/// The sentences themselves stand in `PlayerMessages`, language by language.
package enum PlayerMessage: String, Hashable, Sendable, CaseIterable {
    /// It was missing, and is his now.
    case recovered
    /// He had it already.
    case already
    /// It is paid and on its way.
    case due
    /// Apple or a person has to look at it first.
    case waiting
    /// It was fulfilled before this server kept the ledger.
    case elsewhere
    /// It was refunded.
    case refunded
    /// It was a subscription or a pass, and is over.
    case over
    /// Another account of the app has it.
    case otherAccount = "other_account"
    /// The number is not spelled like Apple's.
    case numberInvalid = "number_invalid"
    /// Apple does not know the number.
    case numberUnknown = "number_unknown"
    /// Nothing was bought in this app with the number.
    case numberEmpty = "number_empty"
    /// All of it was bought by another account of the app.
    case numberOfAnother = "number_of_another"
    /// He has asked too often.
    case tooOften = "too_often"
    /// Apple cannot be asked.
    case unavailable

    /// What stands for the product's name in a sentence about a purchase.
    package static let productPlaceholder = "{product}"

    /// Whether it is about one purchase, so that it names the product.
    package var isAboutPurchase: Bool {
        switch self {
        case .recovered, .already, .due, .waiting, .elsewhere, .refunded, .over, .otherAccount: true
        case .numberInvalid, .numberUnknown, .numberEmpty, .numberOfAnother, .tooOften, .unavailable: false
        }
    }
}

extension PlayerMessages {
    /// The sentences in English.
    static let english: [PlayerMessage: String] = [
        .recovered: "We found your purchase, and {product} is yours now.",
        .already: "You have this purchase already: {product}.",
        .due: "Your purchase is paid, and {product} is on its way. You need not buy it again.",
        .waiting: "We found your purchase of {product}. It is being checked; please look again later.",
        .elsewhere: "Your purchase of {product} was fulfilled before. If it is missing, please write to our support.",
        .refunded: "Apple has refunded this purchase: {product}.",
        .over: "This purchase has ended: {product}.",
        .otherAccount: "{product} belongs to another account of this app. Sign in with that account.",
        .numberInvalid: "This is not an order number of Apple's. Look in Apple's mail for a number such as MMTVJ1W3L4.",
        .numberUnknown: "Apple does not know this order number. Please compare it with the one in Apple's mail.",
        .numberEmpty: "This order number is not of a purchase in this app.",
        .numberOfAnother: "This purchase belongs to another account of this app. Sign in with that account.",
        .tooOften: "That was too often. Please wait some minutes, then try again.",
        .unavailable: "Apple cannot be asked just now. Please try again later.",
    ]
}

extension PlayerMessages {
    /// The sentences in Simplified Chinese.
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
